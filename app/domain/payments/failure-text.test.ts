import { expect, it } from 'vitest'
import { failureCodeOf, failureText } from './failure-text.ts'

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
])('PAY-04 classifies %j as %s', (text, code) => {
  expect(failureCodeOf(text)).toBe(code)
  expect(failureText(code)).not.toBe('')
})

it('PAY-04 a card refused for fraud gets the same text as other refused cards', () => {
  expect(failureText(failureCodeOf('fraudulent'))).toBe(failureText(failureCodeOf('Do Not Honour')))
})

it('PAY-04 an unknown code has a text too', () => {
  expect(failureText('toString')).toBe(failureText('UNKNOWN'))
  expect(failureText(null)).toBe(failureText('UNKNOWN'))
})
