import { expect, test } from 'vitest'
import { type TieFacts, tiesOf } from './chargeback-ties.ts'

const strangers: TieFacts = {
  shareDevice: false,
  payerNames: ['Brian Okello', 'Brian O.'],
  payerNumbers: ['+256772123456'],
  payoutAccounts: [{ name: 'Amina Kato', number: '+256701999888' }],
  accountsOfSharedNetwork: null,
}

test.each<[string, Partial<TieFacts>, string[]]>([
  ['strangers', {}, []],
  ['a browser that signed in to both', { shareDevice: true }, ['same_device']],
  ['paid to the payer’s number', { payerNumbers: ['+256701999888'] }, ['same_payout_number']],
  ['paid to the payer’s name, in another order', { payerNames: ['KATO Amína'] }, ['same_payout_name']],
  ['a single name is no tie', { payerNames: ['Amina'], payoutAccounts: [{ name: 'Amina', number: '1' }] }, []],
  ['both signed up in a network of four accounts', { accountsOfSharedNetwork: 4 }, ['same_sign_up_network']],
  ['both signed up in a network of thousands', { accountsOfSharedNetwork: 5 }, []],
  ['a creator without a payout account', { payoutAccounts: [] }, []],
  ['all at once', { shareDevice: true, payerNumbers: ['+256701999888'] }, ['same_device', 'same_payout_number']],
])('PAY-08 what ties a payer to a creator: %s', (_name, change, ties) => {
  expect(tiesOf({ ...strangers, ...change })).toEqual(ties)
})
