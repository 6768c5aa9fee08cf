import { publish } from '#app/domain/events/publish.server.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, hasRow, inTransaction } from '#app/platform/db.server.ts'

export type Notified = 'notified' | 'later' | 'too_late'

/** Sends our stored answer to the gateway. Sent twice it stays one answer; if it fails, the scheduled task sends it again. */
export async function notifyGateway(chargebackId: string): Promise<Notified> {
  const row = await db
    .selectFrom('chargebacks')
    .select(['chargeback_id', 'answer', 'answer_note'])
    .where('id', '=', chargebackId)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  if (!row?.answer) return 'notified'
  const heard = await paymentGateway().answerChargeback(row.chargeback_id, {
    action: row.answer,
    comment: row.answer_note,
  })
  if (heard.kind !== 'ok' && heard.kind !== 'rejected' && heard.kind !== 'not_found') return 'later'
  return inTransaction<Notified>(async (tx) => {
    const open = tx
      .selectFrom('chargebacks')
      .select('id')
      .where('id', '=', chargebackId)
      .where('notified_at', 'is', null)
      .forUpdate()
    if (!(await hasRow(open))) return 'notified'
    await tx
      .updateTable('chargebacks')
      .set({
        notified_at: now(),
        ...(heard.kind === 'ok'
          ? { status: heard.value.status, raw_status: heard.value.rawStatus }
          : { puzzling: 'the gateway did not accept our answer' }),
      })
      .where('id', '=', chargebackId)
      .execute()
    const about = { actorId: null, objectId: chargebackId }
    if (heard.kind === 'ok') {
      await publish(tx, { ...about, event: 'chargeback_answer_heard' })
      return 'notified'
    }
    await publish(tx, { ...about, event: 'chargeback_answer_refused', detail: { severity: 'high' }, alert: {} })
    return 'too_late'
  })
}
