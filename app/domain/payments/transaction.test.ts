import { describe, expect, it } from 'vitest'
import {
  decide,
  PAYMENT_EVENTS,
  PAYMENT_STATES,
  type PaymentEvent,
  type PaymentState,
  rowOf,
  stateOf,
} from './transaction.ts'

// Every transition. An event that isn't listed here must leave the payment unchanged.
const money = { matched: 'succeeded settle', mismatched: 'review keep_for_review' }
const seen = { seen_pending: 'processing', seen_unknown: 'processing' }
const CELLS: Record<PaymentState, Partial<Record<PaymentEvent, string>>> = {
  created: {
    ...money,
    ...seen,
    call_started: 'initiating',
    link_issued: 'awaiting_customer',
    create_rejected: 'failed',
    create_ambiguous: 'initiating',
    create_misconfigured: 'failed alert',
    left_without_money: 'cancelled',
    time_over_without_money: 'expired',
    failed_at_the_end: 'failed',
  },
  initiating: {
    ...money,
    ...seen,
    link_issued: 'awaiting_customer',
    create_rejected: 'failed',
    create_misconfigured: 'failed alert',
    left_without_money: 'cancelled',
    time_over_without_money: 'expired',
    failed_at_the_end: 'failed',
  },
  awaiting_customer: {
    ...money,
    ...seen,
    left_without_money: 'cancelled close_link',
    time_over_without_money: 'expired close_link',
    failed_at_the_end: 'failed close_link',
  },
  processing: {
    ...money,
    seen_failed: 'awaiting_customer',
    failed_at_the_end: 'failed close_link',
    unclear_for_a_day: 'review alert',
    abandoned: 'failed',
  },
  succeeded: {
    matched: 'succeeded refund_charge',
    mismatched: 'succeeded keep_for_review',
    link_issued: 'succeeded close_link',
    seen_pending: 'succeeded alert',
    seen_unknown: 'succeeded alert',
    seen_failed: 'succeeded alert',
    seen_nothing: 'succeeded alert',
  },
  failed: { ...money, ...seen, link_issued: 'failed close_link' },
  cancelled: { ...money, ...seen, link_issued: 'cancelled close_link' },
  expired: { ...money, ...seen, link_issued: 'expired close_link' },
  review: { ...money, link_issued: 'review close_link', abandoned: 'failed' },
}

describe('the life of a payment', () => {
  for (const state of PAYMENT_STATES) {
    for (const event of PAYMENT_EVENTS) {
      const expected = CELLS[state][event] ?? state
      it(`PAY-06 ${state} + ${event} → ${expected}`, () => {
        const { next, effect } = decide(state, event)
        expect(effect === null ? next : `${next} ${effect}`).toBe(expected)
      })
    }
  }

  it('PAY-06 only money that matches leads to a success, and a success never ends', () => {
    for (const state of PAYMENT_STATES) {
      for (const event of PAYMENT_EVENTS) {
        const { next } = decide(state, event)
        if (state === 'succeeded') expect(next).toBe('succeeded')
        else if (next === 'succeeded') expect(event).toBe('matched')
      }
    }
  })

  it('PAY-07 money that matches is settled from every state except a success, where it is refunded', () => {
    for (const state of PAYMENT_STATES) {
      expect(decide(state, 'matched')).toEqual({
        next: 'succeeded',
        effect: state === 'succeeded' ? 'refund_charge' : 'settle',
      })
    }
  })

  it('PAY-04 an unclear answer of the gateway never ends in failed, cancelled or expired', () => {
    for (const state of ['created', 'initiating', 'awaiting_customer', 'processing'] as const) {
      for (const event of [
        'seen_pending',
        'seen_unknown',
        'seen_nothing',
        'look_up_failed',
        'create_ambiguous',
      ] as const) {
        expect(['failed', 'cancelled', 'expired']).not.toContain(decide(state, event).next)
      }
    }
  })

  it('every state can be stored in its row and read back', () => {
    for (const state of PAYMENT_STATES) expect(stateOf(rowOf(state))).toBe(state)
  })
})
