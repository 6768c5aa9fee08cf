/** Like races.db.test.ts, for the money that goes to creators. */
import { describe, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { approvePayout } from '#app/domain/payouts/approve-payout.server.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { syncPayoutStatus } from '#app/domain/payouts/sync-payout-status.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { releasePayout } from '#app/domain/payouts/release-payout.server.ts'
import { sendPayout } from '#app/domain/payouts/send-payout.server.ts'
import { payDueFees } from '#app/domain/purchases/pay-due-fees.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { setFeeAutoPay } from '#app/domain/creators/set-fee-auto-pay.server.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { useRaces } from './at-once.ts'
import { earned, fill, fromBalance, tip } from './flows.ts'
import { makeWorld, type World } from './world.ts'

const { fixture, allowing, asOne, count, entries, accountOf } = useRaces('races-of-earnings')
const DAY = 86_400

describe('one payout', () => {
  async function payoutOf(shillings: number): Promise<{ world: World; creator: Person; id: string; net: bigint }> {
    const world = await makeWorld(fixture.owner())
    await earned(fixture, world, shillings)
    const [creator] = world.creators
    const made = await processPayout(world.staff.earnings, { creatorId: creator.id })
    if (!made.ok) throw new Error(made.refusal.kind)
    const [id] = made.value.payoutIds
    const { net } = await fixture.one<{ net: bigint }>('select net_minor as net from payouts where id = $1', [id])
    return { world, creator, id: id!, net }
  }
  const stateOf = async (id: string) =>
    (await fixture.one<{ state: string }>('select state from payouts where id = $1', [id])).state

  test('PAYOUT-01 a payout processed a hundred times at once pays the earnings once', async () => {
    const world = await makeWorld(fixture.owner())
    await earned(fixture, world, 200_000)
    const [creator] = world.creators
    const refused = await allowing(1, (index) =>
      processPayout(index % 2 === 0 ? world.staff.earnings : world.staff.super, { creatorId: creator.id }),
    )
    expect(refused).toEqual(['too_little'])
    expect(await accountOf(creator.id, 'creator_available')).toBe(0n)
    expect(await count('select 1 from payouts where creator_id = $1', [creator.id])).toBe(1)
  })

  test('PAYOUT-01 a payout approved a hundred times at once by two people has one approval of each', async () => {
    const { world, id, net } = await payoutOf(1_200_000)
    const before = await count('select 1 from payout_approvals where payout_id = $1', [id])
    const { needed } = await fixture.one<{ needed: number }>(
      'select approvals_needed as needed from payouts where id = $1',
      [id],
    )
    expect(needed).toBe(2)
    await allowing(needed - before, (index) =>
      approvePayout(index % 2 === 0 ? world.staff.super : world.staff.earnings, {
        payoutId: id,
        typedMinor: net,
        code: '',
      }),
    )
    expect(await count('select distinct approver_id from payout_approvals where payout_id = $1', [id])).toBe(2)
  })

  test('PAYOUT-01 a payout cancelled a hundred times at once is reversed once', async () => {
    const { world, creator, id } = await payoutOf(100_000)
    const refused = await allowing(1, (index) => cancelPayout(index % 2 === 0 ? creator : world.staff.earnings, id))
    expect(refused).toEqual(['too_late'])
    expect(await accountOf(creator.id, 'creator_available')).toBe(80_000n)
  })

  test('PAYOUT-01 a payout sent by a hundred workers is one transfer, and checked by a hundred is completed once', async () => {
    const { id } = await payoutOf(100_000)
    const create = vi.spyOn(paymentGateway(), 'createTransfer')
    await asOne(() => sendPayout(id))
    expect(create).toHaveBeenCalledTimes(1)
    await fixture.advance(60)
    await asOne(() => syncPayoutStatus(id))
    expect(await stateOf(id)).toBe('completed')
    expect(await entries(id, 'payout_completed')).toBe(1)
  })

  test('PAYOUT-01 fifty cancellations against fifty sends: the payout is sent or cancelled, never both', async () => {
    const { creator, id } = await payoutOf(100_000)
    const create = vi.spyOn(paymentGateway(), 'createTransfer')
    const answers = await asOne(async (index) =>
      index % 2 === 0 ? (await cancelPayout(creator, id)).ok : sendPayout(id),
    )
    const cancelled = answers.filter((answer) => answer === true).length
    expect(cancelled + create.mock.calls.length).toBe(1)
    expect(await stateOf(id)).toBe(cancelled === 1 ? 'cancelled' : 'sent')
    expect(await accountOf(creator.id, 'creator_available')).toBe(cancelled === 1 ? 80_000n : 0n)
  })

  test('PAYOUT-01 a payout that never arrived, released a hundred times at once, is reversed once', async () => {
    const { world, creator, id } = await payoutOf(100_000)
    await fixture.scenario('T07', { path: '/v3/transfers' })
    await sendPayout(id)
    for (let hours = 0; hours < 26; hours += 1) {
      await fixture.advance(3_600)
      await syncPayoutStatus(id)
    }
    const refused = await allowing(1, () => releasePayout(world.staff.earnings, id))
    expect(refused.length).toBe(1)
    expect(await accountOf(creator.id, 'creator_available')).toBe(80_000n)
  })
})

describe('a creator’s week', () => {
  test('CSUB-01 CSUB-03 with earnings for one week, a hundred forms pay one, and a hundred workers pay none at its end', async () => {
    const world = await makeWorld(fixture.owner())
    await earned(fixture, world, 125_000)
    const [creator] = world.creators
    const week = { kind: 'creator_fee', renewal: true } as const
    const refused = await allowing(1, () => {
      const balance = { ...fromBalance(creator, week, 'earnings').input.balance!, attempt: randomToken() }
      return placeOrder(creator, balance)
    })
    expect(refused).toEqual(['balance_too_small'])
    expect(await accountOf(creator.id, 'creator_available')).toBe(40_000n)
  })

  test('CSUB-03 a hundred workers that pay the next week automatically pay one week', async () => {
    const world = await makeWorld(fixture.owner())
    await earned(fixture, world, 250_000)
    const [creator] = world.creators
    await setFeeAutoPay(creator, 6_000_000n)
    await fixture
      .owner()
      .query(
        `update creator_listings set ends_at = app_now() + interval '20 hours' where creator_id = $1 and revoked_at is null`,
        [creator.id],
      )
    await asOne(() => payDueFees())
    expect(await count('select 1 from creator_fee_weeks where creator_id = $1', [creator.id])).toBe(1)
    expect(await accountOf(creator.id, 'creator_available')).toBe(140_000n)
  })

  test('EARN-01 a hundred workers release a creator’s earnings once', async () => {
    const world = await makeWorld(fixture.owner())
    await fill(fixture, world.fans[0], 75_000)
    for (const shillings of [25_000, 50_000])
      await placeOrder(world.fans[0], fromBalance(world.fans[0], tip(world.creators[1].id, shillings)).input.balance!)
    await fixture.advance(8 * DAY)
    await asOne(() => runTask('release earnings'))
    expect(await accountOf(world.creators[1].id, 'creator_available')).toBe(60_000n)
    expect(await accountOf(world.creators[1].id, 'creator_pending')).toBe(0n)
  })
})
