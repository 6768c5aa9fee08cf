import type { Currency } from '#app/domain/money/money.ts'
import fc from 'fast-check'
import type { GatewayChargeback } from '#app/gateways/flutterwave/refund-port.ts'
import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { type StaffRole, STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { REFUND_STATES } from '#app/domain/payments/refund.ts'
import { creatorsPart, taxPart } from '#app/domain/products/creators-part.ts'
import { passReversal } from '#app/domain/products/pass/reversal.ts'
import {
  chargebackReceived,
  chargebackWon,
  endOfChargeback,
  type KnownChargeback,
  hasNews,
  warningsDue,
} from './chargeback.ts'

import {
  canAskForOthers,
  canAskRefund,
  canDecideRefund,
  canRetryRefund,
  canSecondRefund,
  canSendToWallet,
  type RefundForDecision,
} from './policy.ts'
import { validateAmount, refundRule, needsSecond, type RefundFacts } from './rules.ts'

const at = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000)
const facts = (change: Partial<RefundFacts> = {}): RefundFacts => ({
  unusedHours: 24,
  completed: true,
  paidAt: hoursAgo(2),
  restMinor: 18_000_000n,
  used: false,
  removed: false,
  begun: false,
  asked: false,
  disputed: false,
  flagged: false,
  ...change,
})

describe('who is refunded (the rules of /refunds)', () => {
  test.each<[string, Partial<RefundFacts>, object]>([
    ['an unused pass within 24 hours', {}, { kind: 'whole', reason: 'unused' }],
    ['one minute before 24 hours', { paidAt: hoursAgo(23.98) }, { kind: 'whole', reason: 'unused' }],
    ['at 24 hours', { paidAt: hoursAgo(24) }, { kind: 'person' }],
    ['a used pass', { used: true }, { kind: 'person' }],
    ['a used pass later', { used: true, paidAt: hoursAgo(200) }, { kind: 'person' }],
    [
      'a post that was removed, at any time',
      { unusedHours: null, removed: true, paidAt: hoursAgo(9_000) },
      { kind: 'whole', reason: 'removed' },
    ],
    ['a post that is not removed', { unusedHours: null }, { kind: 'person' }],
    ['a tip', { unusedHours: null }, { kind: 'person' }],
    ['a top-up', { unusedHours: null }, { kind: 'person' }],
    ['a week that has begun', { unusedHours: null, begun: true }, { kind: 'none', because: 'week_has_begun' }],
    ['a week that waits', { unusedHours: null }, { kind: 'person' }],
    ['a flagged account', { flagged: true }, { kind: 'person' }],
    ['what a bank reverses', { disputed: true }, { kind: 'none', because: 'disputed' }],
    ['what was refunded before', { restMinor: 0n }, { kind: 'none', because: 'nothing_left' }],
    ['what was requested already', { asked: true }, { kind: 'none', because: 'asked_already' }],
    ['what was never paid', { completed: false }, { kind: 'none', because: 'not_paid' }],
  ])('PAY-10 %s', (_, change, rule) => {
    expect(refundRule(facts(change), at)).toEqual(rule)
  })

  test('PAY-08 never refunds more than is left, in whole steps', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-1_000n, 1_000_000n),
        fc.bigInt(0n, 1_000_000n),
        fc.constantFrom(1n, 100n),
        (amount, rest, step) => {
          const fits = amount > 0n && amount <= rest && amount % step === 0n
          expect(validateAmount(amount, rest, step) === null).toBe(fits)
        },
      ),
    )
  })

  test('PAY-10 above the limit two people, dollars at the owner’s rate', () => {
    const limits = { refundApprovalMinor: 20_000_000n, shillingsPerDollar: 3_670 }
    expect(needsSecond({ amountMinor: 20_000_000n, currency: 'UGX' }, limits)).toBe(false)
    expect(needsSecond({ amountMinor: 20_000_100n, currency: 'UGX' }, limits)).toBe(true)
    expect(needsSecond({ amountMinor: 4_999n, currency: 'USD' }, limits)).toBe(false)
    expect(needsSecond({ amountMinor: 5_500n, currency: 'USD' }, limits)).toBe(true)
  })
})

describe('who bears it', () => {
  test('PAY-08 however a refund is divided, creator and platform pay exactly what they got', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 50_000n),
        fc.integer({ min: 0, max: 50 }),
        fc.array(fc.bigInt(1n, 20_000n), { maxLength: 6 }),
        (units, percentage, cuts) => {
          const step = 100n
          const gross = units * step
          const fee = ((gross * BigInt(percentage)) / 100n / step) * step
          const net = gross - fee
          let [rest, taken, ours] = [gross, 0n, 0n]
          for (const cut of [...cuts.map((one) => one * step), gross]) {
            const amount = cut < rest ? cut : rest
            if (amount === 0n) break
            const part = creatorsPart(
              { amountMinor: amount, restMinor: rest },
              { grossMinor: gross, netMinor: net, reversedMinor: taken, stepMinor: step },
            )
            expect(part >= 0n && part <= amount && taken + part <= net).toBe(true)
            taken += part
            ours += amount - part
            rest -= amount
            expect(ours <= fee).toBe(true)
          }
          expect([rest, taken, ours]).toEqual([0n, net, fee])
        },
      ),
    )
  })

  test('PAY-08 the tax of our fee is reversed with it', () => {
    const fee = { taxMinor: 76_200n, revenueMinor: 423_800n, stepMinor: 100n }
    expect(taxPart(500_000n, fee)).toBe(76_200n)
    expect(taxPart(250_000n, fee)).toBe(38_100n)
    expect(taxPart(0n, fee)).toBe(0n)
    expect(taxPart(500_000n, { ...fee, taxMinor: 0n })).toBe(0n)
  })

  const linesOf = ({ lines }: ReturnType<typeof passReversal>) =>
    lines.map(({ account, amountMinor }) => `${account.purpose} ${account.currency} ${amountMinor}`)
  const whole = (amountMinor: bigint) => ({ amountMinor, restMinor: amountMinor })

  test('SUB-08 dollars are refunded whole where nothing was earned, else in proportion to the unearned revenue', () => {
    const dollars = { priceMinor: 499n, currency: 'USD' } as const
    const back = (owedMinor: bigint) =>
      linesOf(passReversal(dollars, whole(499n), { deferredMinor: 1_831_300n, owedMinor, breakageMinor: 0n }))
    expect(back(1_831_300n)).toEqual(['deferred_pass_revenue UGX 1831300', 'exchange UGX -1831300', 'exchange USD 499'])
    expect(back(0n)).toEqual(['platform_revenue USD 499'])
    expect(back(915_650n)).toEqual([
      'deferred_pass_revenue UGX 915650',
      'exchange UGX -915650',
      'exchange USD 249',
      'platform_revenue USD 250',
    ])
  })

  test('PAY-08 for a pass the unearned revenue is refunded first, then its breakage, and only the rest is our loss', () => {
    const shillings = { priceMinor: 18_000_000n, currency: 'UGX' } as const
    const back = (
      funds: { owedMinor: bigint; breakageMinor: bigint },
      amountMinor = 18_000_000n,
      restMinor = 18_000_000n,
    ) => linesOf(passReversal(shillings, { amountMinor, restMinor }, { deferredMinor: 18_000_000n, ...funds }))
    expect(back({ owedMinor: 13_500_000n, breakageMinor: 0n })).toEqual([
      'deferred_pass_revenue UGX 13500000',
      'platform_revenue UGX 4500000',
    ])
    expect(back({ owedMinor: 0n, breakageMinor: 4_200_000n })).toEqual([
      'breakage UGX 4200000',
      'platform_revenue UGX 13800000',
    ])
    // Half by agreement, and the pass ends: the other half stays owed until the weekly run makes it breakage.
    expect(back({ owedMinor: 18_000_000n, breakageMinor: 0n }, 9_000_000n)).toEqual([
      'deferred_pass_revenue UGX 9000000',
    ])
    // What an earlier part had cost us is repaid to us.
    expect(back({ owedMinor: 18_000_000n, breakageMinor: 0n }, 17_000_000n, 17_000_000n)).toEqual([
      'deferred_pass_revenue UGX 18000000',
      'platform_revenue UGX -1000000',
    ])
  })

  test('PAY-08 whatever is refunded of a pass, the entry adds up and no more leaves than is there', () => {
    const amounts = fc.bigInt(0n, 400_000n)
    fc.assert(
      fc.property(
        fc.constantFrom('UGX', 'USD'),
        amounts,
        amounts,
        fc.nat(100),
        fc.nat(100),
        (currency, owed, breakage, part, earlier) => {
          const [owedMinor, breakageMinor] = [owed * 100n, breakage * 100n]
          const deferredMinor = owedMinor + breakageMinor + 10_000n
          const priceMinor = currency === 'UGX' ? deferredMinor : deferredMinor / 3_670n + 1n
          const restMinor = priceMinor - (priceMinor * BigInt(earlier)) / 200n
          const amountMinor = 1n + ((restMinor - 1n) * BigInt(part)) / 100n
          const gone = passReversal(
            { priceMinor, currency },
            { amountMinor, restMinor },
            { deferredMinor, owedMinor, breakageMinor },
          )
          const sumIn = (currency: string) =>
            gone.lines.reduce((sum, line) => (line.account.currency === currency ? sum + line.amountMinor : sum), 0n)
          expect(sumIn(currency)).toBe(amountMinor)
          if (currency === 'USD') expect(sumIn('UGX')).toBe(0n)
          expect(gone.owedMinor >= 0n && gone.owedMinor <= owedMinor).toBe(true)
          expect(gone.breakageMinor >= 0n && gone.breakageMinor <= breakageMinor).toBe(true)
        },
      ),
    )
  })

  test('PAY-08 a chargeback that is won repays what was taken, after debts, and adds up to zero', () => {
    const creator = { ownerId: '01970000-0000-7000-8000-000000000001', currency: 'UGX' } as const
    fc.assert(
      fc.property(
        fc.bigInt(0n, 900n),
        fc.bigInt(0n, 900n),
        fc.bigInt(0n, 900n),
        fc.bigInt(0n, 2_000n),
        (pending, available, owed, debt) => {
          const one = { id: '01970000-0000-7000-8000-000000000002', amountMinor: 3_000n, currency: 'UGX', at } as const
          const bornBy = [
            { account: { purpose: 'creator_pending', ...creator }, amountMinor: pending },
            { account: { purpose: 'creator_available', ...creator }, amountMinor: available },
            { account: { purpose: 'creator_debt', ...creator }, amountMinor: owed },
          ] as const
          const received = chargebackReceived(one, bornBy)
          const won = chargebackWon(one, received.lines, new Map([[creator.ownerId, debt]]))
          const sum = (lines: typeof won.lines) => lines.reduce((total, line) => total + line.amountMinor, 0n)
          expect(sum(received.lines)).toBe(0n)
          expect(sum(won.lines)).toBe(0n)
          const toDebt = won.lines.find((line) => line.account.purpose === 'creator_debt')
          const total = pending + available + owed
          expect(-(toDebt?.amountMinor ?? 0n)).toBe(total < debt ? total : debt)
        },
      ),
    )
  })
})

describe('who may do what', () => {
  const person = (role: StaffRole | null, id = 'staff'): Person => ({ id, staffRole: role }) as Person
  const refund = (change: Partial<RefundForDecision> = {}): RefundForDecision => ({
    state: 'asked',
    buyerId: 'fan',
    creatorId: 'creator',
    askedBy: 'fan',
    decidedBy: null,
    ...change,
  })

  test('ROLE-01 only earnings-managers, super-admins and the owner decide, and only what is open', () => {
    for (const role of [...STAFF_ROLES, 'owner', null] as const) {
      const allowed = role === 'earnings-manager' || role === 'super-admin' || role === 'owner'
      for (const state of REFUND_STATES)
        expect(canDecideRefund(person(role), refund({ state })).allowed).toBe(allowed && state === 'asked')
    }
    expect(canDecideRefund(null, refund()).allowed).toBe(false)
  })

  test('PAY-10 the buyer requests for themselves; support and earnings-managers request for others, never for themselves', () => {
    const bought = { buyerId: 'fan' }
    expect(canAskRefund(null, bought)).toEqual({ allowed: false, reason: 'sign_in_required' })
    expect(canAskRefund(person(null, 'fan'), bought)).toEqual({ allowed: true })
    expect(canAskRefund(person('owner'), bought)).toEqual({ allowed: false, reason: 'not_yours' })
    expect(canAskRefund(person(null, 'fan'), { buyerId: null }).allowed).toBe(false)
    for (const role of [...STAFF_ROLES, 'owner', null] as const)
      expect(canAskForOthers(person(role), bought).allowed).toBe(role !== 'content-moderator' && role !== null)
    expect(canAskForOthers(person('support', 'fan'), bought)).toEqual({ allowed: false, reason: 'own_account' })
  })

  test('ROLE-01 nobody decides about themselves, their own page or their own request', () => {
    for (const id of ['fan', 'creator'])
      for (const may of [canDecideRefund, canSecondRefund, canRetryRefund])
        expect(may(person('owner', id), refund({ state: 'failed' }))).toEqual({ allowed: false, reason: 'own_account' })
    expect(canDecideRefund(person('owner'), refund({ askedBy: 'staff' }))).toEqual({
      allowed: false,
      reason: 'own_request',
    })
    const agreed = refund({ state: 'agreed', decidedBy: 'staff' })
    expect(canSecondRefund(person('super-admin'), agreed)).toEqual({ allowed: false, reason: 'own_decision' })
    expect(canSecondRefund(person('super-admin', 'another'), agreed)).toEqual({ allowed: true })
    expect(canSecondRefund(person('earnings-manager', 'another'), agreed).allowed).toBe(false)
  })

  test('PAY-10 its owner gets it in the wallet before it is sent or after it failed; staff only after it failed; never dollars', () => {
    const to = (actor: Person, change: Partial<RefundForDecision> = {}, currency: Currency = 'UGX', toSource = true) =>
      canSendToWallet(actor, { ...refund(change), currency, toSource }).allowed
    for (const state of REFUND_STATES) {
      expect(to(person(null, 'fan'), { state })).toBe(state === 'requested' || state === 'failed')
      expect(to(person('earnings-manager'), { state })).toBe(state === 'failed')
      expect(to(person('support'), { state })).toBe(false)
      expect(to(person(null, 'fan'), { state }, 'USD')).toBe(false)
      expect(to(person(null, 'fan'), { state }, 'UGX', false)).toBe(false)
    }
  })
})

describe('chargebacks', () => {
  test('PAY-08 only a final status ends one, and warnings come eight and two hours before', () => {
    expect(
      ['won', 'reversed', 'lost', 'initiated', 'pending', 'accepted', 'declined', 'unknown'].map((one) =>
        endOfChargeback(one as 'won'),
      ),
    ).toEqual(['won', 'won', 'lost', null, null, null, null, null])
    const due = (hours: number) => warningsDue(new Date(at.getTime() + hours * 3_600_000), at)
    expect([10, 8, 5, 2, 1, -1].map(due)).toEqual([0, 1, 1, 2, 2, 2])
    expect(warningsDue(null, at)).toBe(0)
  })
})

describe('PAY-08 which rows of the gateway\u2019s list are new', () => {
  const dueAt = new Date('2026-11-24T09:00:00Z')
  const known: KnownChargeback = {
    transactionId: 'ours',
    status: 'pending',
    rawStatus: 'pending',
    stage: 'new',
    dueAt,
    endedAt: null,
    untold: false,
  }
  const shown: GatewayChargeback = {
    chargebackId: '7',
    providerId: '1',
    reference: 'PCH-1',
    status: 'pending',
    rawStatus: 'pending',
    stage: 'new',
    amountMinor: 100n,
    comment: '',
    dueAt: new Date(dueAt),
    openedAt: null,
  }

  test.each([
    ['one that we have never seen', {}, undefined, true],
    ['an unchanged one', {}, {}, false],
    ['the same without its time', { dueAt: null }, {}, false],
    ['another time', { dueAt: new Date('2026-11-25T09:00:00Z') }, {}, true],
    ['another status', { status: 'declined' }, {}, true],
    ['another text for the status', { rawStatus: 'in review' }, {}, true],
    ['another stage', { stage: 'second' }, {}, true],
    ['one whose payment we did not know', {}, { transactionId: null }, true],
    ['an end that we have posted', { status: 'won' }, { status: 'won', endedAt: dueAt }, false],
    ['an end that we have not posted', { status: 'lost' }, { status: 'lost' }, true],
    ['our answer, which it has received', { status: 'declined' }, { status: 'declined', untold: true }, true],
    ['our answer, which it has not received yet', {}, { untold: true }, false],
  ] as [string, Partial<GatewayChargeback>, Partial<KnownChargeback> | undefined, boolean][])(
    '%s',
    (_what, change, kept, news) => {
      expect(hasNews({ ...shown, ...change }, kept && { ...known, ...kept })).toBe(news)
    },
  )
})
