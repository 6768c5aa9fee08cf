import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { topUpCredits } from '#app/domain/products/wallet-top-up/entries.ts'
import { quoteTopUp } from '#app/domain/products/wallet-top-up/quote.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { payInDemo } from './pay.server.ts'
import { DEMO_DOMAIN, DEMO_FANS } from './people.ts'

type Wallet = { email: string; name: string; phone: string; shillings: number; daysAgo: number }

/** 500,000 remain free: the rest pays for two posts, messages and a delivered request, and is reserved for open requests. */
const BRIAN = { name: 'Brian O.', phone: '+256772123456', shillings: 840_000, daysAgo: 9 }
/** Creators from whom Brian has bought a post. */
const BOUGHT_FROM = ['esther_dj', 'hope'] as const
/** Two of the crowd tip Amina, so that her bell has something to show. */
const TIPPERS = DEMO_FANS.filter(({ pass }) => pass === 'granted').slice(0, 2)

/** Wallets that were topped up days ago, with the rows that a real payment would have left; and what some of them have paid for. */
export async function fillWallets(ids: ReadonlyMap<string, string>): Promise<void> {
  await fillOnce(ids, { email: `brian@${DEMO_DOMAIN}`, ...BRIAN })
  await unlockPosts(ids.get(`brian@${DEMO_DOMAIN}`)!)
  for (const [index, { email, displayName }] of TIPPERS.entries()) {
    const phone = `+25675212345${index}`
    await fillOnce(ids, { email, name: displayName, phone, shillings: 20_000, daysAgo: 2 })
    await tip(ids.get(email)!, ids.get(`amina@${DEMO_DOMAIN}`)!, 5_000 * (index + 1))
  }
}

async function fillOnce(ids: ReadonlyMap<string, string>, { email, name, phone, shillings, daysAgo }: Wallet) {
  const accountId = ids.get(email)!
  const filled = await db
    .selectFrom('purchases')
    .select('id')
    .where('buyer_id', '=', accountId)
    .where('kind', '=', 'wallet_top_up')
    .executeTakeFirst()
  if (!filled) await topUp({ accountId, email, name }, { phone, shillings, paidAt: addDays(now(), -daysAgo) })
}

type Filled = { accountId: string; email: string; name: string }

/** A top-up as it was left by a payment by mobile money. */
export async function topUp(
  { accountId, email, name }: Filled,
  { phone, shillings, paidAt }: { phone: string; shillings: number; paidAt: Date },
): Promise<void> {
  const quote = quoteTopUp(accountId, ugx(shillings).amountMinor, 0n)
  await inTransaction((tx) =>
    payInDemo(tx, {
      accountId,
      email,
      name,
      phone,
      quote,
      labels: { what: 'top-up', type: 'wallet_top_up' },
      booking: topUpCredits(quote.price, accountId),
      paidAt,
    }),
  )
}

/** One post of each of the creators; what a fan has already is not bought again. */
async function unlockPosts(fanId: string): Promise<void> {
  const fan = (await findPerson(fanId))!
  const posts = await db
    .selectFrom('posts')
    .innerJoin('profiles', 'profiles.id', 'posts.creator_id')
    .select('posts.id')
    .where('profiles.username', 'in', BOUGHT_FROM)
    .where('posts.audience', '=', 'pay_to_unlock')
    .where('posts.kind', '=', 'photo')
    .where('posts.id', 'not in', db.selectFrom('unlocks').select('post_id').where('user_id', '=', fanId))
    .execute()
  for (const { id } of posts) {
    const placed = await placeOrder(fan, {
      product: { kind: 'post_unlock', postId: id },
      from: 'wallet',
      returnTo: {},
      attempt: `demo:${fanId}:${id}`,
      shownMinor: null,
    })
    if (!placed.ok) throw new Error(`an unlock of the demo was refused: ${JSON.stringify(placed.refusal)}`)
  }
}

/** The same form twice is one tip: an interrupted build gives none twice. */
async function tip(fanId: string, creatorId: string, shillings: number): Promise<void> {
  const amountMinor = ugx(shillings).amountMinor
  const product = {
    kind: 'tip',
    creatorId,
    amountMinor,
    message: '',
    postId: null,
    context: 'profile',
    named: true,
  } as const
  const fan = (await findPerson(fanId))!
  await placeOrder(fan, { product, from: 'wallet', returnTo: {}, attempt: `demo:${fanId}`, shownMinor: null })
}
