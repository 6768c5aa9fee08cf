import { sql } from 'kysely'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { log } from '#app/platform/log.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type KnownChargeback, hasNews } from './chargeback.ts'
import { noteChargeback } from './internal/note-chargeback.server.ts'
import { notifyGateway } from './internal/notify-gateway.server.ts'
import { listNotNotified, warnOfDue } from './internal/open-chargebacks.server.ts'

const MAX_PAGES = 100

/**
 * Scheduled task: reads the gateway's list of chargebacks and applies what is new, each once. Answers that the gateway may not have
 * received are sent again, and staff is warned before an answer is due. Returns how many rows were recorded.
 */
export async function readChargebacks(): Promise<number> {
  const gateway = paymentGateway()
  let recorded = 0
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await gateway.listChargebacks(page)
    if (answer.kind !== 'ok') {
      log.warn({ outcome: answer.kind }, 'chargebacks could not be read; they are read again later')
      break
    }
    const { chargebacks } = answer.value
    const known = await findKnown(
      gateway.name,
      chargebacks.map(({ chargebackId }) => chargebackId),
    )
    for (const shown of chargebacks) {
      if (!hasNews(shown, known.get(shown.chargebackId))) continue
      try {
        await noteChargeback(gateway.name, shown)
        recorded += 1
      } catch (error) {
        log.error({ err: error, chargeback: shown.chargebackId }, 'a chargeback could not be recorded')
      }
    }
    if (!answer.value.more) break
  }
  for (const id of await listNotNotified()) await notifyGateway(id)
  await warnOfDue()
  return recorded
}

async function findKnown(gateway: string, chargebackIds: string[]): Promise<Map<string, KnownChargeback>> {
  const rows = await db
    .selectFrom('chargebacks')
    .select([
      'chargeback_id',
      'transaction_id as transactionId',
      'status',
      'raw_status as rawStatus',
      'stage',
      'due_at as dueAt',
      'ended_at as endedAt',
      sql<boolean>`answer is not null and notified_at is null`.as('untold'),
    ])
    .where('gateway', '=', gateway)
    .where('chargeback_id', 'in', chargebackIds.length > 0 ? chargebackIds : [''])
    .execute()
  return new Map(rows.map(({ chargeback_id, ...known }) => [chargeback_id, known]))
}
