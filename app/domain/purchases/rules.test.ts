import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creatorFeeEarned, creatorFeeRefunded } from '#app/domain/creators/fee-entries.ts'
import { endOfNextWeek, type FeeStatus, feeWeekFrom } from '#app/domain/creators/fee-week.ts'
import { validateEntry } from '#app/domain/ledger/chart.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { builtInPlan } from '#app/domain/subscriptions/plan.ts'
import { addDays } from '#app/platform/clock.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { type Arrival, decideSettlement } from './settlement-decision.ts'
import { type Collected, gatewayFeeLearned, paidByCharge, paymentToRefund } from './entries.ts'
import { creatorFeeCredits } from '#app/domain/products/creator-fee/entries.ts'
import { passCredits } from '#app/domain/products/pass/entries.ts'
import { unlockCredits } from '#app/domain/products/post-unlock/entries.ts'
import { destinationOfAccess, readReturnTo } from '#app/domain/products/return-to.ts'
import { canBuyPass } from '#app/domain/products/pass/policy.ts'
import { canBuyUnlock } from '#app/domain/products/post-unlock/policy.ts'
import { canPayCreatorFee } from '#app/domain/products/creator-fee/policy.ts'
import { validateQuote } from './validate-quote.ts'
import { quotePass } from '#app/domain/products/pass/quote.ts'
import { addressOf } from '#app/target-address.ts'

const at = new Date('2026-11-21T09:00:00Z')
const collected: Collected = {
  gateway: 'flutterwave-v3',
  providerId: '4912077',
  grossMinor: 18_000_000n,
  feeMinor: 540_000n,
  currency: 'UGX',
  transactionId: 't',
  at,
}
const creator = '01970000-0000-7000-8000-0000000000aa'

const priced = (one: Collected, amountMinor: bigint) => ({ amountMinor, currency: one.currency })
const passPaid = (one: Collected, price: bigint) =>
  paidByCharge(one, priced(one, price), passCredits(priced(one, price)))
const creatorFeePaid = (one: Collected, price: bigint) =>
  paidByCharge(one, priced(one, price), creatorFeeCredits(priced(one, price)))
const unlockPaid = (one: Collected, price: bigint, creatorId: string) =>
  paidByCharge(one, priced(one, price), unlockCredits(priced(one, price), creatorId))

function table(entry: ReturnType<typeof passPaid>): string[] {
  return entry.lines.map((line) => `${line.account.purpose} ${line.amountMinor}`)
}

describe('how payments are posted', () => {
  it('PAY-06 a pass: what arrives, what it cost, and the unearned revenue', () => {
    expect(table(passPaid(collected, 18_000_000n))).toEqual([
      'gateway_clearing 17460000',
      'gateway_fees 540000',
      'deferred_pass_revenue -18000000',
    ])
  })

  it('PAY-06 an unlock: 80 percent are pending for the creator, our part rounds down', () => {
    const paid = unlockPaid({ ...collected, grossMinor: 5_000_300n, feeMinor: 0n }, 5_000_300n, creator)
    expect(table(paid)).toEqual(['gateway_clearing 5000300', 'creator_pending -4000300', 'platform_revenue -1000000'])
  })

  it('PAY-07 what was paid too much, twice or too late is to be refunded', () => {
    expect(table(passPaid({ ...collected, grossMinor: 18_100_000n }, 18_000_000n))).toEqual([
      'gateway_clearing 17560000',
      'gateway_fees 540000',
      'deferred_pass_revenue -18000000',
      'refunds_payable -100000',
    ])
    expect(table(paymentToRefund(collected))).toEqual([
      'gateway_clearing 17460000',
      'gateway_fees 540000',
      'refunds_payable -18000000',
    ])
  })

  it('PAY-06 a fee that becomes known later is a correcting entry of its own', () => {
    expect(table(passPaid({ ...collected, feeMinor: null }, 18_000_000n))).toEqual([
      'gateway_clearing 18000000',
      'deferred_pass_revenue -18000000',
    ])
    expect(table(gatewayFeeLearned({ ...collected, feeMinor: 540_000n }))).toEqual([
      'gateway_fees 540000',
      'gateway_clearing -540000',
    ])
  })

  it('PAY-06 every entry balances, whatever the amounts', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 5n, max: 10n ** 10n }),
        fc.bigInt({ min: 0n, max: 10n ** 8n }),
        fc.bigInt({ min: 0n, max: 499n }),
        (shillings, excess, fee) => {
          const price = shillings * 100n
          const one = { ...collected, grossMinor: price + excess * 100n, feeMinor: fee }
          expect(validateEntry(passPaid(one, price))).toBeNull()
          expect(validateEntry(unlockPaid(one, price, creator))).toBeNull()
          expect(validateEntry(paymentToRefund(one))).toBeNull()
        },
      ),
    )
  })

  it('PAY-06 one charge has one key, whatever it becomes', () => {
    expect(
      new Set(
        [passPaid(collected, 1n), unlockPaid(collected, 1n, creator), paymentToRefund(collected)].map(
          (entry) => entry.idempotencyKey,
        ),
      ).size,
    ).toBe(1)
  })
})

describe('what arriving money does', () => {
  const fine: Arrival = {
    purchaseState: 'open',
    hoursLate: -1,
    buyerActive: true,
    productExists: true,
    boughtElsewhere: false,
    holdsOne: false,
  }

  it.each<[string, Partial<Arrival>, string]>([
    ['in time', {}, 'grant'],
    ['in time, beside an active pass', { holdsOne: true }, 'grant'],
    ['23 hours late', { hoursLate: 23, holdsOne: true }, 'grant'],
    ['two days late, nothing bought since', { hoursLate: 48 }, 'grant'],
    ['two days late, another pass bought since', { hoursLate: 48, holdsOne: true }, 'arrived_late'],
    ['for a purchase that is paid', { purchaseState: 'completed' }, 'paid_twice'],
    [
      'for a purchase that was replaced by a paid duplicate',
      { purchaseState: 'abandoned', boughtElsewhere: true },
      'paid_twice',
    ],
    ['for a purchase that was replaced', { purchaseState: 'abandoned' }, 'grant'],
    ['for a post that was removed', { productExists: false }, 'product_gone'],
    ['for a post that the buyer has', { boughtElsewhere: true }, 'paid_twice'],
    ['for a product without an end, three days late', { hoursLate: 72 }, 'grant'],
    ['from an account that is closed', { buyerActive: false }, 'product_gone'],
    ['for the week of a creator who was not approved', { productExists: false }, 'product_gone'],
    ['for a week, beside an active one', { holdsOne: true }, 'grant'],
    ['for a week, two days late beside another', { hoursLate: 48, holdsOne: true }, 'arrived_late'],
  ])('PAY-07 money %s', (_name, change, expected) => {
    const decided = decideSettlement({ ...fine, ...change })
    expect(decided.kind === 'grant' ? 'grant' : decided.reason).toBe(expected)
  })
})

const someone = A_FAN

describe('who may buy', () => {
  const fan = someone
  const held = { endsAt: new Date('2026-12-01') }

  it('PAY-03 a visitor buys a pass, a holder only renews it', () => {
    expect(canBuyPass(null, { held: null, renewal: false })).toEqual({ allowed: true })
    expect(canBuyPass(fan, { held: null, renewal: false })).toEqual({ allowed: true })
    expect(canBuyPass(fan, { held, renewal: false })).toEqual({ allowed: false, reason: 'already_entitled' })
    expect(canBuyPass(fan, { held, renewal: true })).toEqual({ allowed: true })
    expect(canBuyPass(fan, { held: { endsAt: null }, renewal: true })).toEqual({
      allowed: false,
      reason: 'already_entitled',
    })
    expect(canBuyPass({ ...fan, accountStatus: 'suspended' }, { held: null, renewal: false })).toEqual({
      allowed: false,
      reason: 'account_closed',
    })
    expect(canBuyPass({ ...fan, isBlocked: true }, { held: null, renewal: false })).toEqual({
      allowed: false,
      reason: 'account_closed',
    })
  })

  it.each<[string, Person | null, Partial<Parameters<typeof canBuyUnlock>[1]>, string]>([
    ['an adult with a pass', fan, {}, 'allowed'],
    ['a visitor', null, {}, 'sign_in_required'],
    ['a fan without a pass', fan, { entitled: false }, 'pass_required'],
    ['a fan who has it already', fan, { unlocked: true }, 'already_unlocked'],
    ['its own creator', fan, { creatorId: 'fan' }, 'own_post'],
    ['somebody without a birthday', { ...fan, birthday: null }, {}, 'profile_incomplete'],
    ['somebody of 17 years and 364 days', { ...fan, birthday: '2008-11-22' }, {}, 'profile_incomplete'],
    ['somebody who turns 18 today', { ...fan, birthday: '2008-11-21' }, {}, 'allowed'],
    ['an unfinished profile', { ...fan, profileCompleted: false }, {}, 'profile_incomplete'],
    ['a suspended account', { ...fan, accountStatus: 'suspended' }, {}, 'account_closed'],
  ])('PROF-03 %s buys a locked post: %s', (_name, actor, change, expected) => {
    const verdict = canBuyUnlock(actor, { creatorId: 'amina', unlocked: false, entitled: true, at, ...change })
    expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
  })
})

describe('who may pay the weekly fee', () => {
  const creator: Person = { ...someone, id: 'amina', userType: 'creator' }
  const approved: FeeStatus = { verification: 'approved', visible: false, lastEnd: null, weeksWaiting: 0 }

  it.each<[string, Person | null, Partial<FeeStatus>, boolean, string]>([
    ['an approved creator', creator, {}, false, 'allowed'],
    ['a creator in review', creator, { verification: 'in_review' }, false, 'allowed'],
    ['a lapsed creator', creator, { lastEnd: new Date('2026-11-14') }, false, 'allowed'],
    ['a visible creator', creator, { visible: true }, false, 'already_visible'],
    ['a visible creator who renews', creator, { visible: true }, true, 'allowed'],
    ['a creator whose paid week waits', creator, { verification: 'in_review', weeksWaiting: 1 }, true, 'week_waiting'],
    ['a creator who never applied', creator, { verification: 'none' }, false, 'application_missing'],
    ['a creator with a draft', creator, { verification: 'draft' }, false, 'application_missing'],
    ['a rejected creator', creator, { verification: 'rejected' }, false, 'application_rejected'],
    ['a suspended creator', { ...creator, accountStatus: 'suspended' }, {}, false, 'account_closed'],
    ['a blocked creator', { ...creator, isBlocked: true }, {}, false, 'account_closed'],
    ['a fan', someone, {}, false, 'not_a_creator'],
    ['a visitor', null, {}, false, 'sign_in_required'],
  ])('CSUB-01 %s', (_name, actor, change, renewal, expected) => {
    const verdict = canPayCreatorFee(actor, { ...approved, ...change }, renewal)
    expect(verdict.allowed ? 'allowed' : verdict.reason).toBe(expected)
  })

  it('CSUB-03 a week is seven days from the later of now and the current end', () => {
    expect(feeWeekFrom(at, null)).toEqual({ startsAt: at, endsAt: addDays(at, 7) })
    expect(feeWeekFrom(at, addDays(at, -3))).toEqual({ startsAt: at, endsAt: addDays(at, 7) })
    expect(feeWeekFrom(at, addDays(at, 3))).toEqual({ startsAt: addDays(at, 3), endsAt: addDays(at, 10) })
    expect(endOfNextWeek({ ...approved, verification: 'in_review' }, at)).toBeNull()
    expect(endOfNextWeek({ ...approved, lastEnd: addDays(at, 2) }, at)).toEqual(addDays(at, 9))
  })

  it('CSUB-03 paid weeks follow one another without a gap or an overlap, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 }), (waits) => {
        let time = at
        let end: Date | null = null
        let paid = 0
        let lost = 0
        for (const days of waits) {
          time = addDays(time, days)
          const week = feeWeekFrom(time, end)
          expect(week.startsAt >= time).toBe(true)
          if (end) expect(week.startsAt >= end).toBe(true)
          lost += end && end < time ? (time.getTime() - end.getTime()) / 86_400_000 : 0
          end = week.endsAt
          paid += 7
        }
        if (end) expect((end.getTime() - addDays(at, waits[0] ?? 0).getTime()) / 86_400_000).toBe(paid + lost)
      }),
    )
  })

  it('CSUB-03 the entries of a week balance and can be posted once, as earned or as refunded', () => {
    const week = { id: 'w', amountMinor: 6_000_000n, currency: 'UGX' as const, at }
    expect(validateEntry(creatorFeePaid(collected, 6_000_000n))).toBeNull()
    expect(validateEntry(creatorFeeEarned(week))).toBeNull()
    expect(validateEntry(creatorFeeRefunded(week))).toBeNull()
    expect(creatorFeeEarned(week).idempotencyKey).toBe(creatorFeeRefunded(week).idempotencyKey)
  })
})

describe('what is charged and how', () => {
  it('SUB-08 mobile money supports only shillings; too little and too much are refused', () => {
    expect(validateQuote({ amountMinor: 499n, currency: 'USD' }, 'mobile_money')).toBe('mobile_money_takes_shillings')
    expect(validateQuote({ amountMinor: 499n, currency: 'USD' }, 'card')).toBeNull()
    expect(validateQuote({ amountMinor: 49_900n, currency: 'UGX' }, 'card')).toBe('amount_too_small')
    expect(validateQuote({ amountMinor: 50_000n, currency: 'UGX' }, 'mobile_money')).toBeNull()
    expect(validateQuote({ amountMinor: 500_000_100n, currency: 'UGX' }, 'mobile_money')).toBe('amount_too_large')
    expect(validateQuote({ amountMinor: 0n, currency: 'USD' }, 'card')).toBe('amount_too_small')
  })

  it('SUB-03 a quote records what it was made of', () => {
    expect(quotePass({ ...builtInPlan('annual'), discountPercentage: 10 }, 'UGX', at)).toMatchObject({
      productName: 'Annual pass',
      price: { amountMinor: 135_000_000n, currency: 'UGX' },
      facts: { kind: 'pass', plan: 'annual', listMinor: '150000000', discountPercentage: 10 },
    })
  })
})

describe('what the buyer came for', () => {
  it('SUB-01 it is carried as names from fixed lists; anything else is dropped', () => {
    const kept = readReturnTo(
      new URLSearchParams(`from=public-feed&creator=amina_k&intent=follow&post=${creator}&next=//evil.example`),
    )
    expect(kept).toEqual({ from: 'public-feed', creator: 'amina_k', intent: 'follow', post: creator })
    expect(readReturnTo(new URLSearchParams(kept))).toEqual(kept)
    expect(readReturnTo(new URLSearchParams('from=//evil.example&creator=../admin&intent=steal&post=1'))).toEqual({})
  })

  it('SUB-01 it sets the page after the payment, and only to our own addresses', () => {
    expect(addressOf(destinationOfAccess({}))).toBe('/unblocked-feed')
    expect(addressOf(destinationOfAccess({ creator: 'Amina_K', intent: 'follow' }))).toBe('/amina_k')
    expect(addressOf(destinationOfAccess({ creator: 'amina_k', intent: 'chat' }))).toBe(
      '/subscribe/wanted?creator=amina_k&intent=chat',
    )
    expect(addressOf(destinationOfAccess({ creator }))).toBe(`/gal/${creator}`)
    expect(addressOf(destinationOfAccess({ creator: 'amina_k', intent: 'unlock', post: creator }))).toBe(
      `/subscribe/wanted?creator=amina_k&intent=unlock&post=${creator}`,
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (from, to, requested) => {
        expect(
          addressOf(
            destinationOfAccess(readReturnTo(new URLSearchParams({ from, creator: to, intent: requested, post: to }))),
          ),
        ).toMatch(/^\/[a-z0-9_-]+(\/[a-z0-9-]+){0,2}(\?[A-Za-z0-9_=&-]+)?$/)
      }),
    )
  })
})
