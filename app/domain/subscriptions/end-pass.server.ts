import type { Tx } from '#app/platform/db.server.ts'

/** What nobody has earned yet of a term that ended early, in shillings (minor units); null: it still stands in the money it was paid in. */
export type EndedTerm = { deferredMinor: bigint; earnedMinor: bigint } | null

/** A paid term ends now, because its money goes back. Where it had ended before, nothing is owed of it any more. */
export async function endPass(tx: Tx, purchaseId: string): Promise<EndedTerm> {
  const term = await tx
    .selectFrom('subscriptions')
    .select(['id', 'status', 'deferred_minor', 'earned_minor'])
    .where('purchase_id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst()
  if (term?.status !== 'active') return { deferredMinor: 0n, earnedMinor: 0n }
  await tx.updateTable('subscriptions').set({ status: 'refunded' }).where('id', '=', term.id).execute()
  return term.deferred_minor === null ? null : { deferredMinor: term.deferred_minor, earnedMinor: term.earned_minor }
}

/** A bank had taken the money back and was wrong: the term counts again as it was. */
export async function restorePass(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ status: 'active' })
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'refunded')
    .execute()
}
