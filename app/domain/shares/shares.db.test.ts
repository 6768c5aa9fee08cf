import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { credit, debit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { addToDay, dayOf, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { now, setClockAdvance } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { earnedUntil, type FanWeek, partOfCreators, shareWeek, type Weight } from './share-rule.ts'
import { earnWeek } from './internal/earn-week.server.ts'
import { splitWeek } from './internal/split-week.server.ts'
import { shareWeeks } from './share-weeks.server.ts'
import { verifyShareRun } from './verify-share-run.server.ts'

const { owner } = useDatabase({ max: 16 })
const platform = (purpose: LedgerAccount['purpose']): LedgerAccount => ({ purpose, ownerId: null, currency: 'UGX' })

const planId = newId()
let advancedMs = 0

async function moveTo(at: Date): Promise<void> {
  advancedMs = at.getTime() - Date.now()
  await owner().query('update app_clock set advanced_by = make_interval(secs => $1)', [advancedMs / 1_000])
  setClockAdvance(advancedMs)
}

beforeAll(async () => {
  await owner().query(
    `insert into subscription_plans (id, name, display_name, price_ugx, price_usd) values ($1, 'monthly', 'Monthly', 18000000, 499)
     on conflict do nothing`,
    [planId],
  )
})

/** Every test has weeks of its own: what it leaves behind would be shared by the next one. */
beforeEach(async () => {
  await owner().query('update subscriptions set earned_minor = deferred_minor')
  await owner().query('delete from follows; delete from creator_uses')
  const { rows } = await owner().query<{ last: string | null }>('select max(week) as last from share_runs')
  const from = rows[0]!.last ? addToDay(rows[0]!.last, 14) : mondayOf(addToDay(dayOf(now()), 7))
  if (rows[0]!.last) {
    await moveTo(new Date(startOfDay(from).getTime() + 60_000))
    await shareWeeks()
  }
  await moveTo(new Date(startOfDay(from).getTime() + 3_600_000))
})

async function person(kind: 'fan' | 'creator'): Promise<string> {
  const id = newId()
  await owner().query(`insert into profiles (id, email, user_type) values ($1, $2, $3)`, [
    id,
    `${id}@test.example`,
    kind,
  ])
  if (kind === 'creator')
    await owner().query(`insert into creators (profile_id, verification_status) values ($1, 'approved')`, [id])
  return id
}

/** A pass that was paid, as the purchase books it. */
async function pass(fanId: string, priceMinor: bigint, startsAt: Date, days: number): Promise<string> {
  const [id, purchaseId] = [newId(), newId()]
  await owner().query(
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_email, amount_minor, currency, quote, intent, state, idempotency_key, buyer_scope, completed_at, starter_hash)
     values ($1, 'pass', $2, 'Monthly', $3, 'x@test.example', $4, 'UGX', '{}', '{}', 'completed', $5, $5, app_now(), '')`,
    [purchaseId, planId, fanId, priceMinor, purchaseId],
  )
  await owner().query(
    `insert into subscriptions (id, user_id, plan_id, purchase_id, starts_at, expires_at, deferred_minor)
     values ($1, $2, (select id from subscription_plans where name = 'monthly' limit 1), $3, $4::timestamptz, $4::timestamptz + make_interval(days => $5), $6)`,
    [id, fanId, purchaseId, startsAt, days, priceMinor],
  )
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'pass_paid',
      idempotencyKey: id,
      causeKind: 'purchase',
      causeId: purchaseId,
      happenedAt: now(),
      lines: [debit(platform('gateway_clearing'), priceMinor), credit(platform('deferred_pass_revenue'), priceMinor)],
    }),
  )
  return id
}

const use = (fanId: string, creatorId: string, day: string) =>
  owner().query('insert into creator_uses (fan_id, creator_id, day) values ($1, $2, $3) on conflict do nothing', [
    fanId,
    creatorId,
    day,
  ])
const follow = (fanId: string, creatorId: string) =>
  owner().query('insert into follows (fan_id, creator_id) values ($1, $2)', [fanId, creatorId])
const earnedBy = async (creatorId: string) =>
  (
    await owner().query<{ net: bigint }>(
      `select coalesce(sum(net_minor), 0)::bigint as net from earnings where creator_id = $1 and source = 'pass_share'`,
      [creatorId],
    )
  ).rows[0]!.net / 100n
const thisWeek = () => mondayOf(dayOf(now()))
const nextWeek = () => moveTo(new Date(startOfDay(addToDay(thisWeek(), 7)).getTime() + 60_000))
type RunRow = {
  id: string
  state: string
  gross_minor: bigint
  fee_minor: bigint
  carried_out_minor: bigint
  carried_out_fee_minor: bigint
}
const lastRun = async () =>
  (await owner().query<RunRow>('select * from share_runs order by week desc limit 1')).rows[0]!

describe('the weekly run', () => {
  test('EARN-02 a pass is shared among the creators that its fan used, by days', async () => {
    const [fan, much, little] = [await person('fan'), await person('creator'), await person('creator')]
    await pass(fan, 18_000_000n, now(), 30)
    const week = thisWeek()
    for (const day of [0, 1, 2]) await use(fan, much, addToDay(week, day))
    await use(fan, little, week)
    await shareWeeks()
    expect(await earnedBy(much)).toBe(0n)
    await nextWeek()
    await shareWeeks()
    // Seven of thirty days of 180,000 are 42,000; 8,400 are the platform's, and 33,600 are shared 3 to 1.
    expect(await earnedBy(much)).toBe(25_200n)
    expect(await earnedBy(little)).toBe(8_400n)
  })

  test('EARN-02 the week is Monday to Sunday in Kampala, and a look at night counts for the day that it was there', async () => {
    const [fan, creator] = [await person('fan'), await person('creator')]
    await moveTo(new Date(startOfDay(addToDay(thisWeek(), 6)).getTime() + 86_400_000 - 60_000))
    await recordUse(fan, creator)
    await recordUse(fan, creator)
    await recordUse(creator, creator)
    const { rows } = await owner().query('select day from creator_uses where creator_id = $1', [creator])
    expect(rows).toEqual([{ day: addToDay(thisWeek(), 6) }])
  })

  test('EARN-02 a week without use goes to whom the fan follows; without any, by everybody’s use; with no use at all it is carried', async () => {
    const [user, follower, nobody] = [await person('fan'), await person('fan'), await person('fan')]
    const [used, followed] = [await person('creator'), await person('creator')]
    for (const fan of [user, follower, nobody]) await pass(fan, 3_000_000n, now(), 30)
    await follow(follower, followed)
    await nextWeek()
    await shareWeeks()
    expect(await earnedBy(followed)).toBe(5_600n)
    const carried = await lastRun()
    expect(carried.carried_out_minor).toBe(1_120_000n)
    expect(await getBalance(platform('pass_pool'))).toBe(-1_120_000n)
    await use(user, used, thisWeek())
    await nextWeek()
    await shareWeeks()
    // The user's own 5,600, the 5,600 of the fan without anybody, and the 11,200 of the week before.
    expect(await earnedBy(used)).toBe(22_400n)
    expect(await earnedBy(followed)).toBe(11_200n)
    expect(await getBalance(platform('pass_pool'))).toBe(0n)
  })

  test('EARN-02 over its whole term a pass earns its price to the last shilling, and a returned one nothing more', async () => {
    const [fan, other, creator] = [await person('fan'), await person('fan'), await person('creator')]
    const before = await getBalance(platform('deferred_pass_revenue'))
    await pass(fan, 18_000_100n, now(), 31)
    const returned = await pass(other, 3_100_000n, now(), 31)
    await follow(fan, creator)
    await follow(other, creator)
    await nextWeek()
    await shareWeeks()
    await owner().query(`update subscriptions set status = 'refunded' where id = $1`, [returned])
    for (let week = 0; week < 5; week += 1) {
      await nextWeek()
      await shareWeeks()
    }
    const { rows } = await owner().query(
      'select earned_minor from subscriptions where user_id = any ($1) order by earned_minor',
      [[fan, other]],
    )
    expect(rows.map((row) => row.earned_minor)).toEqual([700_000n, 18_000_100n])
    expect(await getBalance(platform('deferred_pass_revenue'))).toBe(before - 3_100_000n + 700_000n)
  })

  test('EARN-02 three workers at once, and a crash between any two steps, share a week once', async () => {
    const [fan, creator] = [await person('fan'), await person('creator')]
    await pass(fan, 3_000_000n, now(), 30)
    await use(fan, creator, thisWeek())
    const week = thisWeek()
    await nextWeek()
    const crash = new Error('killed before the commit')
    await expect(inTransaction((tx) => earnWeek(tx, week).then(() => Promise.reject(crash)))).rejects.toBe(crash)
    const id = await inTransaction((tx) => earnWeek(tx, week))
    // Killed here, and once more in the middle of the next step: the next run goes on where this one stopped.
    await expect(inTransaction((tx) => splitWeek(tx, id).then(() => Promise.reject(crash)))).rejects.toBe(crash)
    await Promise.allSettled([shareWeeks(), shareWeeks(), shareWeeks()])
    await shareWeeks()
    expect(await earnedBy(creator)).toBe(5_600n)
    const run = await lastRun()
    expect(run.state).toBe('done')
    expect(await verifyShareRun(run.id)).toEqual([])
  })

  test('EARN-02 a jump of the clock over months shares each week by its own days', async () => {
    const [fan, first, third] = [await person('fan'), await person('creator'), await person('creator')]
    await pass(fan, 3_000_000n, now(), 30)
    const week = thisWeek()
    await use(fan, first, week)
    await use(fan, third, addToDay(week, 15))
    await moveTo(new Date(startOfDay(addToDay(week, 70)).getTime() + 60_000))
    await shareWeeks()
    expect(await earnedBy(first)).toBe(5_600n)
    // The other weeks had no use but that one: the second was carried, the fourth and fifth wait for somebody's.
    expect(await earnedBy(third)).toBe(11_200n)
    expect((await lastRun()).carried_out_minor).toBe(720_000n)
  })
})

const FANS = 5
const CREATORS = 4
const world = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: FANS, maxLength: FANS }),
  uses: fc.array(fc.tuple(fc.nat(FANS), fc.nat(CREATORS - 1), fc.nat(6)), { maxLength: 25 }),
  follows: fc.uniqueArray(fc.tuple(fc.nat(FANS - 1), fc.nat(CREATORS - 1)), { maxLength: 8, selector: String }),
})

test('EARN-02 the database shares every small world exactly as the public rule says, and no shilling is lost', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ prices, uses, follows }) => {
      await owner().query('update subscriptions set earned_minor = deferred_minor')
      await owner().query('delete from follows; delete from creator_uses')
      // One more fan than passes: somebody with a granted access uses creators and pays nothing.
      const fans = await Promise.all(Array.from({ length: FANS + 1 }, () => person('fan')))
      const creators = await Promise.all(Array.from({ length: CREATORS }, () => person('creator')))
      const week = thisWeek()
      for (const [index, price] of prices.entries()) await pass(fans[index]!, BigInt(price) * 100n, now(), 30)
      for (const [fan, creator, day] of uses) await use(fans[fan]!, creators[creator]!, addToDay(week, day))
      for (const [fan, creator] of follows) await follow(fans[fan]!, creators[creator]!)
      const carried = await lastRun().then((run) => ({
        netMinor: run.carried_out_minor,
        feeMinor: run.carried_out_fee_minor,
      }))
      await nextWeek()
      await shareWeeks()

      const days = new Map<string, Set<number>>()
      for (const [fan, creator, day] of uses) {
        const key = `${fan} ${creator}`
        days.set(key, (days.get(key) ?? new Set()).add(day))
      }
      const usesOf = (fan: number | null): Weight[] =>
        creators.flatMap((creatorId, creator) => {
          const weight = [...days]
            .filter(([key]) => key.endsWith(` ${creator}`) && (fan === null || key.startsWith(`${fan} `)))
            .reduce((sum, [, set]) => sum + set.size, 0)
          return weight > 0 ? [{ creatorId, weight }] : []
        })
      const model = shareWeek(
        prices.flatMap((price, fan): FanWeek[] => {
          const term = { priceMinor: BigInt(price) * 100n, fromDay: week, toDay: addToDay(week, 30) }
          const gross = earnedUntil(term, addToDay(week, 7))
          if (gross === 0n) return []
          const followed = follows.filter(([who]) => who === fan).map(([, whom]) => creators[whom]!)
          return [{ fanId: fans[fan]!, ...partOfCreators(gross, 20), used: usesOf(fan), followed }]
        }),
        carried,
        usesOf(null),
      )
      const run = await lastRun()
      const { rows } = await owner().query(
        `select fan_id as "fanId", creator_id as "creatorId", basis, weight, net_minor as "netMinor", fee_minor as "feeMinor" from share_lines where run_id = $1`,
        [run.id],
      )
      const inOrder = (lines: readonly { fanId: string | null; creatorId: string }[]) =>
        lines.toSorted((a, b) => `${a.fanId} ${a.creatorId}`.localeCompare(`${b.fanId} ${b.creatorId}`))
      expect(inOrder(rows)).toEqual(inOrder(model.lines))
      expect(run.carried_out_minor).toBe(model.carriedMinor)
      const shared = model.lines.reduce((sum, line) => sum + line.netMinor, 0n)
      expect(shared + model.carriedMinor).toBe(run.gross_minor - run.fee_minor + carried.netMinor)
      expect(await verifyShareRun(run.id)).toEqual([])
      await foldAccounts()
      expect(await getBalance(platform('pass_pool'))).toBe(-model.carriedMinor)
    }),
    { numRuns: 25 },
  )
}, 120_000)
