import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { approvePayout } from './approve-payout.server.ts'
import { nextRunAt } from './friday.ts'
import { processPayout } from './process-payout.server.ts'
import { releasePayout } from './release-payout.server.ts'
import { retryFailedPayouts } from './retry-payouts.server.ts'
import { runWeeklyPayouts } from './run-weekly-payouts.server.ts'
import { keepPayoutsMoving } from './send-payouts.server.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'

const fixture = usePayoutFixture()

afterEach(() => vi.restoreAllMocks())

const change = (text: string, ...values: unknown[]) => fixture.owner().query(text, values)

/** A payout that failed so many hours ago, with its money available again; nothing checks it any more. */
async function failed(creator: Person, reason: string, hours: number, state = 'failed'): Promise<string> {
  const id = await fixture.process(creator)
  const step = (set: string, ...values: unknown[]) => change(`update payouts set ${set} where id = $1`, id, ...values)
  await step(`state = 'sending', claimed_at = app_now()`)
  await step(`state = 'sent', sent_at = app_now(), provider_id = $1::text`)
  if (state === 'reversed') await step(`state = 'completed', completed_at = app_now(), ended_at = app_now()`)
  await step(
    'state = $2, reason = $3, next_check_at = null, ended_at = app_now() - make_interval(hours => $4)',
    state,
    reason,
    hours,
  )
  await fixture.earn(creator.id, 144_000)
  return id
}

const flag = (creator: Person, cleared: boolean) =>
  change(
    `insert into account_flags (id, account_id, reason, cause_id, cleared_at, cleared_by)
     values ($1, $2, 'chargeback', $1, case when $3 then app_now() end, case when $3 then $4::uuid end)`,
    newId(),
    creator.id,
    cleared,
    fixture.staff.manager.id,
  )

describe('who is paid on Friday', () => {
  test('PAYOUT-01a exactly the minimum is paid, one shilling less is not; nobody who is blocked, suspended, flagged or closed', async () => {
    await runWeeklyPayouts()
    const least = await fixture.creatorWith(20_000)
    const cleared = await fixture.creatorWith(30_000)
    await flag(cleared, true)
    const paid = [least, cleared]
    const less = await fixture.creatorWith(19_999)
    const blocked = await fixture.creatorWith(30_000)
    await change('update profiles set is_blocked = true where id = $1', blocked.id)
    const suspended = await fixture.creatorWith(30_000)
    await change(`update profiles set account_status = 'suspended' where id = $1`, suspended.id)
    const closed = await fixture.creatorWith(30_000)
    await change(`update profiles set account_status = 'closed' where id = $1`, closed.id)
    const flagged = await fixture.creatorWith(30_000)
    await flag(flagged, false)
    const refused = await fixture.creatorWith(30_000)
    await change(`update creators set verification_status = 'rejected' where profile_id = $1`, refused.id)
    const unnamed = await fixture.creatorWith(30_000)
    await change(
      `update payout_accounts set name_check = 'waiting', name_checked_by = null where creator_id = $1`,
      unnamed.id,
    )
    const frozen = await fixture.creatorWith(30_000)
    await change(
      `update payout_accounts set usable_from = app_now() + interval '8 days' where creator_id = $1`,
      frozen.id,
    )
    const unpaid = [less, blocked, suspended, closed, flagged, refused, unnamed, frozen]
    await fixture.advance(Math.floor((nextRunAt(now()).getTime() - now().getTime()) / 1_000) + 60)
    await runWeeklyPayouts()
    for (const creator of paid) expect(await fixture.available(creator.id)).toBe(0n)
    for (const creator of unpaid) expect(await fixture.payoutsOf(creator.id)).toEqual([])
  })
})

describe('what is paid once more', () => {
  test('PAYOUT-01 a returned payout is replaced once; nobody else’s, and none that is under way', async () => {
    const creator = await fixture.creatorWith(144_000)
    const stranger = await fixture.creatorWith(144_000)
    const returned = await failed(creator, 'refused', 2, 'reversed')
    const process = (creatorId: string, retryOf: string) => processPayout(fixture.staff.manager, { creatorId, retryOf })
    expect(await process(stranger.id, returned)).toMatchObject({ refusal: { kind: 'retried_before' } })
    expect(await fixture.payoutsOf(stranger.id)).toEqual([])
    expect(await process(creator.id, returned)).toMatchObject({ ok: true })
    const underWay = (await fixture.payoutsOf(creator.id)).at(-1)!.id
    await fixture.earn(creator.id, 144_000)
    expect(await process(creator.id, underWay)).toMatchObject({ refusal: { kind: 'retried_before' } })
  })

  test('PAYOUT-01 by itself after a day and within a week, for a reason that passes, and never beside a late check', async () => {
    const made = async (reason: string, hours: number) => {
      const creator = await fixture.creatorWith(144_000)
      return { creator, id: await failed(creator, reason, hours) }
    }
    const repeated = [await made('network', 25), await made('limit', 25), await made('network', 7 * 24 - 1)]
    const left = [
      await made('network', 23),
      await made('network', 7 * 24 + 1),
      await made('wrong_number', 25),
      await made('restricted', 25),
    ]
    const late = await made('network', 25)
    await change('update payouts set next_check_at = app_now() where id = $1', late.id)
    await retryFailedPayouts()
    const counts = await Promise.all(
      [...repeated, ...left, late].map(async ({ creator }) => (await fixture.payoutsOf(creator.id)).length),
    )
    expect(counts).toEqual([2, 2, 2, 1, 1, 1, 1, 1])
  })
})

describe('what a person decides about a payout', () => {
  test('PAYOUT-01 ROLE-01c an approval names the sum: an empty field is a wrong sum', async () => {
    const creator = await fixture.creatorWith(900_000)
    const payoutId = await fixture.process(creator)
    expect(await approvePayout(fixture.staff.ruler, { payoutId, typedMinor: null, code: '' })).toMatchObject({
      refusal: { kind: 'wrong_amount' },
    })
    expect((await fixture.only(creator.id)).approvals_needed).toBe(2)
    expect(await fixture.all('select 1 from payout_approvals where payout_id = $1 and step = 2', [payoutId])).toEqual(
      [],
    )
  })

  test('PAYOUT-01 a lost payout is released after a day, not an hour before, never while the gateway is silent or once it was seen', async () => {
    const { manager } = fixture.staff
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    await fixture.scenario('T07', { path: '/v3/transfers' })
    await keepPayoutsMoving()
    const claimedBefore = (hours: number) =>
      change('update payouts set claimed_at = app_now() - make_interval(hours => $2) where id = $1', id, hours)
    await claimedBefore(23)
    expect(await releasePayout(manager, id)).toMatchObject({ refusal: { kind: 'too_early' } })
    await claimedBefore(24)
    for (const kind of ['ambiguous', 'throttled'] as const) {
      vi.spyOn(paymentGateway(), 'findTransfers').mockResolvedValue({
        kind,
        message: '',
        retryAfterSeconds: null,
      } as never)
      expect(await releasePayout(manager, id)).toMatchObject({ refusal: { kind: 'gateway_silent' } })
      vi.restoreAllMocks()
    }
    await change(`update payouts set provider_id = '77' where id = $1`, id)
    expect(await releasePayout(manager, id)).toMatchObject({ refusal: { kind: 'not_lost' } })
    await change('update payouts set provider_id = null where id = $1', id)
    expect(await fixture.available(creator.id)).toBe(0n)
    expect(await releasePayout(manager, id)).toMatchObject({ ok: true })
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
  })
})

describe('what can be sent now', () => {
  test('PAYOUT-01 the fee of a transfer counts, and what was just sent is no longer there for the next', async () => {
    const [first, second] = [await fixture.creatorWith(144_000), await fixture.creatorWith(144_000)]
    await fixture.process(first)
    await fixture.process(second)
    const states = async () => [(await fixture.only(first.id)).state, (await fixture.only(second.id)).state]
    // The net is 142,500 and the gateway's fee 1,710.
    await fixture.control('/control/balance', { currency: 'UGX', available: 143_000 })
    await keepPayoutsMoving()
    expect(await states()).toEqual(['pending', 'pending'])
    await fixture.pass(15, 15)
    await fixture.control('/control/balance', { currency: 'UGX', available: 200_000 })
    const balance = vi.spyOn(paymentGateway(), 'balance')
    await fixture.pass(15, 15)
    expect(balance).toHaveBeenCalledTimes(1)
    expect(await states()).toEqual(['sent', 'pending'])
    expect(await fixture.only(second.id)).toMatchObject({ reason: 'gateway_balance' })
  })
})
