import { cutGraphemes } from '#app/platform/graphemes.ts'
import { isOwnerAlone } from '#app/domain/approvals/owner-alone.server.ts'
import type { ApprovalDenial } from '#app/domain/approvals/policy.ts'
import type { Currency } from '#app/domain/money/money.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { RecordedEvent } from '#app/domain/events/recorded.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { lockBalances } from '#app/domain/ledger/lock-balances.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type Correction, correctionEntry, isCorrectable } from './correction.ts'
import { type BooksDenial, canDeclineCorrection, canPostCorrection } from './policy.ts'

export type DecisionRefusal =
  | { kind: 'not_permitted'; reason: BooksDenial | ApprovalDenial }
  | { kind: 'not_found' }
  | { kind: 'decided_before' }
  /** The account holds less than the correction takes. */
  | { kind: 'balance_too_small' }

/** A second person posts what the first has proposed: its entry, and the end of the difference that it is about. Once. */
export async function postCorrection(
  actor: Person,
  correctionId: string,
): Promise<Result<{ entryId: string }, DecisionRefusal>> {
  return decide<{ entryId: string }>(correctionId, async (tx, row) => {
    const ownerIsAlone = await isOwnerAlone(tx)
    const verdict = canPostCorrection(actor, { proposedBy: row.proposed_by, ownerId: row.owner_id, ownerIsAlone })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const correction = correctionOf(row)
    if (correction.purpose === 'wallet') {
      const { purpose, ownerId, currency } = correction
      const [balance] = await lockBalances(tx, [{ purpose, ownerId, currency }])
      if (-balance! < correction.amountMinor) return refuse({ kind: 'balance_too_small' })
    }
    const at = now()
    const { entryId } = await postEntry(tx, correctionEntry(correction, at))
    await tx
      .updateTable('ledger_corrections')
      .set({
        state: 'posted',
        decided_by: actor.id,
        decided_at: at,
        entry_id: entryId,
        alone: row.proposed_by === actor.id,
      })
      .where('id', '=', row.id)
      .execute()
    if (row.difference_id) await settleByCorrection(tx, row.difference_id, actor, row.reason)
    await note(tx, actor, row.id, 'correction_posted')
    return ok({ entryId })
  })
}

/** The proposal is declined, or withdrawn by the person who made it. Nothing moves. */
export async function declineCorrection(actor: Person, correctionId: string): Promise<Result<null, DecisionRefusal>> {
  return decide<null>(correctionId, async (tx, row) => {
    const verdict = canDeclineCorrection(actor, { proposedBy: row.proposed_by })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    await tx
      .updateTable('ledger_corrections')
      .set({ state: 'declined', decided_by: actor.id, decided_at: now() })
      .where('id', '=', row.id)
      .execute()
    await note(tx, actor, row.id, 'correction_declined')
    return ok(null)
  })
}

type Row = {
  id: string
  difference_id: string | null
  purpose: string
  owner_id: string | null
  currency: Currency
  amount_minor: bigint
  reason: string
  proposed_by: string
}

function decide<Value>(
  correctionId: string,
  event: (tx: Tx, row: Row) => Promise<Result<Value, DecisionRefusal>>,
): Promise<Result<Value, DecisionRefusal>> {
  if (!isId(correctionId)) return Promise.resolve(refuse({ kind: 'not_found' }))
  return inTransaction<Result<Value, DecisionRefusal>>(async (tx) => {
    const row = await tx
      .selectFrom('ledger_corrections')
      .select([
        'id',
        'difference_id',
        'purpose',
        'owner_id',
        'currency',
        'amount_minor',
        'reason',
        'proposed_by',
        'state',
      ])
      .where('id', '=', correctionId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse({ kind: 'not_found' })
    return row.state === 'proposed' ? event(tx, row) : refuse({ kind: 'decided_before' })
  })
}

function correctionOf(row: Row): Correction {
  if (!isCorrectable(row.purpose)) throw new Error(`${row.purpose} is not corrected by hand`)
  return {
    id: row.id,
    purpose: row.purpose,
    ownerId: row.owner_id,
    currency: row.currency,
    amountMinor: row.amount_minor,
  }
}

async function settleByCorrection(tx: Tx, differenceId: string, actor: Person, reason: string): Promise<void> {
  await tx
    .updateTable('reconciliation_differences')
    .set({ state: 'settled', ended_at: now(), settled_by: actor.id, note: cutGraphemes(`Corrected: ${reason}`, 1_000) })
    .where('id', '=', differenceId)
    .where('state', '=', 'open')
    .where('kind', '<>', 'breach')
    .execute()
}

function note(tx: Tx, actor: Person, correctionId: string, event: RecordedEvent): Promise<void> {
  return publish(tx, {
    actorId: actor.id,
    event,
    objectId: correctionId,
    detail: { severity: 'warning' },
  })
}
