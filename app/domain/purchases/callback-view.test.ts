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
    ['the browser says paid, we have seen nothing', { claimed: 'paid' }, 'waiting'],
    ['the browser says paid, the money is on the way', { claimed: 'paid', state: 'processing' }, 'waiting'],
    ['the browser says cancelled, our look found no payment', { claimed: 'cancelled' }, 'cancelled'],
    ['the browser says cancelled, the money is on the way', { claimed: 'cancelled', state: 'processing' }, 'waiting'],
    [
      'the browser says cancelled, the money is there',
      { claimed: 'cancelled', state: 'succeeded', fulfilled: true },
      'success',
    ],
    ['the browser says paid, the try failed', { claimed: 'paid', lastTryFailed: true }, 'failed'],
    ['the browser says failed, our look found no payment', { claimed: 'failed' }, 'failed'],
    [
      'the browser says failed, the money is there',
      { claimed: 'failed', state: 'succeeded', fulfilled: true },
      'success',
    ],
    [
      'a try that failed before the browser says paid, and nobody has looked since',
      { lastTryFailed: true, claimed: 'paid', checkedNow: false },
      'waiting',
    ],
    [
      'a try that failed, looked at again for the page that says paid',
      { lastTryFailed: true, claimed: 'paid' },
      'failed',
    ],
    [
      'an ended payment that the browser calls paid, not looked at since',
      { state: 'expired', claimed: 'paid', checkedNow: false },
      'waiting',
    ],
    ['our look failed', { checkFailed: true }, 'check_failed'],
    ['our look failed, the browser says cancelled', { checkFailed: true, claimed: 'cancelled' }, 'check_failed'],
    ['our look failed on a payment on its way', { checkFailed: true, state: 'processing' }, 'check_failed'],
    ['money that goes back', { state: 'succeeded' }, 'being_returned'],
    ['money that does not fit', { state: 'review', moneyArrived: true }, 'in_review'],
    ['no money and no answer for a day', { state: 'review' }, 'unanswered'],
    ['time over', { state: 'expired' }, 'failed'],
  ])('PAY-04 %s', (_name, change, wanted) => {
    expect(callbackView({ ...facts, ...change })).toBe(wanted)
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
