import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'

/** Whether a card paid for a purchase: directly, or by a top-up of the wallet that a bank may still reverse. */
export async function isCardFunded(tx: Tx, purchaseId: string): Promise<boolean> {
  const [row] = await queryPreparedIn<{ by_card: boolean }>(
    tx,
    'is-card-funded',
    'select is_card_funded($1::uuid) as by_card',
    [purchaseId],
  )
  return row!.by_card
}

/** The same for money that somebody's wallet set aside at a moment. */
export async function isWalletCardFunded(tx: Tx, ownerId: string, at: Date): Promise<boolean> {
  const [row] = await queryPreparedIn<{ by_card: boolean }>(
    tx,
    'is-wallet-card-funded',
    'select is_wallet_card_funded($1::uuid, $2::timestamptz) as by_card',
    [ownerId, at],
  )
  return row!.by_card
}
