import { sql } from 'kysely'
import { quotePass } from '#app/domain/products/pass/quote.ts'
import { passCredits } from '#app/domain/products/pass/entries.ts'
import { purgeOutbox } from '#app/domain/events/outbox.server.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { sealNumber } from '#app/domain/payouts/account-number.server.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { approvePayout } from '#app/domain/payouts/approve-payout.server.ts'
import { lastRunAt } from '#app/domain/payouts/friday.ts'
import { runWeeklyPayouts } from '#app/domain/payouts/run-weekly-payouts.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import type { ProductOrder } from '#app/domain/products/registry.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { shareWeeks } from '#app/domain/shares/share-weeks.server.ts'
import { earnCreatorSubscriptions } from '#app/domain/subscriptions/earn-creator-subscriptions.server.ts'
import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import { findPlanForSale } from '#app/domain/subscriptions/queries.server.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { setClock } from '#app/platform/clock.server.ts'
import { config } from '#app/platform/config.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { type Random, seededRandom } from './artwork/seeded-random.ts'
import { topUp } from './fill-wallets.server.ts'
import { inParallel } from './in-parallel.ts'
import { type Met, playTeam } from './play-team.server.ts'
import { tellSimulator } from './simulator.server.ts'
import { payInDemo } from './pay.server.ts'
import { findStaff } from './settle-staff.server.ts'
import { DEMO_CREATORS, DEMO_DOMAIN, DEMO_FANS, type DemoFanAccount, legalNameOf } from './people.ts'

export const HISTORY_WEEKS = 26
/** How long after its begin the weekly run of the history is over. */
export const RUN_MINUTES = 15
/** What people did in the last hours is written by the rest of the demo data. */
const PLAYED_UNTIL_DAYS = 2
/** One payout of this week fails at the gateway. */
const FAILING_WEEK = 3
const PASS_HOLDERS = 8
/** Whose sales are disputed and refunded, and who of the pass holders paid them by card, in weeks without a pass. */
const DISPUTED = 'esther_dj'
const CARD_PAYERS = [0, 4, 7] as const
const TOP_UP = 260_000
const TIPS = [2_000, 5_000, 5_000, 10_000, 10_000, 20_000, 50_000] as const
const THANKS = [
  '',
  '',
  'For the song.',
  'Keep going!',
  'From Jinja with love',
  'That dance!',
  'Worth every shilling.',
] as const
/** Who sells, and how often beside the others. */
const SELLERS: readonly [username: string, weight: number][] = [
  ['amina_k', 9],
  ['esther_dj', 4],
  ['queen_b', 3],
  ['zahara', 2],
]

type Seller = { id: string; username: string; weight: number }
type Buyer = { account: DemoFanAccount; person: Person; subscribed: Map<string, Date>; phone: string }

/**
 * Plays half a year before the demo's first day, by the product's own commands under its own clock: subscriptions that begin and end, tips,
 * unlocks, passes and their weekly shares, the team at work, and a payout each Friday, one of which fails. Payments at the gateway are written as they would
 * have been left (`payInDemo`); everything else happens. A build that was interrupted continues after the last sale that it played.
 */
export async function playHistory(ids: ReadonlyMap<string, string>): Promise<void> {
  // A gateway that is not our simulator pays nobody of the demo.
  if (config().gateway !== null) return
  const today = now()
  try {
    const stage = await settleStage(ids)
    // Counted by the weekly runs, so that creators were paid on Fridays whenever the demo begins; the running week is week 0.
    const lastRun = lastRunAt(addMinutes(today, -RUN_MINUTES))
    for (let week = HISTORY_WEEKS; week >= 0; week -= 1)
      await playWeek(stage, {
        friday: addDays(lastRun, 7 * (1 - week)),
        week,
        until: addDays(today, -PLAYED_UNTIL_DAYS),
      })
  } finally {
    await setClock(null)
  }
  // What people were told then is read and gone; only the last days are still delivered.
  await purgeOutbox(2)
}

type Stage = {
  /** The last sale of a build that was interrupted. */
  playedUntil: Date | null
  approvers: Person[]
  /** Those who have a pass for all now and then; they buy nothing else. */
  holders: Buyer[]
  sellers: Seller[]
  buyers: Buyer[]
  random: Random
  posts: Map<string, SoldPost[]>
  /** Buyer and post. */
  bought: Set<string>
  met: Met
}
type SoldPost = { id: string; publishedAt: Date }

async function settleStage(ids: ReadonlyMap<string, string>): Promise<Stage> {
  const sellers = SELLERS.map(([username, weight]) => ({
    id: ids.get(DEMO_CREATORS.find(({ recipe }) => recipe.username === username)!.email)!,
    username,
    weight,
  }))
  await giveGatewayMoney()
  const opened = await db.selectFrom('payout_accounts').select('id').limit(1).executeTakeFirst()
  if (!opened) for (const [index, seller] of sellers.entries()) await openAccount(seller, index)
  const buyers: Buyer[] = []
  for (const [index, account] of buyingFans().entries())
    buyers.push({
      account,
      person: (await findPerson(ids.get(account.email)!))!,
      subscribed: await subscriptionsOf(ids.get(account.email)!),
      phone: `+25677${String(2_000_000 + index * 137)}`,
    })
  const sold = await db
    .selectFrom('posts')
    .select(['id', 'creator_id', 'published_at'])
    .where('audience', '=', 'pay_to_unlock')
    .where('state', '=', 'published')
    .where(
      'creator_id',
      'in',
      sellers.map(({ id }) => id),
    )
    .execute()
  const posts = new Map<string, SoldPost[]>()
  for (const row of sold)
    posts.set(row.creator_id, [...(posts.get(row.creator_id) ?? []), { id: row.id, publishedAt: row.published_at! }])
  const approvers = await Promise.all(['earnings-manager', 'super-admin'].map((role) => findStaff(role as InvitedRole)))
  const holders = buyers.splice(-PASS_HOLDERS)
  const unlocked = await db.selectFrom('unlocks').select(['user_id', 'post_id']).execute()
  const { rows } = await sql<{ at: Date | null }>`
    select max(completed_at) as at from purchases where paid_from = 'wallet'`.execute(db)
  return {
    playedUntil: rows[0]!.at,
    holders,
    approvers: approvers.filter((one) => one !== null),
    sellers,
    buyers,
    random: seededRandom('history'),
    posts,
    bought: new Set(unlocked.map(({ user_id, post_id }) => `${user_id} ${post_id}`)),
    met: {
      ids,
      creatorId: sellers.find(({ username }) => username === DISPUTED)!.id,
      payers: CARD_PAYERS.map((place) => ({
        person: holders[place]!.person,
        name: holders[place]!.account.displayName,
      })),
    },
  }
}

/** Until when a buyer has which creators: nothing, unless a build was interrupted. */
async function subscriptionsOf(accountId: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('creator_subscriptions')
    .select(['creator_id', 'ends_at'])
    .where('user_id', '=', accountId)
    .orderBy('ends_at')
    .execute()
  return new Map(rows.map(({ creator_id, ends_at }) => [creator_id, ends_at]))
}

/** Those whom nobody signs in as and to whom no pass is granted: the known fans begin without a past of this kind. */
function buyingFans(): DemoFanAccount[] {
  return DEMO_FANS.filter(({ pass }) => pass === 'none').filter(({ email }) => email !== `okello@${DEMO_DOMAIN}`)
}

/** Payouts need money at the gateway; what the demo's fans paid never went through it. */
function giveGatewayMoney(): Promise<void> {
  return tellSimulator('balance', { currency: 'UGX', available: 500_000_000 })
}

async function openAccount(seller: Seller, index: number): Promise<void> {
  const id = newId()
  const { recipe } = DEMO_CREATORS.find((creator) => creator.recipe.username === seller.username)!
  const since = addDays(now(), -7 * (HISTORY_WEEKS + 1))
  await db
    .insertInto('payout_accounts')
    .values({
      id,
      creator_id: seller.id,
      kind: 'mobile_money',
      bank_code: 'MTN',
      bank_name: 'MTN',
      sealed_number: sealNumber(id, `+25677${String(3_100_000 + index * 211)}`),
      account_name: legalNameOf(recipe),
      state: 'in_use',
      code_expires_at: since,
      confirmed_at: since,
      usable_from: since,
      name_check: 'matched',
    })
    .execute()
}

type Week = { friday: Date; week: number; until: Date }

/** Monday, Wednesday and Friday: people pay, then the tasks run that fell due; on Friday at 9 creators are paid. */
async function playWeek(stage: Stage, { friday, week, until }: Week): Promise<void> {
  const growth = 1 - week / (HISTORY_WEEKS + 4)
  for (const day of [1, 3, 5]) {
    const at = addMinutes(addDays(friday, day - 5), stage.random.integer(1, day === 5 ? RUN_MINUTES : 600))
    // The run of the last Friday belongs to the history however short ago it was.
    if (week === 0 && at > until) continue
    if (stage.playedUntil !== null && at <= stage.playedUntil) continue
    await setClock(at)
    await playTeam(week, day, stage.met)
    // Each buys once a day, so that they can buy at the same time.
    await inParallel(chooseBuyers(stage, week, 2 + Math.round(growth * 7)), 4, (buyer, sale) =>
      playSale(stage, buyer, `${week} ${day} ${sale}`),
    )
    if (day === 3) await sellPass(stage, week)
    if (day === 5 && week === FAILING_WEEK)
      await tellSimulator('scenario', { match: { path: '/v3/transfers' }, scenario: 'T02', times: 1 })
    await earnCreatorSubscriptions()
    await releaseEarnings()
    await shareWeeks()
    await runWeeklyPayouts()
    if (week > 1) await approvePayouts(stage.approvers)
    await keepPayoutsMoving()
  }
}

/** Large payouts take two people. Those of the last week wait for them still. */
async function approvePayouts(approvers: readonly Person[]): Promise<void> {
  const waiting = await db
    .selectFrom('payouts')
    .select(['id', 'net_minor'])
    .where('state', '=', 'pending')
    .where('approvals_needed', '>', 0)
    .execute()
  for (const { id, net_minor } of waiting)
    for (const approver of approvers) await approvePayout(approver, { payoutId: id, typedMinor: net_minor, code: '' })
}

/** Who buys on a day. Who joined later buys later. */
function chooseBuyers({ random, buyers }: Stage, week: number, count: number): Buyer[] {
  const known = Math.max(6, Math.round(buyers.length * Math.min(1, 1 - (week - 1) / HISTORY_WEEKS)))
  return [...new Set(Array.from({ length: count }, () => buyers[random.integer(0, known - 1)]!))]
}

/** One purchase: thirty days of a creator for a fan without them, else a tip or an unlock. */
async function playSale(stage: Stage, buyer: Buyer, attempt: string): Promise<void> {
  const { random, sellers } = stage
  const seller = random.pick(sellers.flatMap((one) => Array.from({ length: one.weight }, () => one)))
  const until = buyer.subscribed.get(seller.id)
  const order: ProductOrder =
    until === undefined || until < now()
      ? { kind: 'creator_subscription', creatorId: seller.id, renewal: false }
      : (unlockOf(stage, buyer, seller) ?? {
          kind: 'tip',
          creatorId: seller.id,
          amountMinor: ugx(random.pick(TIPS)).amountMinor,
          message: random.pick(THANKS),
          postId: null,
          context: 'profile',
          named: random.chance(0.7),
        })
  if ((await walletBalance(buyer.person.id)).amountMinor < ugx(125_000).amountMinor) await fill(buyer)
  const placed = await placeOrder(buyer.person, {
    product: order as Exclude<ProductOrder, { kind: 'wallet_top_up' }>,
    from: 'wallet',
    returnTo: {},
    attempt: `demo history ${attempt}`,
    shownMinor: null,
  })
  if (!placed.ok) throw new Error(`a sale of the demo's history was refused: ${JSON.stringify(placed.refusal)}`)
  if (order.kind === 'creator_subscription') buyer.subscribed.set(seller.id, addDays(now(), 30))
}

function unlockOf({ random, posts, bought }: Stage, buyer: Buyer, seller: Seller): ProductOrder | null {
  const open = (posts.get(seller.id) ?? []).filter(
    ({ id, publishedAt }) => publishedAt < now() && !bought.has(`${buyer.person.id} ${id}`),
  )
  if (open.length === 0 || random.chance(0.6)) return null
  const post = random.pick(open)
  bought.add(`${buyer.person.id} ${post.id}`)
  return { kind: 'post_unlock', postId: post.id }
}

function fill({ account, person, phone }: Buyer): Promise<void> {
  const filled = { accountId: person.id, email: account.email, name: account.displayName }
  return topUp(filled, { phone, shillings: TOP_UP, paidAt: now() })
}

/** A monthly pass, and the creators that its holder uses: the week's share has somebody to pay. */
async function sellPass({ holders, random, sellers }: Stage, week: number): Promise<void> {
  const holder = holders[week % holders.length]!
  const plan = (await findPlanForSale('monthly'))!
  const quote = quotePass({ ...plan, discountPercentage: 0 }, 'UGX', now())
  const { person, account, phone } = holder
  await inTransaction(async (tx) => {
    const purchaseId = await payInDemo(tx, {
      accountId: person.id,
      email: account.email,
      name: account.displayName,
      phone,
      quote,
      labels: { what: 'monthly', type: 'subscription' },
      booking: passCredits(quote.price),
      paidAt: now(),
    })
    await grantPass(tx, {
      accountId: person.id,
      plan: 'monthly',
      planId: plan.id,
      purchaseId,
      price: quote.price,
      paidAt: now(),
    })
  })
  for (const seller of sellers) if (random.chance(0.7)) await recordUse(person.id, seller.id)
}
