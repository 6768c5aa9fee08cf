import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'
import { approvePayout } from './approve-payout.server.ts'
import { isRefusedByAccount } from './failure.ts'
import { processPayout } from './process-payout.server.ts'
import { findPayoutAccount } from './queries.server.ts'
import { retryPayoutAccount } from './retry-payout-account.server.ts'
import { runWeeklyPayouts } from './run-weekly-payouts.server.ts'
import { keepPayoutsMoving } from './send-payouts.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const fixture = usePayoutFixture()
const WEEK_MINUTES = 7 * 24 * 60

async function mailedNews(creator: Person) {
  return (await mailsTo(creator.email)).filter(({ name }) => name.startsWith('payout_'))
}

/** Moves to the next Friday and lets its payouts finish. */
async function nextFriday(): Promise<void> {
  await fixture.pass(WEEK_MINUTES, WEEK_MINUTES)
  await runWeeklyPayouts()
  await keepPayoutsMoving()
  await fixture.pass(60, 10)
}

/** A creator whose only payout so far was refused because of the account. */
async function refusedCreator(scenario = 'T04-unknown'): Promise<Person> {
  const creator = await fixture.creatorWith(144_000)
  await fixture.owner().query('update payout_accounts set usable_from = app_now() where creator_id = $1', [creator.id])
  await fixture.process(creator)
  expect((await fixture.scenario(scenario, { path: '/v3/transfers' })).status).toBe(200)
  await keepPayoutsMoving()
  await fixture.pass(60)
  return creator
}

describe('a payout account that cannot receive payments', () => {
  test('PAYOUT-01 a wrong number is tried once: thirteen Fridays send nothing, and its creator is notified once', async () => {
    const creator = await refusedCreator()
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'failed', reason: 'wrong_number' })
    for (let week = 0; week < 13; week += 1) await nextFriday()
    expect(await fixture.payoutsOf(creator.id)).toHaveLength(1)
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
    const news = await mailedNews(creator)
    expect(news.map((one) => one.name)).toEqual(['payout_account_stopped'])
    expect(news[0]!.path).toBe('/dashboard/payout-account')
    expect((await findPayoutAccount(creator.id))!.refusedReason).toBe('wrong_number')
    expect(await processPayout(fixture.staff.manager, { creatorId: creator.id })).toMatchObject({
      ok: false,
      refusal: { kind: 'account_refused' },
    })
  })

  test('PAYOUT-01 once one part of a run is refused, the next part never reaches the gateway and its money is available again', async () => {
    const creator = await fixture.creatorWith(8_000_000)
    const before = await fixture.inTransit()
    await fixture.process(creator)
    const [first, second] = await fixture.payoutsOf(creator.id)
    const agree = async (part: typeof first) => {
      const approval = { payoutId: part!.id, typedMinor: part!.net_minor, code: '' }
      expect(await approvePayout(fixture.staff.ruler, approval)).toMatchObject({ ok: true, value: { complete: true } })
    }
    await agree(first)
    expect((await fixture.scenario('T04-unknown', { path: '/v3/transfers' })).status).toBe(200)
    await keepPayoutsMoving()
    await fixture.pass(60)
    await agree(second)
    await keepPayoutsMoving()
    expect(await fixture.payoutsOf(creator.id)).toMatchObject([
      { state: 'failed', reason: 'wrong_number' },
      { state: 'cancelled', reason: 'account_refused', claimed_at: null, next_check_at: null },
    ])
    expect(await fixture.transfersOf(first!.reference)).toHaveLength(1)
    expect(await fixture.transfersOf(second!.reference)).toEqual([])
    expect(await fixture.available(creator.id)).toBe(shillings(8_000_000))
    expect(await fixture.inTransit()).toBe(before)
    const unequal = await fixture.all(
      `select entry_id from postings group by entry_id, currency having sum(amount_minor) <> 0`,
    )
    expect(unequal).toEqual([])
    expect((await mailedNews(creator)).map((one) => one.name)).toEqual(['payout_account_stopped'])
  })

  test('PAYOUT-01 a creator who confirms that the account is right is paid on the next Friday', async () => {
    const creator = await refusedCreator()
    expect(await retryPayoutAccount(creator)).toMatchObject({ ok: true })
    expect(await retryPayoutAccount(creator)).toMatchObject({ ok: false, refusal: { kind: 'not_refused' } })
    await nextFriday()
    expect((await fixture.payoutsOf(creator.id)).map((payout) => payout.state)).toEqual(['failed', 'completed'])
  })

  test('PAYOUT-01 nobody else confirms an account: neither a fan, a visitor nor another creator', async () => {
    const creator = await refusedCreator()
    const fan = await fixture.person({ userType: 'fan' })
    const other = await fixture.creatorWith(0)
    expect(await retryPayoutAccount(null)).toMatchObject({ ok: false, refusal: { reason: 'sign_in_required' } })
    expect(await retryPayoutAccount(fan)).toMatchObject({ ok: false, refusal: { reason: 'not_a_creator' } })
    expect(await retryPayoutAccount(other)).toMatchObject({ ok: false, refusal: { kind: 'not_refused' } })
    expect((await findPayoutAccount(creator.id))!.refusedReason).toBe('wrong_number')
  })

  test('PAYOUT-01 a network problem or a daily limit stops no account', async () => {
    const creator = await refusedCreator('T04-daily')
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'failed', reason: 'limit' })
    expect((await findPayoutAccount(creator.id))!.refusedReason).toBeNull()
  })
})

test('PAYOUT-01 which failures are caused by the account', () => {
  const own = ['restricted', 'wrong_number', 'closed', 'blacklisted', 'reversed']
  const passing = ['limit', 'single_limit', 'network', 'gateway_balance', 'never_arrived']
  for (const reason of own) expect([reason, isRefusedByAccount(reason, null)]).toEqual([reason, true])
  for (const reason of passing) expect([reason, isRefusedByAccount(reason, reason)]).toEqual([reason, false])
  expect(isRefusedByAccount('refused', null)).toBe(false)
  expect(isRefusedByAccount('refused', 'network')).toBe(false)
  expect(isRefusedByAccount('refused', 'refused')).toBe(true)
})
