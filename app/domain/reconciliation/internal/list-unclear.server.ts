import { sql } from 'kysely'
import { waitsForDecision } from '#app/domain/payments/request-refund.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Difference } from '../difference.ts'
import type { Compared } from './compared.ts'

/**
 * Payments in review of which we hold nothing: the gateway shows them neither as paid nor as failed after a day, or the money is not on our
 * account or in an unsupported currency. What we hold waits among the refunds to decide.
 */
export async function listUnclear(): Promise<Compared> {
  const { rows } = await sql<{ id: string; reference: string; createdAt: Date; came: boolean }>`
    select t.id, t.flutterwave_tx_ref as reference, t.created_at as "createdAt",
      exists (select from gateway_charges c where c.transaction_id = t.id and c.outcome = 'review') as came
    from transactions t
    where t.status = 'review'
      and not ${waitsForDecision(sql.ref('t.id'))}
      and not exists (select from reconciliation_differences d
        where d.kind = 'charge_unbooked' and d.object_id = t.id::text and d.state = 'open')`.execute(db)
  return { checked: rows.length, explained: 0, differences: rows.map(differenceOf) }
}

function differenceOf(row: { id: string; reference: string; createdAt: Date; came: boolean }): Difference {
  const why = row.came
    ? 'Its money is not on our account, or in an unsupported currency.'
    : 'The gateway has shown it neither as paid nor as failed for more than a day.'
  return {
    kind: 'payment_unclear',
    subject: row.id,
    amount: null,
    description: `Reference ${row.reference}. ${why}`,
    causesAt: row.createdAt,
    object: { kind: 'transaction', id: row.id },
  }
}
