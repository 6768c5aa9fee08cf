import type { Money } from '#app/domain/money/money.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { type QuoteStatus, quoteStatus } from './quote.ts'

export type QuoteView = {
  id: string
  version: number
  creatorId: string
  fanId: string
  price: Money
  deliveryDays: number
  answerBy: Date
  /** When what was accepted has to be delivered. */
  deliverBy: Date | null
  status: QuoteStatus
}

/** A quote for its fan or its creator; null for everybody else. */
export async function findQuote(personId: string, quoteId: string): Promise<QuoteView | null> {
  if (!isId(quoteId)) return null
  const row = await db
    .selectFrom('custom_request_quotes as q')
    .leftJoin('wallet_holds as h', 'h.id', 'q.hold_id')
    .selectAll('q')
    .select(['h.state as hold_state', 'h.expires_at as deliver_by'])
    .where('q.id', '=', quoteId)
    .where((where) => where.or([where('q.fan_id', '=', personId), where('q.creator_id', '=', personId)]))
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    version: row.version,
    creatorId: row.creator_id,
    fanId: row.fan_id,
    price: { amountMinor: row.price_minor, currency: 'UGX' },
    deliveryDays: row.delivery_days,
    answerBy: row.answer_by,
    deliverBy: row.deliver_by,
    status: quoteStatus({
      state: row.state,
      answerBy: row.answer_by,
      holdState: row.hold_state,
      at: now(),
    }),
  }
}
