import { expect, test } from 'vitest'
import { blockerLink, blockerText } from './deletion-texts.ts'

const owed = { amountMinor: 18_500_000n, currency: 'UGX' } as const

test.each([
  ['wallet', /^First spend the UGX.185,000 in your wallet/, '/wallet'],
  ['wallet_holds', /^UGX.185,000 is held for your open requests/, '/requests'],
  ['creator_pending', /^UGX.185,000 of your earnings is pending/, '/dashboard/earnings/clearing'],
  ['creator_available', /^UGX.185,000 of your earnings has not been paid out/, '/dashboard/payouts'],
  ['payouts_in_transit', /^UGX.185,000 is on the way to your payout account/, '/dashboard/payouts'],
  ['deferred_creator_fees', /^UGX.185,000 of your creator fees/, undefined],
  ['deferred_creator_subscriptions', /^UGX.185,000 of subscriptions to your page/, undefined],
  ['refunds_payable', /^UGX.185,000 on your account is not settled yet/, undefined],
])('SAFE-02 money held as %s keeps an account in its own words, and leads to where it ends', (purpose, text, href) => {
  expect(blockerText({ kind: 'balance', purpose, owed })).toMatch(text)
  expect(blockerLink({ kind: 'balance', purpose, owed })?.href).toBe(href)
})
