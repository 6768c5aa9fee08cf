import { tailOfShortReference } from '#app/domain/payments/reference.ts'
import { readPayoutNumber } from '#app/domain/payouts/payout.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { PURCHASE_BY_TAIL, TRANSACTION_BY_GATEWAY, TRANSACTION_BY_TAIL } from './payment-references.ts'

const MAX_LENGTH = 200

const BY_PAYOUT = `select o.id from payouts o where o.number = $1::bigint`

const ofPurchases = (found: string) => `
  with purchase as (${found})
  select p.id from purchase p
  union all select t.id from transactions t join purchase p on p.id = t.purchase_id
  union all select r.id from refunds r join purchase p on p.id = r.purchase_id
  union all select b.id from chargebacks b join purchase p on p.id = b.purchase_id
  union all select s.id from creator_subscriptions s join purchase p on p.id = s.purchase_id`

const BY_SHORT = ofPurchases(`
  select t.purchase_id as id from transactions t where ${TRANSACTION_BY_TAIL} and t.purchase_id is not null
  union select u.id from purchases u where ${PURCHASE_BY_TAIL}`)

const BY_GATEWAY = ofPurchases(`
  select t.purchase_id as id from transactions t where t.purchase_id is not null and ${TRANSACTION_BY_GATEWAY}`)

/**
 * The causes of ledger entries that a text names: an id itself, a reference of a payment (PCH-...) with what belongs to its purchase, of a
 * payout (PO-...), or the gateway's number or our whole reference of a payment. Empty where it names none.
 */
export async function findCauses(typed: string): Promise<string[]> {
  const text = typed.trim()
  if (text === '' || text.length > MAX_LENGTH || /\p{Cc}/u.test(text)) return []
  if (isId(text)) return [text]
  const tail = tailOfShortReference(text)
  if (tail !== null) return read('causes-by-reference', BY_SHORT, tail)
  const number = readPayoutNumber(text)
  if (number !== null) return read('causes-by-payout', BY_PAYOUT, number.toString())
  return read('causes-by-gateway', BY_GATEWAY, text)
}

async function read(name: string, text: string, value: string): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(name, text, [value])
  return rows.map(({ id }) => id)
}
