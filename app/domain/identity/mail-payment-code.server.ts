import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { issueCode } from './internal/issue-code.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'

/** A buyer's account: the existing one of the address, or a new fan's, unproven until the mailbox is proven. */
export async function findOrCreateBuyer(tx: Tx, email: string): Promise<{ profileId: string; created: boolean }> {
  const id = newId()
  const inserted = await tx
    .insertInto('profiles')
    .values({ id, email, user_type: 'fan' })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    await publish(tx, {
      actorId: null,
      event: 'account_created',
      objectId: id,
      detail: { as: 'fan', by: 'payment' },
    })
    return { profileId: id, created: true }
  }
  const { id: known } = await tx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { profileId: known, created: false }
}

/**
 * Mails the code that opens what a visitor has paid for: the "your payment arrived" mail. It ignores the mail limits, since money arrived
 * for it, and counts towards them. `browserHash` is the stored hash of the browser that paid (`browserOf`).
 */
export async function mailPaymentCode(
  tx: Tx,
  input: {
    email: string
    browserHash: Buffer
    returnTo: string | null
    productName: string
    amount: string
    reference: string
  },
): Promise<void> {
  await advisoryLock(tx, `sign-in address ${input.email}`)
  const { productName, amount, reference } = input
  await issueCode(
    tx,
    {
      email: input.email,
      purpose: 'prove_payment',
      userType: 'fan',
      browserHash: input.browserHash,
      network: 'gateway',
      returnTo: input.returnTo,
    },
    { productName, amount, reference },
  )
}
