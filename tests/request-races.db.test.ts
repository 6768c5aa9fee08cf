import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { INVARIANTS } from '#app/domain/audit/invariants/index.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { cancelExpiredHolds } from '#app/domain/wallet/cancel-expired-holds.server.ts'
import { heldBalance, walletBalance } from '#app/domain/wallet/queries.server.ts'
import { usePaymentFixture } from './support/payments.ts'
import { accepted, addReadyMedium, anAsk, asked } from './support/requests.ts'
import { fillWallet } from './support/spending.ts'
import { acceptRequest } from '#app/domain/requests/accept-request.server.ts'
import { askRequest } from '#app/domain/requests/ask-request.server.ts'
import { changePrice } from '#app/domain/requests/change-price.server.ts'
import { confirmPrice } from '#app/domain/requests/confirm-price.server.ts'
import { declineRequest } from '#app/domain/requests/decline-request.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { endDueRequests } from '#app/domain/requests/end-due-requests.server.ts'
import { withdrawRequest } from '#app/domain/requests/withdraw-request.server.ts'

const fixture = usePaymentFixture({ max: 16 })

let fan: Person
let creator: Person

beforeEach(async () => {
  fan = await fixture.person()
  await fixture.grantPass(fan.id)
  const { creatorId } = await fixture.lockedPost()
  creator = { ...(await fixture.person()), id: creatorId, userType: 'creator' }
})

/** Wallet, held, and what is pending for the creator, in shillings. */
async function money(): Promise<[wallet: bigint, held: bigint, pending: bigint]> {
  const pending = await getBalance({ purpose: 'creator_pending', ownerId: creator.id, currency: 'UGX' })
  return [
    (await walletBalance(fan.id)).amountMinor / 100n,
    (await heldBalance(fan.id)).amountMinor / 100n,
    -pending / 100n,
  ]
}

async function breaches(): Promise<string[]> {
  const found: string[] = []
  for (const { sql } of INVARIANTS.filter(({ name }) => ['holds', 'requests-match-holds'].includes(name)))
    for (const row of await fixture.all<{ subject: string; detail: string }>(sql)) found.push(row.detail)
  return found
}

const atOnce = <Value>(count: number, run: (nth: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => run(nth)))

type Answer = { ok: boolean }

describe('at the same moment', () => {
  it('PROF-07k one form sent a hundred times makes one request', async () => {
    await fillWallet(fan, 1_000_000)
    const ask = anAsk(creator)
    const results = await atOnce(100, () => askRequest(fan, ask))
    expect(new Set(results.map((result) => (result.ok ? result.value.requestId : result.refusal.kind))).size).toBe(1)
    expect(await money()).toEqual([900_000n, 100_000n, 0n])
  })

  it('PROF-07k two tabs with the whole wallet each: one request is made', async () => {
    await fillWallet(fan, 100_000)
    const results = await atOnce(20, () => askRequest(fan, anAsk(creator)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(await money()).toEqual([0n, 100_000n, 0n])
  })

  it('PROF-07l accepted and withdrawn: one of them', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await asked(fan, creator)
    const results = await atOnce<Answer>(40, (nth) =>
      nth % 2 === 0 ? acceptRequest(creator, requestId) : withdrawRequest(fan, requestId),
    )
    const [acceptances, withdrawals] = [0, 1].map((rest) => results.filter((one, nth) => nth % 2 === rest && one.ok))
    // An answer that is sent again is the same answer.
    expect([acceptances!.length, withdrawals!.length].toSorted((a, b) => a - b)).toEqual([0, 20])
    expect(await money()).toEqual(acceptances!.length > 0 ? [0n, 100_000n, 0n] : [100_000n, 0n, 0n])
    expect(await breaches()).toEqual([])
  })

  it('PROF-07l delivered and declined: the money goes to one side only', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator)
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    await atOnce<unknown>(40, (nth) =>
      nth % 2 === 0 ? deliverRequest(creator, requestId) : declineRequest(creator, requestId),
    )
    const [wallet, held, pending] = await money()
    expect([wallet, held, pending]).toEqual(wallet === 0n ? [0n, 0n, 80_000n] : [100_000n, 0n, 0n])
    expect(await breaches()).toEqual([])
  })

  it('PROF-07l delivered at its deadline, while the tasks end it: the money goes to one side only', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator, { days: 1 })
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    // The deadline passes while the deliveries wait for the request.
    await fixture.owner().query(
      `update custom_requests set answer_by = app_now() + interval '50 milliseconds', deliver_by = app_now() + interval '50 milliseconds',
         asked_at = app_now() - interval '1 hour' where id = $1`,
      [requestId],
    )
    await atOnce<unknown>(60, (nth) =>
      nth % 3 === 0 ? deliverRequest(creator, requestId) : nth % 3 === 1 ? endDueRequests() : cancelExpiredHolds(),
    )
    await new Promise((resolve) => setTimeout(resolve, 60))
    await endDueRequests()
    const [wallet, held, pending] = await money()
    expect([wallet, held, pending]).toEqual(wallet === 0n ? [0n, 0n, 80_000n] : [100_000n, 0n, 0n])
    expect(await breaches()).toEqual([])
  })

  it('PROF-07l a price is changed while the fan confirms the last one: only a price that was seen is held', async () => {
    await fillWallet(fan, 1_000_000)
    const requestId = await asked(fan, creator)
    await changePrice(creator, requestId, ugx(150_000).amountMinor)
    const [confirmed] = await Promise.all([
      confirmPrice(fan, requestId, 2),
      changePrice(creator, requestId, ugx(900_000).amountMinor),
    ])
    expect(await money()).toEqual(confirmed.ok ? [850_000n, 150_000n, 0n] : [900_000n, 100_000n, 0n])
    expect(await breaches()).toEqual([])
  })
})

type Step = 'accept' | 'dearer' | 'cheaper' | 'confirm' | 'decline' | 'withdraw' | 'deliver' | 'hours'
const STEPS: readonly Step[] = ['accept', 'dearer', 'cheaper', 'confirm', 'decline', 'withdraw', 'deliver', 'hours']

/** What each step makes of each state; all others leave it as it is. */
const MOVES: Readonly<Record<string, Partial<Record<Step, string>>>> = {
  asked: {
    accept: 'accepted',
    dearer: 'price_changed',
    cheaper: 'price_changed',
    decline: 'declined',
    withdraw: 'withdrawn',
  },
  price_changed: { accept: 'accepted', confirm: 'accepted', decline: 'declined', withdraw: 'withdrawn' },
  accepted: { decline: 'not_delivered', deliver: 'delivered' },
}

it(
  'PROF-07l whatever both sides do, in any order: only the moves of the states happen, and no shilling is lost',
  { timeout: 120_000 },
  async () => {
    await fillWallet(fan, 2_000_000)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 7 }), async (steps) => {
        const before = await money()
        const requestId = await asked(fan, creator, { days: 29 })
        await addReadyMedium(fixture.owner(), creator.id, requestId)
        let [state, price, wanted, version, hours] = ['asked', 100_000n, 0n, 1, 0]
        for (const step of steps) {
          const answer = await take(step, requestId, version)
          if (step === 'hours') hours += 30
          if (step === 'dearer' || step === 'cheaper') {
            if (!answer) continue
            const next = step === 'dearer' ? 130_000n : 60_000n
            // The same price once more is no change.
            if (state === 'price_changed' && wanted === next) continue
            wanted = next
            version += 1
            state = 'price_changed'
            hours = 0
            continue
          }
          if (hours >= 48 && (state === 'asked' || state === 'price_changed')) state = 'lapsed'
          const next = MOVES[state]?.[step]
          if (!next) continue
          if (step === 'confirm') price = wanted
          state = next
        }
        const row = await fixture.one<{ state: string; price_minor: bigint }>(
          'select state, price_minor from custom_requests where id = $1',
          [requestId],
        )
        expect([row.state, row.price_minor / 100n]).toEqual([state, price])
        const [wallet, held, pending] = await money()
        const isHeld = ['asked', 'price_changed', 'accepted'].includes(state)
        const sold = state === 'delivered'
        expect([wallet, held, pending]).toEqual([
          before[0] - (isHeld || sold ? price : 0n),
          before[1] + (isHeld ? price : 0n),
          before[2] + (sold ? (price * 4n) / 5n : 0n),
        ])
        expect(await breaches()).toEqual([])
        // The next history starts with nothing held.
        await declineRequest(creator, requestId)
      }),
      { numRuns: 25 },
    )
  },
)

async function take(step: Step, requestId: string, version: number): Promise<boolean> {
  switch (step) {
    case 'accept':
      return (await acceptRequest(creator, requestId)).ok
    case 'dearer':
      return (await changePrice(creator, requestId, ugx(130_000).amountMinor)).ok
    case 'cheaper':
      return (await changePrice(creator, requestId, ugx(60_000).amountMinor)).ok
    case 'confirm':
      return (await confirmPrice(fan, requestId, version)).ok
    case 'decline':
      return (await declineRequest(creator, requestId)).ok
    case 'withdraw':
      return (await withdrawRequest(fan, requestId)).ok
    case 'deliver':
      return (await deliverRequest(creator, requestId)).ok
    case 'hours':
      await fixture.advance(30 * 3_600)
      await endDueRequests()
      return true
    default:
      return step satisfies never
  }
}
