import type { Tx } from '#app/platform/db.server.ts'

/**
 * What is left of a pass's money when it ends early, in shillings (minor units): the unearned part, kept weeks included, and the breakage
 * of its end. Null: it is still in the currency it was paid in.
 */
export type EndedPass = { deferredMinor: bigint; owedMinor: bigint; breakageMinor: bigint } | null

const NOTHING = { deferredMinor: 0n, owedMinor: 0n, breakageMinor: 0n }

/** A refunded pass ends now. If it had ended before, nothing of it is unearned any more. */
export async function endPass(tx: Tx, purchaseId: string): Promise<EndedPass> {
  const pass = await tx
    .selectFrom('subscriptions')
    .select(['id', 'status', 'deferred_minor', 'earned_minor', 'kept_minor', 'breakage_minor'])
    .where('purchase_id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  if (pass?.status !== 'active') return NOTHING
  await tx.updateTable('subscriptions').set({ status: 'refunded' }).where('id', '=', pass.id).execute()
  if (pass.deferred_minor === null) return null
  return {
    deferredMinor: pass.deferred_minor,
    owedMinor: pass.deferred_minor - pass.earned_minor + pass.kept_minor,
    breakageMinor: pass.breakage_minor,
  }
}

/** Records how much of an ended pass's unearned part and breakage was refunded. The weekly run makes breakage of the rest. */
export async function recordReversal(
  tx: Tx,
  purchaseId: string,
  back: { owedMinor: bigint; breakageMinor: bigint },
): Promise<void> {
  if (back.owedMinor === 0n && back.breakageMinor === 0n) return
  await tx
    .updateTable('subscriptions')
    .set({ refunded_minor: back.owedMinor, breakage_refunded_minor: back.breakageMinor })
    .where('purchase_id', '=', purchaseId)
    .execute()
}

/** A bank had reversed the charge and was wrong: the pass counts again as it was. */
export async function reinstatePass(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ status: 'active', refunded_minor: 0n, breakage_refunded_minor: 0n })
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'refunded')
    .execute()
}
