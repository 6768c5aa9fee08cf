import { beforeAll, describe, expect, test } from 'vitest'
import { countVisibleUpTo, findCreatorById } from '#app/domain/creators/queries.server.ts'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import {
  findCreatorBalances,
  findSpan,
  listEarningsByDay,
  listEarningsBySource,
} from '#app/domain/earnings/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { listCosts, sumAccounts } from '#app/domain/ledger/browse.server.ts'
import { credit, debit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { countApplications as countByState } from '#app/domain/moderation/queries.server.ts'
import { listEarnedBySource } from '#app/domain/overview/earnings.server.ts'
import {
  countApplications,
  countPaymentsInReview,
  countPeople,
  listMoneyIn,
} from '#app/domain/overview/queries.server.ts'
import { countMoneyWaiting } from '#app/domain/overview/waiting.server.ts'
import { countPayouts } from '#app/domain/payouts/staff-queries.server.ts'
import { countPosts } from '#app/domain/posts/queries.server.ts'
import { countDifferences } from '#app/domain/reconciliation/queries.server.ts'
import { countOpenChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { countRefunds } from '#app/domain/refunds/queries.server.ts'
import { listStoredPlans } from '#app/domain/subscriptions/plans-admin-queries.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { loadToday } from '#app/web/creator/earnings/today.server.ts'
import { loadCreatorPage } from '#app/web/creator-page.server.ts'
import { earn, reverse } from './support/earnings.ts'
import { giveFullAccess, makeCreator, makePerson } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { insertBare } from './support/page-to-end.ts'

// Every figure is checked with rows that count beside rows that must not, and by how much it changes: nothing here starts at zero.
const { owner } = useDatabase()
const put = (table: string, ...rows: object[]): Promise<void> => insertBare(owner(), table, rows)
const days = (count: number): Date => addDays(now(), count)

/** By how much each number of a figure changed. */
async function moved<Figure extends Record<string, unknown>>(
  read: () => Promise<Figure>,
  make: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await read()
  await make()
  const after = await read()
  const changes = Object.keys(after).map((name) => [name, Number(after[name]) - Number(before[name] ?? 0)] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

let planId: string
let staff: Person
beforeAll(async () => {
  planId = (await listStoredPlans()).find((plan) => plan.name === 'monthly')!.id
  staff = { ...(await makePerson('admin')), staffRole: 'super-admin' }
})

/** A pass that was bought, from one day to another, counted from now. */
const passOf = (userId: string, from: number, to: number, status = 'active', purchaseId = newId()) =>
  put('subscriptions', {
    id: newId(),
    user_id: userId,
    plan_id: planId,
    purchase_id: purchaseId,
    status,
    starts_at: days(from),
    expires_at: days(to),
    deferred_minor: 100,
  })

const subscriptionOf = (userId: string, creatorId: string, from: number, to: number, status = 'active') =>
  put('creator_subscriptions', {
    id: newId(),
    user_id: userId,
    creator_id: creatorId,
    purchase_id: newId(),
    price_minor: 3_000_000,
    status,
    starts_at: days(from),
    ends_at: days(to),
    ended_early_at: status === 'active' ? null : days(-1),
  })

const follow = (fanId: string, creatorId: string) => put('follows', { fan_id: fanId, creator_id: creatorId })

describe('people and passes', () => {
  /** People with a pass of every kind; three of them hold one now. */
  async function withPasses(): Promise<
    Record<'running' | 'twice' | 'granted' | 'ended' | 'future' | 'refunded', Person>
  > {
    const people = {
      running: await makePerson(),
      twice: await makePerson(),
      granted: await makePerson(),
      ended: await makePerson(),
      future: await makePerson(),
      refunded: await makePerson(),
    }
    await passOf(people.running.id, -1, 29)
    await passOf(people.twice.id, -20, 10)
    await passOf(people.twice.id, -2, 28)
    await giveFullAccess(people.granted)
    await passOf(people.ended.id, -31, -1)
    await passOf(people.future.id, 1, 31)
    await passOf(people.refunded.id, -1, 29, 'refunded')
    return people
  }

  test('ADMIN-01 counts passes that run now, each person once; passes that ended, begin later or were refunded are not counted', async () => {
    const plans = async () => ({ monthly: (await listStoredPlans()).find((plan) => plan.id === planId)!.activePasses })
    let bought = 0
    const people = await moved(countPeople, async () => {
      bought = (await moved(plans, withPasses)).monthly!
    })
    expect(people).toEqual({ fans: 6, newFansThisWeek: 6, activePasses: 2, grantedAccess: 1 })
    // The plans count by the same rule.
    expect(bought).toBe(2)
  })

  test('ADMIN-01 fans of this week and passes sold this week are counted, older and closed ones are not', async () => {
    const purchase = async (at: Date, change: object = {}) => {
      const id = newId()
      await put('purchases', {
        id,
        kind: 'pass',
        product_id: planId,
        product_name: 'x',
        buyer_scope: 'x',
        buyer_email: 'x@fans.example',
        amount_minor: 100,
        currency: 'UGX',
        quote: '{}',
        idempotency_key: id,
        checkout_hash: Buffer.alloc(1),
        state: 'completed',
        completed_at: at,
        ...change,
      })
      return id
    }
    const pass = async (at: Date) => passOf(newId(), -40, -10, 'active', await purchase(at))
    const change = await moved(countPeople, async () => {
      const [old, closed] = [await makePerson(), await makePerson()]
      await makePerson()
      await owner().query('update profiles set created_at = $2 where id = $1', [old.id, days(-8)])
      await owner().query(`update profiles set account_status = 'closed' where id = $1`, [closed.id])
      await pass(days(-6.9))
      await pass(days(-7.1))
      await purchase(days(-1), { kind: 'tip' })
      await purchase(days(-1), { state: 'open', completed_at: null })
    })
    expect(change).toEqual({ fans: 2, newFansThisWeek: 1, newPassesThisWeek: 1 })
  })

  test('ADMIN-01 a creator is visible, or hidden because of the fee, or neither', async () => {
    const change = await moved(countPeople, async () => {
      await makeCreator()
      await makeCreator({ paidDays: -1 })
      await makeCreator({ approved: false })
      const blocked = await makeCreator({ paidDays: -1 })
      await owner().query('update profiles set is_blocked = true where id = $1', [blocked.id])
    })
    expect(change).toEqual({ creatorsVisible: 1, creatorsHiddenByFee: 1 })
    const visible = async () => ({ visible: await countVisibleUpTo(1_000) })
    expect(await moved(visible, async () => [await makeCreator(), await makeCreator({ paidDays: -1 })])).toEqual({
      visible: 1,
    })
  })

  test('PROF-01 a creator’s subscribers are followers with a running pass and people with a running subscription, each once', async () => {
    const creator = await makeCreator()
    const people = await withPasses()
    for (const person of Object.values(people)) await follow(person.id, creator.id)
    await passOf((await makePerson()).id, -1, 29)
    await subscriptionOf(people.running.id, creator.id, -1, 29)
    await subscriptionOf((await makePerson()).id, creator.id, -1, 29)
    await subscriptionOf((await makePerson()).id, creator.id, -31, -1)
    await subscriptionOf((await makePerson()).id, creator.id, 1, 31)
    await subscriptionOf((await makePerson()).id, creator.id, -1, 29, 'refunded')
    await subscriptionOf((await makePerson()).id, (await makeCreator()).id, -1, 29)
    // The rows were put in past the triggers that count.
    await owner().query('select count_audience_anew()')
    expect((await findCreatorById(creator.id))!.subscribers).toBe(4)
    const today = await loadToday(creator.id)
    expect(today.subscribers).toBe('4')
  })

  test('PROF-01 counts posts that are public now, not those that ended, come later or were removed', async () => {
    const creator = await makeCreator()
    const post = (change: object = {}) =>
      put('posts', {
        id: newId(),
        creator_id: creator.id,
        kind: 'photo',
        audience: 'public',
        state: 'published',
        published_at: days(-1),
        ...change,
      })
    await post()
    await post({ expires_at: days(1) })
    await post({ expires_at: days(-0.5) })
    await post({ published_at: days(1) })
    await post({ state: 'removed' })
    await post({ state: 'in_review', published_at: null })
    expect(await countPosts(creator.id)).toBe(2)
  })
})

describe('the live badge', () => {
  test('FEED-01 is shown for 90 seconds after the last heartbeat, in the feed, its filter and on the page', async () => {
    const heard = new Map<string, string>([
      ['85', (await makeCreator()).id],
      ['95', (await makeCreator()).id],
      ['never', (await makeCreator()).id],
      ['off', (await makeCreator()).id],
    ])
    for (const [how, id] of heard)
      await owner().query(
        `update creators set is_live = $2, heartbeat_at = app_now() - make_interval(secs => $3::int) where profile_id = $1`,
        [id, how !== 'off', how === 'never' ? null : how === 'off' ? 1 : Number(how)],
      )
    const feed = (await feedPage({ limit: 500 })).creators
    const online = (await feedPage({ limit: 500, filter: 'online' })).creators
    const shown = await Promise.all(
      [...heard].map(async ([how, id]) => ({
        how,
        badge: feed.find((one) => one.id === id)!.online,
        filter: online.some((one) => one.id === id),
        page: (await findCreatorById(id))!.online,
      })),
    )
    expect(shown).toEqual([
      { how: '85', badge: true, filter: true, page: true },
      { how: '95', badge: false, filter: false, page: false },
      { how: 'never', badge: false, filter: false, page: false },
      { how: 'off', badge: false, filter: false, page: false },
    ])
  })
})

describe('money', () => {
  const platform = (purpose: LedgerAccount['purpose'], currency: 'UGX' | 'USD'): LedgerAccount => ({
    purpose,
    ownerId: null,
    currency,
  })

  /** What the gateway collected on a day: gross and its fee separately. */
  async function collected(currency: 'UGX' | 'USD', gross: bigint, fee: bigint, at = now()): Promise<string> {
    const { entryId } = await inTransaction((tx) =>
      postEntry(tx, {
        kind: 'test_collected',
        idempotencyKey: newId(),
        causeKind: 'test',
        causeId: newId(),
        happenedAt: at,
        lines: [
          debit(platform('gateway_clearing', currency), gross - fee),
          debit(platform('gateway_fees', currency), fee),
          credit(platform('platform_revenue', currency), gross),
        ],
      }),
    )
    return entryId
  }

  test('ADMIN-01 the chart of shillings counts only shillings, including fees; dollars are shown beside it', async () => {
    await collected('UGX', 10_000_000n, 300_000n)
    await collected('UGX', 5_000_000n, 150_000n)
    await collected('USD', 9_900n, 300n)
    await collected('USD', 1_000n, 100n, days(-2))
    const chart = (await listMoneyIn(staff))!
    expect(chart.days).toHaveLength(14)
    expect(chart.days.at(-1)!.shillings).toBe(150_000)
    expect(chart.days.slice(0, -1).every((day) => day.shillings === 0)).toBe(true)
    expect(chart.period).toEqual(['UGX\u00a0150,000', 'US$109.00'])
    expect(chart.today).toBe('UGX\u00a0150,000')
  })

  test('ADMIN-07 sums of accounts and costs keep currencies separate', async () => {
    const sums = async () =>
      Object.fromEntries((await sumAccounts()).map((row) => [`${row.purpose} ${row.currency}`, row.balanceMinor]))
    const costs = async () =>
      Object.fromEntries((await listCosts(30)).map((row) => [`${row.purpose} ${row.currency}`, row.amountMinor]))
    const make = async () => {
      await collected('UGX', 10_000_000n, 300_000n)
      await collected('USD', 9_900n, 300n)
      // Before the first of the thirty days.
      await collected('UGX', 1_000_000n, 70_000n, days(-31))
    }
    let cost: Record<string, number> = {}
    expect(await moved(sums, async () => (cost = await moved(costs, make)))).toEqual({
      'gateway_clearing UGX': 10_630_000,
      'gateway_fees UGX': 370_000,
      'platform_revenue UGX': -11_000_000,
      'gateway_clearing USD': 9_600,
      'gateway_fees USD': 300,
      'platform_revenue USD': -9_900,
    })
    expect(cost).toEqual({ 'gateway_fees UGX': 300_000, 'gateway_fees USD': 300 })
  })

  test('PROF-01 DASH-01 today’s goal shows what was earned today, on the page and on the dashboard', async () => {
    const creator = await makeCreator()
    await owner().query('update creators set daily_goal_minor = 10000000 where profile_id = $1', [creator.id])
    const goals = async () => {
      const page = await loadCreatorPage(null, (await findCreatorById(creator.id))!, new URL('http://localhost/x'))
      return {
        page: page.about.goal.percent,
        earned: page.about.goal.earned,
        today: (await loadToday(creator.id)).goal!.percent,
      }
    }
    expect(await goals()).toEqual({ page: 0, earned: 'UGX\u00a00', today: 0 })
    await earn(creator.id, 50_000)
    expect(await goals()).toEqual({ page: 40, earned: 'UGX\u00a040,000', today: 40 })
    await earn(creator.id, 100_000)
    expect((await goals()).page).toBe(100)
    expect((await loadToday(creator.id)).net).toBe('UGX\u00a0120,000')
  })

  test('DASH-02 a creator’s earnings are shown by day, by source and by balance, with pending and cleared separate', async () => {
    const creator = await makeCreator()
    await earn(creator.id, 50_000)
    const cleared = await earn(creator.id, 100_000)
    const before = await earn(creator.id, 10_000)
    await owner().query(`set session_replication_role = replica`)
    await owner().query('update earnings set released_at = app_now() where cause_id = $1', [cleared])
    await owner().query('update earnings set earned_at = $2 where cause_id = $1', [before, days(-8)])
    await owner().query(`set session_replication_role = default`)
    await reverse(creator.id, cleared, 5_000)
    const list = await listEarningsByDay(creator.id, 7)
    expect(list).toHaveLength(7)
    expect(list.at(-1)).toEqual({
      day: list.at(-1)!.day,
      clearedMinor: 8_000_000n,
      pendingMinor: 4_000_000n,
      reversedMinor: 500_000n,
    })
    expect(list.slice(0, -1).every((day) => day.clearedMinor === 0n && day.pendingMinor === 0n)).toBe(true)
    const sums = { source: 'unlock', count: 2, grossMinor: 15_000_000n, feeMinor: 3_000_000n, netMinor: 12_000_000n }
    expect(await listEarningsBySource(creator.id, 7)).toEqual([sums])
    expect(await findSpan(creator.id, 7)).toEqual({ beforeMinor: 800_000n, reversedMinor: 500_000n })
    const balances = await findCreatorBalances(creator.id)
    expect(balances.pendingMinor + balances.availableMinor - balances.owedMinor).toBe(12_300_000n)
  })

  test('ADMIN-07 earnings by source count a creator’s weeks when they have ended, and not refunds or dollars', async () => {
    const creator = await makeCreator()
    const week = (change: object) =>
      put('creator_fee_weeks', {
        id: newId(),
        creator_id: creator.id,
        purchase_id: newId(),
        amount_minor: 5_000_000,
        currency: 'UGX',
        paid_at: days(-9),
        starts_at: days(-9),
        ends_at: days(-2),
        earned_at: days(-2),
        ...change,
      })
    const read = async () =>
      Object.fromEntries((await listEarnedBySource(30)).map((row) => [row.source, row.grossMinor + row.feeMinor]))
    const change = await moved(read, async () => {
      await earn(creator.id, 50_000)
      await week({})
      await week({ earned_at: null })
      await week({ earned_at: null, refunded_at: days(-1) })
      await week({ currency: 'USD' })
      await week({ paid_at: days(-40), earned_at: days(-31) })
    })
    // Gross and fee: for an unlock the fee is a fifth, for a creator's week all of it.
    expect(change).toEqual({ unlock: 6_000_000, creator_fee: 10_000_000 })
  })

  test('TIP-03 the tips of a post are the sum of its tips that were not reversed', async () => {
    const [post, other] = [newId(), newId()]
    const creator = await makeCreator()
    await put('posts', {
      id: post,
      creator_id: creator.id,
      kind: 'photo',
      audience: 'public',
      state: 'published',
      published_at: now(),
    })
    const tip = (change: object) =>
      put('tips', {
        id: newId(),
        purchase_id: newId(),
        fan_id: newId(),
        creator_id: newId(),
        post_id: post,
        context: 'post',
        amount_minor: 1_000_000,
        ...change,
      })
    await tip({})
    await tip({ amount_minor: 2_500_000 })
    await tip({ removed_at: now() })
    await tip({ post_id: other })
    await owner().query('select count_tips_anew()')
    expect((await findPostForViewer(null, post))!.tips).toEqual({ amountMinor: 3_500_000n, currency: 'UGX' })
  })
})

describe('what staff has to do', () => {
  test('ADMIN-02 applications that wait and creators by their state', async () => {
    const apply = async (state: string, submitted: number, change: Parameters<typeof makeCreator>[0] = {}) => {
      const creator = await makeCreator({ approved: false, ...change })
      await put('creator_applications', {
        id: newId(),
        profile_id: creator.id,
        state,
        submitted_at: days(submitted),
      })
      return creator
    }
    const peaches = await moved(countByState, async () => {
      await apply('in_review', -2)
      await apply('in_review', -1)
      await apply('changes_requested', -9)
      await apply('draft', -9)
      await apply('approved', -9, { approved: true })
      const suspended = await makeCreator()
      await owner().query(`update profiles set account_status = 'suspended' where id = $1`, [suspended.id])
    })
    expect(peaches).toEqual({ all: 5, active: 1, pending: 2, suspended: 1 })
    expect(await countApplications(staff)).toEqual({ waiting: 2, oldestHours: 48 })
  })

  test('ADMIN-07 payments in review, refunds, chargebacks, payouts and differences that are open', async () => {
    const transaction = (status: string) => {
      const id = newId()
      return put('transactions', {
        id,
        purchase_id: newId(),
        unauthenticated: false,
        flutterwave_tx_ref: id,
        transaction_type: 'x',
        payment_method: 'card',
        amount_minor: 100,
        currency: 'UGX',
        email: 'x',
        customer_name: 'x',
        description: 'x',
        status,
      }).then(() => id)
    }
    const refund = (state: string, change: object = {}) =>
      put('refunds', {
        id: newId(),
        amount_minor: 100,
        currency: 'UGX',
        reason: 'asked',
        state,
        purchase_id: newId(),
        ...change,
      })
    const chargeback = (change: object) => {
      const id = newId()
      return put('chargebacks', {
        id,
        gateway: 'flutterwave',
        chargeback_id: id,
        status: 'pending',
        raw_status: 'x',
        opened_at: days(-1),
        ...change,
      })
    }
    let number = 0
    const payout = (state: string, reason: string | null = null) =>
      put('payouts', {
        id: newId(),
        creator_id: newId(),
        account_id: newId(),
        asked_by: staff.id,
        gross_minor: 100_000,
        state,
        fee_minor: 0,
        net_minor: 100_000,
        reference: `F${(number += 1)}`,
        reason,
        claimed_at: days(-1),
      })
    const difference = (state: string, currency: string, amount: number) => {
      const id = newId()
      return put('reconciliation_differences', {
        id,
        kind: 'x',
        subject: id,
        description: 'x',
        causes_at: now(),
        state,
        currency,
        amount_minor: amount,
        ended_at: state === 'open' ? null : now(),
        settled_by: state === 'settled' ? staff.id : null,
      })
    }
    const [reviews, refunds, payouts] = [() => countPaymentsInReview(staff), countRefunds, countPayouts]
    const open = async () => ({ chargebacks: await countOpenChargebacks() })
    const waiting = await moved(countMoneyWaiting, async () => {
      expect(
        await moved(reviews as () => Promise<Record<string, number>>, async () => {
          const held = await transaction('review')
          await transaction('review')
          await transaction('succeeded')
          // An undecided request holds its money; it counts among the open refunds too.
          await refund('asked', { transaction_id: held, gateway: 'x', provider_id: '1', reason: 'unmatched' })
        }),
      ).toEqual({ all: 2, held: 1 })
      expect(
        await moved(refunds, async () => {
          for (const state of ['asked', 'agreed', 'sending', 'sent', 'failed', 'failed', 'completed', 'declined'])
            await refund(state)
        }),
      ).toMatchObject({ open: 2, sending: 2, failed: 2 })
      expect(
        await moved(open, async () => {
          await chargeback({})
          await chargeback({ answer: 'accept', answered_by: staff.id })
          await chargeback({ ended_at: now(), status: 'won' })
        }),
      ).toEqual({ chargebacks: 1 })
      expect(
        await moved(payouts, async () => {
          for (const state of ['pending', 'sending', 'sent', 'unknown', 'failed', 'reversed', 'completed', 'completed'])
            await payout(state)
          await payout('pending', 'approval')
          await payout('sent', 'gateway_approval')
        }),
      ).toEqual({ all: 10, approval: 1, pending: 2, sending: 3, unknown: 1, failed: 2, completed: 2 })
      const counts = async () => {
        const { open: count, explained, settled } = await countDifferences()
        return { count, explained, settled }
      }
      expect(
        await moved(counts, async () => {
          await difference('open', 'UGX', 300)
          await difference('open', 'UGX', -100)
          await difference('open', 'USD', 7)
          await difference('explained', 'UGX', 900)
          await difference('settled', 'UGX', 900)
        }),
      ).toEqual({ count: 3, explained: 1, settled: 1 })
    })
    expect(waiting).toMatchObject({ refundsOpen: 3, refundsFailed: 2, chargebacks: 1, payoutChecks: 3, differences: 3 })
    expect((await countDifferences()).unexplained).toEqual([
      { currency: 'USD', amountMinor: 7n },
      { currency: 'UGX', amountMinor: 200n },
    ])
  })
})
