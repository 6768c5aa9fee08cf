import { afterEach, describe, expect, test, vi } from 'vitest'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { approvePayout } from './approve-payout.server.ts'
import { cancelPayout } from './cancel-payout.server.ts'
import { syncPayoutStatus } from './sync-payout-status.server.ts'
import { processPayout } from './process-payout.server.ts'
import { releasePayout } from './release-payout.server.ts'
import { resumePayouts } from './resume-payouts.server.ts'
import { nextRunAt } from './friday.ts'
import { runWeeklyPayouts } from './run-weekly-payouts.server.ts'
import { keepPayoutsMoving } from './send-payouts.server.ts'
import { sendPayout } from './send-payout.server.ts'
import { shillings, usePayoutFixture } from '#tests/support/payouts.ts'

const fixture = usePayoutFixture()
const times = <Value>(count: number, event: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => event(index)))

afterEach(() => vi.restoreAllMocks())

describe('answers that never arrived', () => {
  test.each([
    ['T06', 'created, but 503', 'completed', 1],
    ['T07', 'not created, and 503', 'unknown', 0],
    ['T18', 'created, and the answer lost', 'completed', 1],
  ])('PAYOUT-01 %s %s: checked by its reference, never sent again', async (scenario, _name, state, transfers) => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    await fixture.scenario(scenario, { path: '/v3/transfers' })
    await keepPayoutsMoving()
    expect((await fixture.only(creator.id)).state).toBe('unknown')
    expect(await fixture.available(creator.id)).toBe(0n)
    await fixture.pass(60)
    const payout = await fixture.only(creator.id)
    expect(payout.state).toBe(state)
    expect(await fixture.transfersOf(payout.reference)).toHaveLength(transfers)
  })

  test('PAYOUT-01 a payout that the gateway has not known for a day is released by staff, once; not earlier', async () => {
    const { manager } = fixture.staff
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    await fixture.scenario('T07', { path: '/v3/transfers' })
    await keepPayoutsMoving()
    expect(await releasePayout(manager, id)).toMatchObject({ refusal: { kind: 'too_early' } })
    expect(await releasePayout(creator, id)).toMatchObject({ refusal: { kind: 'not_permitted' } })
    await fixture.pass(25 * 60, 60)
    const released = await times(20, () => releasePayout(manager, id))
    expect(released.filter((one) => one.ok)).toHaveLength(1)
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'failed', reason: 'never_arrived' })
  })

  test('PAYOUT-01 a reference that is already used proves nothing: the payout is checked', async () => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    await fixture.scenario('T08', { path: '/v3/transfers' })
    await keepPayoutsMoving()
    expect((await fixture.only(creator.id)).state).toBe('unknown')
  })

  test.each(['T09', 'T09-unlisted'])(
    'PAYOUT-01 %s our address is not allowed: everything halts, nothing fails',
    async (scenario) => {
      const creator = await fixture.creatorWith(144_000)
      await fixture.process(creator)
      const queued = await fixture.scenario(scenario, { path: '/v3/transfers' })
      expect(queued.status).toBe(200)
      await keepPayoutsMoving()
      await fixture.pass(10)
      expect(await fixture.only(creator.id)).toMatchObject({ state: 'pending', reason: 'gateway_refused' })
      expect(await resumePayouts(fixture.staff.ruler)).toMatchObject({ ok: true })
      await fixture.pass(10)
      expect((await fixture.only(creator.id)).state).toBe('completed')
    },
  )

  test.each([
    ['T15', 'blacklisted'],
    ['T04-daily', 'limit'],
    ['T04-restricted', 'restricted'],
    ['T04-unknown', 'wrong_number'],
    ['T03', 'gateway_balance'],
    ['T16', 'refused'],
  ])('PAYOUT-01 %s fails for a reason that its creator understands (%s)', async (scenario, reason) => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    expect((await fixture.scenario(scenario, { path: '/v3/transfers' })).status).toBe(200)
    await keepPayoutsMoving()
    await fixture.pass(60)
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'failed', reason })
    expect(await fixture.available(creator.id)).toBe(shillings(144_000))
  })

  test.each([
    ['T13', 'sent', 'gateway_approval'],
    ['T05', 'sent', null],
  ])('PAYOUT-01 %s stays on its way, and nothing is reversed', async (scenario, state, reason) => {
    const creator = await fixture.creatorWith(144_000)
    await fixture.process(creator)
    await fixture.scenario(scenario, { path: '/v3/transfers' })
    await keepPayoutsMoving()
    await fixture.pass(24 * 60, 120)
    expect(await fixture.only(creator.id)).toMatchObject({ state, reason })
    expect(await fixture.available(creator.id)).toBe(0n)
  })

  test('PAYOUT-01 T14 the gateway’s real fee is posted, T17 another name is recorded for staff', async () => {
    const [dear, other] = [await fixture.creatorWith(144_000), await fixture.creatorWith(144_000)]
    for (const [creator, scenario] of [
      [dear, 'T14'],
      [other, 'T17'],
    ] as const) {
      await fixture.process(creator)
      await fixture.scenario(scenario, { path: '/v3/transfers' })
      await keepPayoutsMoving()
      await fixture.pass(5)
    }
    expect(await fixture.only(dear.id)).toMatchObject({ state: 'completed', provider_fee_minor: shillings(2_210) })
    const { id, reason, state } = await fixture.only(other.id)
    expect({ state, reason }).toEqual({ state: 'completed', reason: 'other_name' })
    expect((await fixture.only(dear.id)).reason).toBeNull()
    // Later checks of the ended payout see the other name again and must not forget it.
    await fixture.pass(25 * 60, 5 * 60)
    expect((await fixture.only(other.id)).reason).toBe('other_name')
    expect(
      await fixture.one(
        `select detail ->> 'reason' as reason from activity where event = 'payout_needs_review' and object_id = $1`,
        [id],
      ),
    ).toEqual({ reason: 'other_name' })
  })

  test('PAYOUT-01 a gateway that reports a wrong sum or currency ends nothing', async () => {
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    await keepPayoutsMoving()
    const found = await paymentGateway().findTransfers((await fixture.only(creator.id)).reference)
    if (found.kind !== 'ok') throw new Error(found.kind)
    const real = found.value[0]!
    const lies = [
      { amountMinor: 1n },
      { currency: 'NGN' },
      { amountMinor: null },
      { reference: 'another' },
      { feeMinor: 10n ** 15n },
    ]
    for (const lie of lies) {
      vi.spyOn(paymentGateway(), 'getTransfer').mockResolvedValue({
        kind: 'ok',
        value: { ...real, status: 'succeeded', ...lie },
      })
      await syncPayoutStatus(id)
      expect(await fixture.only(creator.id)).toMatchObject({ state: 'unknown', reason: 'mismatch', completed_at: null })
      vi.restoreAllMocks()
    }
    await fixture.pass(26 * 60, 240)
    expect((await fixture.only(creator.id)).state).toBe('completed')
  })
})

describe('one transfer at most', () => {
  test('PAYOUT-01 killed before the call: the claim is checked, not sent again', async () => {
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    vi.spyOn(paymentGateway(), 'createTransfer').mockRejectedValue(new Error('killed'))
    await expect(sendPayout(id)).rejects.toThrow('killed')
    vi.restoreAllMocks()
    const create = vi.spyOn(paymentGateway(), 'createTransfer')
    await fixture.pass(24 * 60, 30)
    expect(create).not.toHaveBeenCalled()
    expect(await fixture.only(creator.id)).toMatchObject({ state: 'unknown' })
  })

  test('PAYOUT-01f killed after the call and before its record: the check finds it', async () => {
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    const real = paymentGateway()
    const createTransfer = real.createTransfer.bind(real)
    vi.spyOn(paymentGateway(), 'createTransfer').mockImplementation(async (request) => {
      await createTransfer(request)
      throw new Error('killed')
    })
    await expect(sendPayout(id)).rejects.toThrow('killed')
    vi.restoreAllMocks()
    expect((await fixture.only(creator.id)).state).toBe('sending')
    await fixture.pass(10)
    const payout = await fixture.only(creator.id)
    expect(payout.state).toBe('completed')
    expect(await fixture.transfersOf(payout.reference)).toHaveLength(1)
  })

  test('PAYOUT-01 an interrupted record leaves no trace, and the next check completes it', async () => {
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    await keepPayoutsMoving()
    await fixture
      .owner()
      .query(`alter table activity add constraint broken check (event <> 'payout_completed') not valid`)
    await fixture.pass(5)
    expect((await fixture.only(creator.id)).state).toBe('sent')
    expect(await fixture.all(`select kind from journal_entries where cause_id = $1`, [id])).toHaveLength(1)
    await fixture.owner().query('alter table activity drop constraint broken')
    await fixture.pass(10)
    expect((await fixture.only(creator.id)).state).toBe('completed')
  })

  test('PAYOUT-01f twenty workers send the same payout: one transfer', async () => {
    const creator = await fixture.creatorWith(144_000)
    const id = await fixture.process(creator)
    const create = vi.spyOn(paymentGateway(), 'createTransfer')
    await times(20, () => sendPayout(id))
    expect(create).toHaveBeenCalledTimes(1)
    expect(await fixture.transfersOf((await fixture.only(creator.id)).reference)).toHaveLength(1)
  })

  test('PAYOUT-01 fifty cancels at once reverse once; of a cancel and a sending at once, one wins', async () => {
    const creator = await fixture.creatorWith(900_000)
    const id = await fixture.process(creator)
    const cancelled = await times(50, (index) => cancelPayout(index % 2 ? creator : fixture.staff.manager, id))
    expect(cancelled.filter((one) => one.ok)).toHaveLength(1)
    expect(await fixture.available(creator.id)).toBe(shillings(900_000))

    for (let round = 0; round < 5; round += 1) {
      const small = await fixture.creatorWith(60_000)
      const payout = await fixture.process(small)
      const [cancel] = await Promise.all([cancelPayout(small, payout), sendPayout(payout)])
      const { state, reference } = await fixture.only(small.id)
      expect(state).toBe(cancel.ok ? 'cancelled' : 'sent')
      expect(await fixture.transfersOf(reference)).toHaveLength(cancel.ok ? 0 : 1)
      expect(await fixture.available(small.id)).toBe(cancel.ok ? shillings(60_000) : 0n)
    }
  })

  test('PAYOUT-01 fifty approvals at once by two people: two count, and it leaves once', async () => {
    const creator = await fixture.creatorWith(900_000)
    const id = await fixture.process(creator)
    const rulers = [fixture.staff.ruler, await fixture.staffMember('super-admin')]
    const approved = await times(50, (index) =>
      approvePayout(rulers[index % 2]!, { payoutId: id, typedMinor: shillings(898_500), code: '' }),
    )
    expect(approved.filter((one) => one.ok)).toHaveLength(1)
    const given = await db.selectFrom('payout_approvals').select('step').where('payout_id', '=', id).execute()
    expect(given).toHaveLength(2)
  })

  test('PAYOUT-01 thirty people process one creator at once: the money goes out once', async () => {
    const creator = await fixture.creatorWith(144_000)
    const made = await times(30, () => processPayout(fixture.staff.manager, { creatorId: creator.id }))
    expect(made.filter((one) => one.ok)).toHaveLength(1)
    expect(await fixture.available(creator.id)).toBe(0n)
  })
})

describe('the weekly run', () => {
  test('PAYOUT-01a a thousand creators are paid once on Friday at nine, by three workers at once, above the minimum', async () => {
    // Last Friday's run comes first: after it nobody is paid before the next one.
    await runWeeklyPayouts()
    await fixture.owner().query(`
      with people as (
        insert into profiles (id, email, user_type) select gen_random_uuid(), 'run' || n || '@creators.example', 'creator'
        from generate_series(1, 1000) n returning id
      ), made as (
        insert into creators (profile_id, verification_status, approved_at) select id, 'approved', app_now() from people returning profile_id
      )
      insert into payout_accounts (id, creator_id, kind, bank_code, bank_name, number, account_name, state, code_expires_at, confirmed_at,
        usable_from, name_check)
      select gen_random_uuid(), profile_id, 'mobile_money', 'MTN', 'MTN', '+256770000931', 'Amina Kato', 'in_use', app_now(), app_now(),
        app_now(), 'matched' from made`)
    const creators = await fixture.all<{ id: string }>(
      `select id from profiles where email like 'run%@creators.example' order by id`,
    )
    for (const [index, { id }] of creators.entries()) await fixture.earn(id, index < 10 ? 19_999 : 20_000 + index)
    const mine = `creator_id in (select id from profiles where email like 'run%@creators.example')`
    await fixture.advance(Math.floor((nextRunAt(now()).getTime() - now().getTime()) / 1_000) - 60)
    await runWeeklyPayouts()
    expect(await fixture.one(`select count(*) from payouts where ${mine}`)).toEqual({ count: 0n })
    await fixture.advance(120)
    await times(3, () => runWeeklyPayouts())
    await runWeeklyPayouts()
    const made = await fixture.one(`
      select count(*) as payouts, count(distinct creator_id) as creators, sum(gross_minor) as gross from payouts where ${mine}`)
    const gross = creators.reduce((sum, _, index) => sum + (index < 10 ? 0n : shillings(20_000 + index)), 0n)
    expect(made).toEqual({ payouts: 990n, creators: 990n, gross: String(gross) })
    expect(await fixture.available(creators[0]!.id)).toBe(shillings(19_999))
    await fixture.owner().query(`update payouts set next_check_at = null`)
  }, 60_000)

  test('PAYOUT-01 what a creator owes is kept, and a sum too large for one transfer goes in parts', async () => {
    const rich = await fixture.creatorWith(12_000_000)
    const id = await fixture.process(rich)
    expect(id).toBeTruthy()
    const rows = await fixture.payoutsOf(rich.id)
    expect(rows.map((row) => row.gross_minor)).toEqual([5_000_000, 5_000_000, 2_000_000].map(shillings))
    expect(rows.every((row) => row.approvals_needed === 2)).toBe(true)
  })
})
