import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { awaitsAnswer } from './chargeback.ts'
import { type Notified, notifyGateway } from './internal/notify-gateway.server.ts'
import { NOTE_LENGTH } from './rules.ts'

export type ChargebackRefusal =
  | { kind: 'not_found' }
  | { kind: 'not_permitted' }
  | { kind: 'own_account' }
  | { kind: 'not_open' }
  | { kind: 'note_missing' }

type Answer = { action: 'accept' | 'decline'; note: string }

export function canAnswerChargeback(
  actor: Actor,
  row: { account_id: string | null },
): ChargebackRefusal['kind'] | null {
  if (!hasPermission(actor, 'refunds.decide')) return 'not_permitted'
  return row.account_id === actor!.id ? 'own_account' : null
}

/** Our answer to a bank: we accept the chargeback, or decline it with a reason. Stored first, then sent to the gateway, once. */
export async function answerChargeback(
  staff: Person,
  chargebackId: string,
  answer: Answer,
): Promise<Result<Notified, ChargebackRefusal>> {
  if (!isId(chargebackId)) return refuse({ kind: 'not_found' })
  const recorded = await inTransaction<Result<null, ChargebackRefusal>>(async (tx) => {
    const row = await tx
      .selectFrom('chargebacks')
      .selectAll()
      .where('id', '=', chargebackId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse({ kind: 'not_found' })
    const denial = canAnswerChargeback(staff, row)
    if (denial) return refuse({ kind: denial })
    if (row.answer !== null || row.ended_at !== null || !awaitsAnswer(row.status)) return refuse({ kind: 'not_open' })
    const note = cutGraphemes(severalLines(answer.note), NOTE_LENGTH.max)
    if (countGraphemes(note) < NOTE_LENGTH.min) return refuse({ kind: 'note_missing' })
    await tx
      .updateTable('chargebacks')
      .set({ answer: answer.action, answer_note: note, answered_by: staff.id, answered_at: now() })
      .where('id', '=', chargebackId)
      .execute()
    await publish(tx, {
      actorId: staff.id,
      event: 'chargeback_answered',
      objectId: chargebackId,
      detail: { answer: answer.action },
    })
    return ok(null)
  })
  return recorded.ok ? ok(await notifyGateway(chargebackId)) : recorded
}

/** Staff has checked the account: automatic refunds may pay it again. */
export async function clearFlag(staff: Person, chargebackId: string): Promise<Result<null, ChargebackRefusal>> {
  if (!isId(chargebackId)) return refuse({ kind: 'not_found' })
  if (!hasPermission(staff, 'refunds.decide')) return refuse({ kind: 'not_permitted' })
  return inTransaction<Result<null, ChargebackRefusal>>(async (tx) => {
    const cleared = await tx
      .updateTable('account_flags')
      .set({ cleared_at: now(), cleared_by: staff.id })
      .where('reason', '=', 'chargeback')
      .where('cause_id', '=', chargebackId)
      .where('account_id', '<>', staff.id)
      .where('cleared_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
    if (!cleared) return refuse({ kind: 'not_found' })
    await publish(tx, {
      actorId: staff.id,
      event: 'account_flag_cleared',
      objectId: cleared.account_id,
      detail: { chargeback: chargebackId },
    })
    return ok(null)
  })
}
