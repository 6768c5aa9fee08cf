import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { TipContext } from './tip.ts'

export type NewTip = {
  purchaseId: string
  fanId: string
  creatorId: string
  postId: string | null
  context: TipContext
  message: string
  named: boolean
  amountMinor: bigint
  at: Date
}

/** Records a paid tip, once per purchase. No row of the creator is changed, so that parallel tips don't wait for each other. */
export async function recordTip(tx: Tx, tip: NewTip): Promise<void> {
  await tx
    .insertInto('tips')
    .values({
      id: newId(),
      purchase_id: tip.purchaseId,
      fan_id: tip.fanId,
      creator_id: tip.creatorId,
      post_id: tip.postId,
      context: tip.context,
      message: tip.message,
      named: tip.named,
      amount_minor: tip.amountMinor,
      created_at: tip.at,
    })
    .onConflict((conflict) => conflict.column('purchase_id').doNothing())
    .execute()
}
