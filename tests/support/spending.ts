import type { Person } from '#app/domain/identity/actor.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { credit, debit } from '#app/domain/ledger/chart.ts'
import { type BalanceOrder, placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'

/** Adds shillings to somebody's wallet, as a top-up posts them. */
export async function fillWallet(owner: Pick<Person, 'id'>, shillings: number): Promise<void> {
  const amountMinor = BigInt(shillings) * 100n
  const id = newId()
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'wallet_topped_up',
      idempotencyKey: `test:${id}`,
      causeKind: 'test',
      causeId: id,
      happenedAt: now(),
      lines: [
        debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, amountMinor),
        credit({ purpose: 'wallet', ownerId: owner.id, currency: 'UGX' }, amountMinor),
      ],
    }),
  )
}

type Wanted = BalanceOrder['product']

/** A tip of so many shillings from a creator's profile, unless other options are given. */
export function aTip(
  creatorId: string,
  shillings: number,
  change: Partial<Extract<Wanted, { kind: 'tip' }>> = {},
): Extract<Wanted, { kind: 'tip' }> {
  return {
    kind: 'tip',
    creatorId,
    amountMinor: BigInt(shillings) * 100n,
    message: '',
    postId: null,
    context: 'profile',
    named: true,
    ...change,
  }
}

/** Buys from the wallet with a new form, unless the form's token is given. */
export function spend(fan: Person, product: Wanted, change: Partial<BalanceOrder> = {}) {
  return placeOrder(fan, {
    product,
    from: 'wallet',
    returnTo: {},
    attempt: randomToken(),
    shownMinor: null,
    ...change,
  })
}
