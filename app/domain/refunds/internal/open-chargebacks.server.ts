import { publish } from '#app/domain/events/publish.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { awaitsAnswer, warningsDue } from '../chargeback.ts'
import { alertOf } from './chargeback-row.ts'

const HEARD_BY_NOW_MINUTES = 2

/** Answers that were stored a while ago and that the gateway has not confirmed. */
export async function listNotNotified(): Promise<string[]> {
  const rows = await db
    .selectFrom('chargebacks')
    .select('id')
    .where('answer', 'is not', null)
    .where('notified_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('answered_at', '<', addMinutes(now(), -HEARD_BY_NOW_MINUTES))
    .execute()
  return rows.map((row) => row.id)
}

/** Notifies staff that an answer is due in eight hours, and in two; each once. */
export async function warnOfDue(): Promise<void> {
  const open = await db
    .selectFrom('chargebacks')
    .select('id')
    .where('ended_at', 'is', null)
    .where('answer', 'is', null)
    .where('due_at', 'is not', null)
    .execute()
  for (const { id } of open) {
    await inTransaction(async (tx) => {
      const row = await tx
        .selectFrom('chargebacks')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const due = warningsDue(row.due_at, now())
      if (row.answer !== null || !awaitsAnswer(row.status) || due <= row.warned) return
      await tx.updateTable('chargebacks').set({ warned: due }).where('id', '=', id).execute()
      await publish(tx, {
        actorId: null,
        event: 'chargeback_due_soon',
        objectId: id,
        detail: { due_at: row.due_at!.toISOString(), severity: 'high' },
        alert: due === 1 ? alertOf(row) : null,
      })
      if (due > 1)
        await publish(tx, { actorId: null, event: 'chargeback_due_very_soon', objectId: id, alert: alertOf(row) })
    })
  }
}
