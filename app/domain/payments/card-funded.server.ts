import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'

/** A bank may reverse a card payment for this long: what a wallet spends within it counts as paid by card. */
const CARD_REVERSAL_DAYS = 120

const settledByCard = (purchaseId: string) => `exists (
  select from transactions t join gateway_charges c on c.transaction_id = t.id
  where t.purchase_id = ${purchaseId} and c.outcome = 'settled' and c.payment_type = 'card')`

/** Whether a card paid for what a wallet spends at a moment, as SQL. */
export const walletFundedByCardSql = (ownerId: string, at: string) => `exists (
  select from purchases u where u.buyer_id = ${ownerId} and u.kind = 'wallet_top_up'
    and u.completed_at between ${at} - interval '${CARD_REVERSAL_DAYS} days' and ${at} and ${settledByCard('u.id')})`

/**
 * Whether a card paid for a purchase, as SQL: directly, or by a top-up of the wallet that a bank may still reverse. `purchaseId` is a
 * column or a parameter.
 */
export const cardFundedSql = (purchaseId: string) => `(
  select case p.paid_from when 'gateway' then ${settledByCard('p.id')}
    when 'wallet' then ${walletFundedByCardSql('p.buyer_id', 'p.created_at')} else false end
  from purchases p where p.id = ${purchaseId})`

const CARD_FUNDED = `select ${cardFundedSql('$1::uuid')} as by_card`
const WALLET_CARD_FUNDED = `select ${walletFundedByCardSql('$1::uuid', '$2::timestamptz')} as by_card`

/** The same of one purchase. */
export async function isCardFunded(tx: Tx, purchaseId: string): Promise<boolean> {
  const [row] = await queryPreparedIn<{ by_card: boolean }>(tx, 'is-card-funded', CARD_FUNDED, [purchaseId])
  return row!.by_card
}

/** The same for money that somebody's wallet set aside at a moment. */
export async function isWalletCardFunded(tx: Tx, ownerId: string, at: Date): Promise<boolean> {
  const values = [ownerId, at]
  const [row] = await queryPreparedIn<{ by_card: boolean }>(tx, 'is-wallet-card-funded', WALLET_CARD_FUNDED, values)
  return row!.by_card
}
