import { verifySecondFactor } from '#app/domain/identity/verify-second-factor.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** A typed code (of the app, or a recovery code), or a passkey: `verify` checks its answer for this person, in the transaction. */
export type Factor =
  | { kind: 'code'; typed: string }
  | { kind: 'passkey'; verify: (tx: Tx, profileId: string) => Promise<boolean> }

export async function verifyFactor(tx: Tx, factor: Factor, profileId: string): Promise<boolean> {
  if (factor.kind === 'passkey') return factor.verify(tx, profileId)
  return (await verifySecondFactor(tx, profileId, factor.typed)) === 'ok'
}
