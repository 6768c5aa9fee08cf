import { beforeEach, describe, expect, test } from 'vitest'
import { credit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { type Money, ugx } from '#app/domain/money/money.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { WALLET_SPENDS_PER_MINUTE } from '#app/domain/settings/constants.ts'
import { placeTestHold } from '#tests/support/holds.ts'
import { useDatabase } from '#tests/support/database.ts'
import { fillWallet } from '#tests/support/spending.ts'
import { releaseHold, cancelHold } from './end-hold.server.ts'
import { heldBalance, walletBalance } from './queries.server.ts'
import { cancelExpiredHolds } from './cancel-expired-holds.server.ts'

const { owner } = useDatabase({ max: 16 })
const revenue: LedgerAccount = { purpose: 'platform_revenue', ownerId: null, currency: 'UGX' }
let fan: string
let advancedMinutes = 0

beforeEach(async () => {
  fan = newId()
  await owner().query(`insert into profiles (id, email, user_type, username) values ($1, $2, 'fan', $3)`, [
    fan,
    `${fan}@test.example`,
    `f_${fan.slice(-12)}`,
  ])
})

async function later(minutes: number): Promise<void> {
  advancedMinutes += minutes
  await owner().query('update app_clock set advanced_by = make_interval(mins => $1)', [advancedMinutes])
  setClockAdvance(advancedMinutes * 60_000)
}

function place(amount: Money, more: Parameters<typeof placeTestHold>[2] = {}) {
  return placeTestHold(fan, amount, more)
}

async function placed(amount: Money): Promise<string> {
  const hold = await place(amount)
  if (!hold.ok) throw new Error(hold.refusal.kind)
  return hold.value.holdId
}

const release = (holdId: string) =>
  inTransaction((tx) => releaseHold(tx, holdId, (amountMinor) => [credit(revenue, amountMinor)]))
const cancel = (holdId: string) => inTransaction((tx) => cancelHold(tx, holdId, 'declined'))

async function balances(): Promise<[wallet: bigint, held: bigint]> {
  return [(await walletBalance(fan)).amountMinor / 100n, (await heldBalance(fan)).amountMinor / 100n]
}

describe('setting aside', () => {
  test('WALLET-01 held money cannot be spent, and all of it is available again when the hold is cancelled', async () => {
    await fillWallet({ id: fan }, 50_000)
    const holdId = await placed(ugx(30_000))
    expect(await balances()).toEqual([20_000n, 30_000n])
    expect(await place(ugx(20_001))).toMatchObject({
      ok: false,
      refusal: { kind: 'balance_too_small', balance: ugx(20_000), missing: ugx(1) },
    })
    expect((await cancel(holdId)).ok).toBe(true)
    expect(await balances()).toEqual([50_000n, 0n])
  })

  test('WALLET-01 a hundred holds of the whole balance at once: exactly one is placed', async () => {
    await fillWallet({ id: fan }, 10_000)
    const results = await Promise.all(Array.from({ length: 100 }, () => place(ugx(10_000))))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(await balances()).toEqual([0n, 10_000n])
  })

  test('WALLET-01 a hundred holds for the same thing at once: exactly one is placed', async () => {
    await fillWallet({ id: fan }, 1_000_000)
    const causeId = newId()
    const results = await Promise.all(Array.from({ length: 100 }, () => place(ugx(10_000), { causeId })))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.refusal.kind === 'held_before')).toHaveLength(99)
    expect(await balances()).toEqual([990_000n, 10_000n])
  })

  test.each<[string, Money]>([
    ['nothing', ugx(0)],
    ['a negative amount', ugx(-5)],
    ['a fraction of a shilling', { amountMinor: 150n, currency: 'UGX' }],
    ['dollars', { amountMinor: 500n, currency: 'USD' }],
  ])('%s cannot be held', async (_, amount) => {
    await fillWallet({ id: fan }, 10_000)
    expect(await place(amount)).toMatchObject({ ok: false, refusal: { kind: 'amount_not_holdable' } })
    expect(await balances()).toEqual([10_000n, 0n])
  })

  test('a hold that would end before it begins is refused', async () => {
    await fillWallet({ id: fan }, 10_000)
    expect(await place(ugx(1_000), { minutes: 0 })).toMatchObject({ ok: false, refusal: { kind: 'already_over' } })
  })

  test('WALLET-01 what was paid or called off once is not held again, and nobody sets aside faster than by hand', async () => {
    await fillWallet({ id: fan }, 1_000_000)
    const again = { ok: false, refusal: { kind: 'held_before' } }
    for (const end of [release, cancel]) {
      const causeId = newId()
      const hold = await place(ugx(1_000), { causeId })
      if (!hold.ok) throw new Error(hold.refusal.kind)
      await end(hold.value.holdId)
      expect(await place(ugx(1_000), { causeId })).toEqual(again)
    }
    for (let count = 2; count < WALLET_SPENDS_PER_MINUTE; count += 1) await placed(ugx(1_000))
    expect(await place(ugx(1_000))).toEqual({ ok: false, refusal: { kind: 'too_many_spends' } })
    await later(2)
    expect((await place(ugx(1_000))).ok).toBe(true)
  })
})

describe('the end of a hold', () => {
  test('WALLET-01 released and cancelled a hundred times at once, it ends once', async () => {
    await fillWallet({ id: fan }, 10_000)
    const holdId = await placed(ugx(10_000))
    const before = await getBalance(revenue)
    const ends = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? release(holdId) : cancel(holdId))),
    )
    expect(ends.filter((end) => end.ok)).toHaveLength(1)
    const [wallet, held] = await balances()
    const given = (before - (await getBalance(revenue))) / 100n
    expect(held).toBe(0n)
    expect(wallet + given).toBe(10_000n)
    expect([0n, 10_000n]).toContain(wallet)
  })

  test('WALLET-01 after its time it can only be cancelled, and the scheduled task cancels it', async () => {
    await fillWallet({ id: fan }, 10_000)
    const holdId = await placed(ugx(10_000))
    await later(61)
    expect(await release(holdId)).toMatchObject({ ok: false, refusal: { kind: 'hold_expired' } })
    expect(await cancelExpiredHolds()).toBeGreaterThanOrEqual(1)
    expect(await cancelExpiredHolds()).toBe(0)
    expect(await balances()).toEqual([10_000n, 0n])
    expect(await release(holdId)).toMatchObject({ ok: false, refusal: { kind: 'hold_ended' } })
  })

  test('credits that do not assign the whole sum are a bug, and nothing is posted', async () => {
    await fillWallet({ id: fan }, 10_000)
    const holdId = await placed(ugx(10_000))
    const short = inTransaction((tx) => releaseHold(tx, holdId, () => [credit(revenue, 1n)]))
    await expect(short).rejects.toThrow(/off by/)
    expect(await balances()).toEqual([0n, 10_000n])
  })

  test('the database refuses a second end, from anybody', async () => {
    await fillWallet({ id: fan }, 10_000)
    const holdId = await placed(ugx(10_000))
    await cancel(holdId)
    await expect(
      owner().query(`update wallet_holds set state = 'released', end_reason = null where id = $1`, [holdId]),
    ).rejects.toThrow(/wallet_hold_has_ended/)
  })

  test('a hold that does not exist cannot end', async () => {
    expect(await release(newId())).toMatchObject({ ok: false, refusal: { kind: 'hold_missing' } })
  })
})
