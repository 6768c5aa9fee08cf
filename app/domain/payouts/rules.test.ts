import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { validateEntry } from '#app/domain/ledger/chart.ts'
import {
  payoutArrivedLate,
  payoutCompleted,
  payoutReturned,
  payoutReversed,
  payoutScheduled,
  type BookedPayout,
} from './entries.ts'
import { lastRunAt, nextRunAt, paidFrom, runDayOf } from './friday.ts'
import {
  isUnderWay,
  MAX_TRANSFER_MINOR,
  nextState,
  partsOf,
  PAYOUT_STATES,
  payoutSums,
  type PayoutEvent,
  type PayoutState,
} from './payout.ts'
import { decidesAlone } from '#app/domain/approvals/policy.ts'
import {
  approvalNeeds,
  canApprovePayout,
  canCancelPayout,
  canResumePayouts,
  canRunPayout,
  canSetPayoutAccount,
} from './policy.ts'
import { checkAfterEnd, nextCheckAt, nextCheckForLost } from './schedule.ts'

const EVENTS: PayoutEvent[] = [
  'claimed',
  'cancelled',
  'accepted',
  'unclear',
  'not_taken',
  'refused',
  'succeeded',
  'failed',
  'reversed',
]

describe('states of a payout', () => {
  test('PAYOUT-01 whatever happens in whatever order: money is claimed, kept or reversed, never two of these', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 }), (events) => {
        let state: PayoutState = 'pending'
        let out = 0
        let back = 0
        for (const event of events) {
          const next = nextState(state, event)
          if (!next || next === state) continue
          if (next === 'completed') out += 1
          if (next === 'failed' || next === 'cancelled') back += 1
          if (next === 'reversed') out -= 1
          if (state === 'failed') back -= 1
          state = next
        }
        expect(out).toBe(state === 'completed' ? 1 : 0)
        expect(back).toBe(state === 'failed' || state === 'cancelled' ? 1 : 0)
      }),
      { numRuns: 2_000 },
    )
  })

  test('PAYOUT-01 what may be under way is never cancelled, and what was cancelled never leaves', () => {
    for (const state of PAYOUT_STATES) {
      if (isUnderWay(state)) expect(nextState(state, 'cancelled')).toBeNull()
      if (state !== 'pending') expect(nextState(state, 'claimed')).toBeNull()
    }
    for (const event of EVENTS) {
      expect(nextState('cancelled', event)).toBeNull()
      expect(nextState('reversed', event)).toBeNull()
    }
  })
})

describe('sums', () => {
  const sum = fc.bigInt({ min: 0n, max: 10_000_000_000n })

  test('PAYOUT-01 gross = fee + tax + net in whole shillings, and nothing of what is available is lost', () => {
    fc.assert(
      fc.property(
        sum,
        fc.bigInt({ min: 0n, max: 10_000n }),
        fc.integer({ min: 0, max: 2_000 }),
        (available, fee, tax) => {
          const parts = partsOf(available, fee * 100n, tax)
          const gross = parts.reduce((total, part) => total + part.grossMinor, 0n)
          expect(gross <= available).toBe(true)
          for (const part of parts) {
            expect(part.grossMinor).toBe(part.feeMinor + part.taxMinor + part.netMinor)
            expect(part.netMinor % 100n).toBe(0n)
            expect(part.grossMinor <= MAX_TRANSFER_MINOR).toBe(true)
            expect(part.taxMinor * 10_000n >= part.grossMinor * BigInt(tax)).toBe(true)
          }
        },
      ),
    )
  })

  test('PAYOUT-01 what is too small to be sent stays', () => {
    expect(payoutSums(199_900n, 150_000n)).toBeNull()
    expect(payoutSums(200_050n, 150_000n)).toEqual({
      grossMinor: 200_000n,
      feeMinor: 150_000n,
      taxMinor: 0n,
      netMinor: 50_000n,
    })
  })

  test('PAYOUT-01 every entry balances, and the way back reverses the way out', () => {
    const amount = fc.bigInt({ min: 1n, max: 1_000_000n })
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.bigInt({ min: 0n, max: 50_000n }),
        amount,
        sum,
        (net, fee, tax, kept, available) => {
          const payout: BookedPayout = {
            id: 'p',
            creatorId: 'c',
            grossMinor: net + fee + tax,
            feeMinor: fee,
            taxMinor: tax,
            netMinor: net,
            at: new Date(0),
          }
          const out = [payoutScheduled(payout), payoutCompleted(payout, kept)]
          const all = [
            ...out,
            payoutReturned('payout_failed', payout),
            payoutReversed(payout, kept),
            payoutArrivedLate(payout, kept, available),
          ]
          for (const entry of all) expect(validateEntry(entry)).toBeNull()
          const balances = new Map<string, bigint>()
          for (const entry of [...out, payoutReversed(payout, kept)])
            for (const line of entry.lines)
              balances.set(line.account.purpose, (balances.get(line.account.purpose) ?? 0n) + line.amountMinor)
          expect([...balances.values()].every((value) => value === 0n)).toBe(true)
        },
      ),
    )
  })
})

describe('times', () => {
  const time = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })

  test('PAYOUT-01 the run is Friday 09:00 of Kampala, exactly once a week', () => {
    expect(lastRunAt(new Date('2026-11-27T06:00:00Z')).toISOString()).toBe('2026-11-27T06:00:00.000Z')
    expect(lastRunAt(new Date('2026-11-27T05:59:59Z')).toISOString()).toBe('2026-11-20T06:00:00.000Z')
    expect(runDayOf(new Date('2026-11-21T10:00:00Z'))).toBe('2026-11-20')
    fc.assert(
      fc.property(time, (at) => {
        const [last, next] = [lastRunAt(at), nextRunAt(at)]
        expect(last <= at && at < next).toBe(true)
        expect(last.getUTCDay()).toBe(5)
        expect(last.getUTCHours()).toBe(6)
        expect(next.getTime() - last.getTime()).toBe(7 * 86_400_000)
      }),
    )
  })

  test('PAYOUT-01 what becomes available is paid by the first run from then on, and never by one that is over', () => {
    const noon = new Date('2026-11-27T12:00:00Z')
    const iso = (available: string) => paidFrom(new Date(available), noon).toISOString().slice(0, 16)
    expect(iso('2026-11-29T10:00:00Z')).toBe('2026-12-04T06:00')
    expect(iso('2026-12-04T06:00:00Z')).toBe('2026-12-04T06:00')
    expect(iso('2026-12-04T06:00:01Z')).toBe('2026-12-11T06:00')
    expect(iso('2026-11-01T00:00:00Z')).toBe('2026-12-04T06:00')
    fc.assert(
      fc.property(time, time, (available, at) => {
        const paid = paidFrom(available, at)
        expect(paid > at && paid >= available).toBe(true)
        expect(lastRunAt(paid)).toEqual(paid)
        const before = new Date(paid.getTime() - 7 * 86_400_000)
        expect(before <= at || before < available).toBe(true)
      }),
    )
  })

  test('PAYOUT-01 the next check is always in the future', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 30 * 86_400 }), (sent, seconds) => {
        const at = new Date(sent.getTime() + seconds * 1_000)
        expect(nextCheckAt(sent, at) > at).toBe(true)
        expect(nextCheckForLost(sent, at) > at).toBe(true)
        const again = checkAfterEnd(sent, at)
        expect(again === null || again > at).toBe(true)
      }),
    )
  })
})

describe('who may', () => {
  const person = (id: string, staffRole: Person['staffRole']): Person =>
    ({ id, staffRole, userType: staffRole ? 'admin' : 'creator', accountStatus: 'active', isBlocked: false }) as Person
  const facts = {
    creatorId: 'payee',
    state: 'pending' as PayoutState,
    approvalsNeeded: 2,
    approvers: [] as string[],
    ownerIsAlone: false,
  }

  test.each([
    ['content-moderator', false],
    ['earnings-manager', true],
    ['support', false],
    ['super-admin', true],
    ['owner', true],
    [null, false],
  ] as const)('PAYOUT-01 %s runs payouts: %s', (role, may) => {
    expect(canRunPayout(person('a', role), 'payee').allowed).toBe(may)
    expect(canRunPayout(person('payee', role), 'payee').allowed).toBe(false)
    expect(canResumePayouts(person('a', role)).allowed).toBe(role === 'super-admin' || role === 'owner')
  })

  test('PAYOUT-01 two different people, the second of whom gives second approvals; the owner alone only without a super-admin', () => {
    const [manager, ruler, owner] = [person('m', 'earnings-manager'), person('r', 'super-admin'), person('o', 'owner')]
    expect(canApprovePayout(manager, facts).allowed).toBe(true)
    expect(canApprovePayout(manager, { ...facts, approvers: ['m'] })).toEqual({
      allowed: false,
      reason: 'approved_before',
    })
    expect(canApprovePayout(person('n', 'earnings-manager'), { ...facts, approvers: ['m'] })).toEqual({
      allowed: false,
      reason: 'second_only',
    })
    expect(canApprovePayout(ruler, { ...facts, approvers: ['m'] }).allowed).toBe(true)
    expect(canApprovePayout(ruler, { ...facts, approvers: ['m', 'o'] }).allowed).toBe(false)
    expect(canApprovePayout(owner, { ...facts, approvers: ['o'] }).allowed).toBe(false)
    expect(canApprovePayout(owner, { ...facts, approvers: ['o'], ownerIsAlone: true }).allowed).toBe(true)
    expect(canApprovePayout(ruler, { ...facts, approvers: ['r'], ownerIsAlone: true }).allowed).toBe(false)
    expect(canApprovePayout(ruler, { ...facts, state: 'cancelled' }).allowed).toBe(false)
    expect(canApprovePayout(ruler, { ...facts, approvalsNeeded: 0 }).allowed).toBe(false)
  })

  test('PAYOUT-01 AUTH-08 a person with an app types its code, however fresh the proof; everybody else needs a proof from a moment ago', () => {
    const fresh = { ...person('r', 'super-admin'), freshlyProved: true }
    const stale = { ...fresh, freshlyProved: false }
    expect([fresh, stale].map((actor) => approvalNeeds(actor, { totp: true }))).toEqual(['code', 'code'])
    expect([fresh, stale].map((actor) => approvalNeeds(actor, { totp: false }))).toEqual(['nothing', 'proof'])
  })

  test('DASH-03 creators set a payout account; other people and suspended creators do not', () => {
    const creator = person('c', null)
    expect(canSetPayoutAccount(creator, true).allowed).toBe(true)
    expect(canSetPayoutAccount(null, false)).toEqual({ allowed: false, reason: 'sign_in_required' })
    expect(canSetPayoutAccount({ ...creator, userType: 'fan' }, false)).toEqual({
      allowed: false,
      reason: 'not_a_creator',
    })
    expect(canSetPayoutAccount({ ...creator, isBlocked: true }, true)).toEqual({ allowed: false, reason: 'not_active' })
    expect(decidesAlone(person('r', 'super-admin'), { ownerIsAlone: true })).toBe(false)
  })

  test('PAYOUT-01 its creator and staff cancel a payout while it waits, others never', () => {
    const payout = { creatorId: 'payee', state: 'pending' as PayoutState }
    expect(canCancelPayout(person('payee', null), payout).allowed).toBe(true)
    expect(canCancelPayout(person('m', 'earnings-manager'), payout).allowed).toBe(true)
    expect(canCancelPayout(person('x', null), payout).allowed).toBe(false)
    expect(canCancelPayout(person('s', 'support'), payout).allowed).toBe(false)
    expect(canCancelPayout(person('payee', null), { ...payout, state: 'sending' }).allowed).toBe(false)
  })
})
