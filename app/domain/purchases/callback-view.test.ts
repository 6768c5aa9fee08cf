import { describe, expect, it } from 'vitest'
import { PAYMENT_STATES } from '#app/domain/payments/transaction.ts'
import { type CallbackFacts, callbackView, secondsToNextCheck } from './callback-view.ts'

const facts: CallbackFacts = {
  state: 'awaiting_customer',
  fulfilled: false,
  lastTryFailed: false,
  claimed: 'nothing',
  checkFailed: false,
  checkedNow: true,
  moneyArrived: false,
}

describe('what the callback page shows', () => {
  it.each<[string, Partial<CallbackFacts>, string]>([
    ['nothing known yet', {}, 'waiting'],
    ['the browser claims paid, we know of no money', { claimed: 'paid' }, 'waiting'],
    ['the browser claims paid, the money is on the way', { claimed: 'paid', state: 'processing' }, 'waiting'],
    ['the browser claims cancelled, our check found no payment', { claimed: 'cancelled' }, 'cancelled'],
    ['the browser claims cancelled, the money is on the way', { claimed: 'cancelled', state: 'processing' }, 'waiting'],
    [
      'the browser claims cancelled, the money has arrived',
      { claimed: 'cancelled', state: 'succeeded', fulfilled: true },
      'success',
    ],
    ['the browser claims paid, the try failed', { claimed: 'paid', lastTryFailed: true }, 'failed'],
    ['the browser claims failed, our check found no payment', { claimed: 'failed' }, 'failed'],
    [
      'the browser claims failed, the money has arrived',
      { claimed: 'failed', state: 'succeeded', fulfilled: true },
      'success',
    ],
    [
      'a try that failed before the browser claims paid, not checked since',
      { lastTryFailed: true, claimed: 'paid', checkedNow: false },
      'waiting',
    ],
    [
      'a try that failed, checked again for the page that claims paid',
      { lastTryFailed: true, claimed: 'paid' },
      'failed',
    ],
    [
      'an ended payment that the browser claims paid, not checked since',
      { state: 'expired', claimed: 'paid', checkedNow: false },
      'waiting',
    ],
    ['our check failed', { checkFailed: true }, 'check_failed'],
    ['our check failed, the browser claims cancelled', { checkFailed: true, claimed: 'cancelled' }, 'check_failed'],
    ['our check failed on a payment on its way', { checkFailed: true, state: 'processing' }, 'check_failed'],
    ['money that is refunded', { state: 'succeeded' }, 'being_refunded'],
    ['money that does not match', { state: 'review', moneyArrived: true }, 'in_review'],
    ['no money and no answer for a day', { state: 'review' }, 'unanswered'],
    ['time over', { state: 'expired' }, 'failed'],
  ])('PAY-04 %s', (_name, change, expected) => {
    expect(callbackView({ ...facts, ...change })).toBe(expected)
  })

  it('PAY-04 success is shown only for a successful payment, whatever the browser claims', () => {
    for (const state of PAYMENT_STATES) {
      for (const claimed of ['paid', 'cancelled', 'failed', 'nothing'] as const) {
        if (callbackView({ ...facts, state, claimed, fulfilled: true }) === 'success') expect(state).toBe('succeeded')
      }
    }
  })

  it('PAY-04 a waiting page checks every 3, 5, then 15 seconds', () => {
    expect([0, 59, 60, 299, 300, 9_000].map(secondsToNextCheck)).toEqual([3, 3, 5, 5, 15, 15])
  })
})
