import type { Currency } from '#app/domain/money/money.ts'
import { db } from '#app/platform/db.server.ts'

const AT_ONCE = 500

export type StatementRow = {
  createdAt: Date
  description: string
  amountMinor: bigint
  currency: Currency
  method: string
  status: string
  reference: string
}

/** Every payment of a person, oldest first, read page by page. */
export async function* listPaymentsForStatement(accountId: string): AsyncIterable<StatementRow> {
  let after: string | null = null
  for (;;) {
    let query = db
      .selectFrom('transactions')
      .select([
        'id',
        'created_at as createdAt',
        'description',
        'amount_minor as amountMinor',
        'currency',
        'payment_method as method',
        'status',
        'flutterwave_tx_ref as reference',
      ])
      .where('user_id', '=', accountId)
      .orderBy('id')
      .limit(AT_ONCE)
    if (after) query = query.where('id', '>', after)
    const rows: (StatementRow & { id: string })[] = await query.execute()
    yield* rows
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
