import type { Tx } from '#app/platform/db.server.ts'
import type { Tie } from '../chargeback-ties.ts'

/** Records why a chargeback takes back what a creator got. One chargeback of a top-up may reverse several things of one creator. */
export async function recordTies(tx: Tx, chargebackId: string, creatorId: string, ties: readonly Tie[]): Promise<void> {
  await tx
    .insertInto('chargeback_ties')
    .values(ties.map((kind) => ({ chargeback_id: chargebackId, creator_id: creatorId, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
