import { expect, it } from 'vitest'
import { failureCodeOf, failureWords } from './failure-text.ts'

it.each([
  ['Activity timed out', 'PROMPT_TIMEOUT'],
  ['Insufficient Funds', 'INSUFFICIENT_FUNDS'],
  ['You have exceeded your daily limit for this product', 'LIMIT'],
  ['Incorrect PIN', 'BAD_PIN'],
  ['Unauthorized network Number', 'WRONG_NETWORK'],
  ['Transaction was declined by user', 'DECLINED_BY_USER'],
  ['Duplicate Transaction Reference', 'DUPLICATE_ATTEMPT'],
  ['Do Not Honour', 'CARD_DECLINED'],
  ['Transaction flagged as fraudulent', 'CARD_DECLINED'],
  ['Restricted Card, Retain Card', 'CARD_DECLINED'],
  ['System error', 'NETWORK_DOWN'],
  ['Wallet barred', 'WALLET_RESTRICTED'],
  ['Mocked a Failed Transaction', 'UNKNOWN'],
  ['', 'UNKNOWN'],
])('PAY-04 sorts %j as %s', (text, code) => {
  expect(failureCodeOf(text)).toBe(code)
  expect(failureWords(code)).not.toBe('')
})

it('PAY-04 a card that was refused for fraud reads like any refused card', () => {
  expect(failureWords(failureCodeOf('fraudulent'))).toBe(failureWords(failureCodeOf('Do Not Honour')))
})

it('PAY-04 a code that nobody knows has words too', () => {
  expect(failureWords('toString')).toBe(failureWords('UNKNOWN'))
  expect(failureWords(null)).toBe(failureWords('UNKNOWN'))
})
