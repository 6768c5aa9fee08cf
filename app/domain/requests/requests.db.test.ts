import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { heldBalance, walletBalance } from '#app/domain/wallet/queries.server.ts'
import { cancelExpiredHolds } from '#app/domain/wallet/cancel-expired-holds.server.ts'
import { newId } from '#app/platform/id.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { fillWallet } from '#tests/support/spending.ts'
import { acceptQuote } from './accept-quote.server.ts'
import { changeQuote } from './change-quote.server.ts'
import { deliverRequest } from './deliver-request.server.ts'
import { declineQuote, withdrawQuote } from './end-quote.server.ts'
import { offerQuote } from './offer-quote.server.ts'
import { findQuote } from './queries.server.ts'
import { type Offer, quoteStatus } from './quote.ts'
import { refundRequestsOfHidden } from './refund-requests.server.ts'

const fixture = usePaymentFixture({ max: 16 })
const OFFER: Offer = { priceMinor: ugx(100_000).amountMinor, deliveryDays: 3, answerHours: 48 }

let fan: Person
let creator: Person

beforeEach(async () => {
  fan = await fixture.person()
  await fixture.grantPass(fan.id)
  creator = await aCreator()
})

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  return { ...(await fixture.person()), id: creatorId, userType: 'creator' }
}

async function offered(change: Partial<Offer> = {}): Promise<string> {
  const offer = await offerQuote(creator, { ...OFFER, fanId: fan.id, ...change })
  if (!offer.ok) throw new Error(offer.refusal.kind)
  return offer.value.quoteId
}

const balances = async () => [
  (await walletBalance(fan.id)).amountMinor / 100n,
  (await heldBalance(fan.id)).amountMinor / 100n,
]
const pendingOf = async (who: Person) =>
  -(await getBalance({ purpose: 'creator_pending', ownerId: who.id, currency: 'UGX' })) / 100n

describe('a custom request', () => {
  it('PROF-07l accepted, the sum is set aside; delivered, it is split, four fifths to the creator', async () => {
    await fillWallet(fan, 150_000)
    const quoteId = await offered()
    expect((await acceptQuote(fan, { quoteId, version: 1 })).ok).toBe(true)
    expect(await balances()).toEqual([50_000n, 100_000n])
    expect(await pendingOf(creator)).toBe(0n)
    expect((await deliverRequest(creator, quoteId)).ok).toBe(true)
    expect(await balances()).toEqual([50_000n, 0n])
    expect(await pendingOf(creator)).toBe(80_000n)
    expect(
      await fixture.all('select source, gross_minor, fee_minor, net_minor from earnings where cause_id = $1', [
        quoteId,
      ]),
    ).toEqual([{ source: 'custom_request', gross_minor: 10_000_000n, fee_minor: 2_000_000n, net_minor: 8_000_000n }])
    expect((await findQuote(fan.id, quoteId))?.status).toBe('delivered')
  })

  it('PROF-07 a hundred acceptances at once set the sum aside once', async () => {
    await fillWallet(fan, 1_000_000)
    const quoteId = await offered()
    const results = await Promise.all(Array.from({ length: 100 }, () => acceptQuote(fan, { quoteId, version: 1 })))
    expect(new Set(results.map((result) => (result.ok ? result.value.holdId : result.refusal.kind))).size).toBe(1)
    expect(await balances()).toEqual([900_000n, 100_000n])
  })

  it('PROF-07 a creator who was suspended meanwhile gets nothing that was set aside: the hold is cancelled', async () => {
    await fillWallet(fan, 100_000)
    const quoteId = await offered()
    await acceptQuote(fan, { quoteId, version: 1 })
    await fixture.owner().query(`update profiles set account_status = 'suspended' where id = $1`, [creator.id])
    expect(await deliverRequest(creator, quoteId)).toEqual({ ok: false, refusal: { kind: 'creator_away' } })
    expect(await pendingOf(creator)).toBe(0n)
    await refundRequestsOfHidden()
    expect(await balances()).toEqual([100_000n, 0n])
  })

  it('PROF-07 a fan who was blocked meanwhile sets nothing aside', async () => {
    await fillWallet(fan, 100_000)
    const quoteId = await offered()
    await fixture.owner().query('update profiles set is_blocked = true where id = $1', [fan.id])
    expect((await acceptQuote(fan, { quoteId, version: 1 })).ok).toBe(false)
    expect(await balances()).toEqual([100_000n, 0n])
  })

  it('PROF-07 delivered and withdrawn a hundred times at once, the money goes to one side only', async () => {
    await fillWallet(fan, 100_000)
    const quoteId = await offered()
    await acceptQuote(fan, { quoteId, version: 1 })
    const ends = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0 ? deliverRequest(creator, quoteId) : withdrawQuote(creator, quoteId),
      ),
    )
    expect(ends.filter((end) => end.ok)).toHaveLength(1)
    const [wallet, held] = await balances()
    expect(held).toBe(0n)
    expect([wallet, await pendingOf(creator)]).toEqual(wallet === 0n ? [0n, 80_000n] : [100_000n, 0n])
  })

  it('PROF-07 a price that changed meanwhile must be confirmed again, and only the new one can be accepted', async () => {
    await fillWallet(fan, 500_000)
    const quoteId = await offered()
    expect(await changeQuote(creator, quoteId, { ...OFFER, priceMinor: ugx(200_000).amountMinor })).toEqual({
      ok: true,
      value: { version: 2 },
    })
    expect(await acceptQuote(fan, { quoteId, version: 1 })).toEqual({
      ok: false,
      refusal: { kind: 'quote_changed', price: ugx(200_000), version: 2 },
    })
    expect(await balances()).toEqual([500_000n, 0n])
    expect((await acceptQuote(fan, { quoteId, version: 2 })).ok).toBe(true)
    expect(await changeQuote(creator, quoteId, OFFER)).toMatchObject({ ok: false, refusal: { kind: 'quote_decided' } })
  })

  it('PROF-07 too late to accept: refused, and nothing is set aside', async () => {
    await fillWallet(fan, 500_000)
    const quoteId = await offered({ answerHours: 1 })
    await fixture.advance(3_601)
    expect(await acceptQuote(fan, { quoteId, version: 1 })).toMatchObject({
      ok: false,
      refusal: { kind: 'quote_expired' },
    })
    expect((await findQuote(fan.id, quoteId))?.status).toBe('lapsed')
    expect(await balances()).toEqual([500_000n, 0n])
  })

  it('PROF-07l not delivered in time: delivery is refused, and the hold is cancelled automatically', async () => {
    await fillWallet(fan, 100_000)
    const quoteId = await offered({ deliveryDays: 1 })
    await acceptQuote(fan, { quoteId, version: 1 })
    await fixture.advance(86_401)
    expect(await deliverRequest(creator, quoteId)).toMatchObject({ ok: false, refusal: { kind: 'hold_expired' } })
    await cancelExpiredHolds()
    expect(await balances()).toEqual([100_000n, 0n])
    expect((await findQuote(fan.id, quoteId))?.status).toBe('not_delivered')
    expect(await deliverRequest(creator, quoteId)).toMatchObject({ ok: false, refusal: { kind: 'hold_ended' } })
    expect(await pendingOf(creator)).toBe(0n)
  })

  it('PROF-07l declined or withdrawn, nothing is paid', async () => {
    await fillWallet(fan, 200_000)
    const first = await offered()
    expect((await declineQuote(fan, first)).ok).toBe(true)
    expect(await acceptQuote(fan, { quoteId: first, version: 1 })).toMatchObject({ refusal: { kind: 'quote_decided' } })
    const second = await offered()
    await acceptQuote(fan, { quoteId: second, version: 1 })
    expect(await declineQuote(fan, second)).toMatchObject({ ok: false, refusal: { kind: 'quote_decided' } })
    expect((await withdrawQuote(creator, second)).ok).toBe(true)
    expect(await balances()).toEqual([200_000n, 0n])
  })

  it('PROF-07 while the creator is hidden, what was set aside is the fan’s again', async () => {
    await fillWallet(fan, 100_000)
    const quoteId = await offered()
    await acceptQuote(fan, { quoteId, version: 1 })
    expect(await refundRequestsOfHidden()).toBe(0)
    await fixture.owner().query('update profiles set is_blocked = true where id = $1', [creator.id])
    expect(await refundRequestsOfHidden()).toBe(1)
    expect(await balances()).toEqual([100_000n, 0n])
  })

  it('PROF-07 a fan with too little money sees what is missing', async () => {
    await fillWallet(fan, 40_000)
    const quoteId = await offered()
    expect(await acceptQuote(fan, { quoteId, version: 1 })).toMatchObject({
      refusal: { kind: 'balance_too_small', missing: ugx(60_000) },
    })
    expect((await findQuote(fan.id, quoteId))?.status).toBe('offered')
  })
})

describe('the parties of a request', () => {
  it('PROF-07l nobody else sees, accepts, declines, delivers or withdraws it', async () => {
    await fillWallet(fan, 100_000)
    const [other, otherCreator] = [await fixture.person(), await aCreator()]
    await fixture.grantPass(other.id)
    await fillWallet(other, 500_000)
    const quoteId = await offered()
    expect(await findQuote(other.id, quoteId)).toBeNull()
    const missing = { ok: false, refusal: { kind: 'quote_missing' } }
    expect(await acceptQuote(other, { quoteId, version: 1 })).toEqual(missing)
    expect(await acceptQuote(creator, { quoteId, version: 1 })).toEqual(missing)
    expect(await declineQuote(other, quoteId)).toEqual(missing)
    expect(await changeQuote(otherCreator, quoteId, OFFER)).toEqual(missing)
    await acceptQuote(fan, { quoteId, version: 1 })
    expect(await deliverRequest(otherCreator, quoteId)).toEqual(missing)
    expect(await deliverRequest(fan, quoteId)).toEqual(missing)
    expect(await withdrawQuote(otherCreator, quoteId)).toEqual(missing)
    expect(await acceptQuote(fan, { quoteId: 'not-an-id', version: 1 })).toEqual(missing)
    expect(await acceptQuote(fan, { quoteId: newId(), version: 1 })).toEqual(missing)
  })

  it('PROF-07l a fan without access is not offered a price and may not accept one', async () => {
    const stranger = await fixture.person()
    expect(await offerQuote(creator, { ...OFFER, fanId: stranger.id })).toMatchObject({
      refusal: { kind: 'not_permitted', reason: 'fan_not_entitled' },
    })
    const quoteId = await offered()
    await fixture.owner().query('delete from user_access where user_id = $1', [fan.id])
    await fillWallet(fan, 100_000)
    expect(await acceptQuote(fan, { quoteId, version: 1 })).toMatchObject({
      refusal: { kind: 'not_permitted', reason: 'pass_required' },
    })
  })

  it.each([
    ['nothing', { priceMinor: 0n }, 'price_out_of_bounds'],
    ['a negative amount', { priceMinor: -100n }, 'price_out_of_bounds'],
    ['a fraction of a shilling', { priceMinor: 10_000_050n }, 'price_out_of_bounds'],
    ['far more than any balance', { priceMinor: 10n ** 17n }, 'price_out_of_bounds'],
    ['a delivery in zero days', { deliveryDays: 0 }, 'delivery_out_of_bounds'],
    ['a delivery next year', { deliveryDays: 365 }, 'delivery_out_of_bounds'],
    ['half a day', { deliveryDays: 1.5 }, 'delivery_out_of_bounds'],
    ['an answer in zero hours', { answerHours: 0 }, 'answer_out_of_bounds'],
  ] as const)('PROF-07 %s is not accepted as an offer', async (_, change, kind) => {
    expect(await offerQuote(creator, { ...OFFER, fanId: fan.id, ...change })).toMatchObject({ refusal: { kind } })
  })
})

describe('the status of a quote', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  it.each([
    ['offered', '2026-11-21T09:00:01Z', null, 'offered'],
    ['offered', '2026-11-21T09:00:00Z', null, 'lapsed'],
    ['accepted', '2026-11-20T09:00:00Z', 'held', 'accepted'],
    ['accepted', '2026-11-20T09:00:00Z', 'cancelled', 'not_delivered'],
    ['delivered', '2026-11-20T09:00:00Z', 'released', 'delivered'],
  ] as const)('%s, to be answered by %s, %s: %s', (state, answerBy, holdState, status) => {
    expect(quoteStatus({ state, answerBy: new Date(answerBy), holdState, at })).toBe(status)
  })
})
