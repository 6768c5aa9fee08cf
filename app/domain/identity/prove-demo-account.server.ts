import { config } from '#app/platform/config.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { finishProof } from './internal/finish-proof.server.ts'
import { lockAccountOf } from './internal/lock-account.server.ts'
import type { Device, Proof, ProofRefusal } from './proof.ts'

const DEMO_ADDRESS = /^[a-z]{2,20}@demo\.peach\.example$/

/** Signs in to an account of the demo data without its mail. Only in a demo, where everybody can read that mail. */
export function proveDemoAccount(input: { email: string; device: Device }): Promise<Result<Proof, ProofRefusal>> {
  if (!config().demo || !DEMO_ADDRESS.test(input.email)) return Promise.resolve(refuse({ kind: 'account_not_found' }))
  return inTransaction(async (tx) => {
    await lockAccountOf(tx, input.email)
    const mail = { email: input.email, purpose: 'sign_in', userType: null, returnTo: null } as const
    return finishProof(tx, mail, input.device, 'demo')
  })
}
