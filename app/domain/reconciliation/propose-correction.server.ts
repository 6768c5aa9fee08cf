import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { type Currency, smallestStep } from '#app/domain/money/money.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isCorrectable, MAX_CORRECTION_MINOR } from './correction.ts'
import { canKeepBooks } from './policy.ts'

const MIN_REASON = 10
const MAX_REASON = 1_000

export type CorrectionRequest = {
  /** A ledger account. */
  accountId: string
  side: 'debit' | 'credit'
  amountMinor: bigint
  reason: string
  differenceId: string | null
}

export type ProposalRefusal =
  | { kind: 'not_permitted' }
  /** The account does not exist, or other rows depend on it and a correction would contradict them. */
  | { kind: 'account_not_correctable' }
  | { kind: 'amount_out_of_bounds' }
  | { kind: 'reason_too_short' }
  | { kind: 'difference_not_open' }

/** A person proposes a manual entry: one account against `corrections`. Nothing moves until a second person posts it. */
export async function proposeCorrection(
  actor: Person,
  requested: CorrectionRequest,
): Promise<Result<{ correctionId: string }, ProposalRefusal>> {
  if (!canKeepBooks(actor).allowed) return refuse({ kind: 'not_permitted' })
  const reason = cutGraphemes(severalLines(requested.reason), MAX_REASON)
  if (countGraphemes(reason) < MIN_REASON) return refuse({ kind: 'reason_too_short' })
  if (!isId(requested.accountId)) return refuse({ kind: 'account_not_correctable' })
  return inTransaction<Result<{ correctionId: string }, ProposalRefusal>>(async (tx) => {
    const account = await tx
      .selectFrom('ledger_accounts')
      .select(['purpose', 'owner_id', 'currency'])
      .where('id', '=', requested.accountId)
      .executeTakeFirst()
    if (!account || !isCorrectable(account.purpose)) return refuse({ kind: 'account_not_correctable' })
    if (!isAmount(requested.amountMinor, account.currency)) return refuse({ kind: 'amount_out_of_bounds' })
    if (requested.differenceId !== null) {
      const difference = isId(requested.differenceId)
        ? await tx
            .selectFrom('reconciliation_differences')
            .select('state')
            .where('id', '=', requested.differenceId)
            .executeTakeFirst()
        : undefined
      if (difference?.state !== 'open') return refuse({ kind: 'difference_not_open' })
    }
    const correctionId = newId()
    await tx
      .insertInto('ledger_corrections')
      .values({
        id: correctionId,
        difference_id: requested.differenceId,
        purpose: account.purpose,
        owner_id: account.owner_id,
        currency: account.currency,
        amount_minor: requested.side === 'debit' ? requested.amountMinor : -requested.amountMinor,
        reason,
        proposed_by: actor.id,
        proposed_at: now(),
      })
      .execute()
    await publish(tx, {
      actorId: actor.id,
      event: 'correction_proposed',
      objectId: correctionId,
      detail: {
        account: account.purpose,
        side: requested.side,
        amount_minor: requested.amountMinor.toString(),
        severity: 'warning',
      },
    })
    return ok({ correctionId })
  })
}

function isAmount(amountMinor: bigint, currency: Currency): boolean {
  return amountMinor > 0n && amountMinor <= MAX_CORRECTION_MINOR && amountMinor % smallestStep(currency) === 0n
}
