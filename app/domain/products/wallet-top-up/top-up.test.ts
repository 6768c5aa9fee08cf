import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ugx } from '#app/domain/money/money.ts'
import { PAYMENT, TOP_UP } from '#app/domain/settings/constants.ts'
import { addressOf } from '#app/target-address.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { destinationOfTopUp } from '../return-to.ts'
import { canTopUp } from './policy.ts'
import { isTopUp, minTopUp, nextPart, readSum } from './top-up.ts'

const sums = fc
  .bigInt({ min: TOP_UP.minMinor / 100n, max: TOP_UP.maxMinor / 100n })
  .map((shillings) => shillings * 100n)

describe('a top-up', () => {
  test('WALLET-01 a large sum by mobile money arrives whole, in parts that the network carries and that are never too small', () => {
    fc.assert(
      fc.property(sums, (wholeMinor) => {
        let left = wholeMinor
        let arrived = 0n
        let payments = 0
        const announced = nextPart(wholeMinor).payments
        while (left > 0n) {
          const part = nextPart(left)
          expect(part.nowMinor + part.restMinor).toBe(left)
          expect(part.nowMinor).toBeLessThanOrEqual(PAYMENT.maxMobileMoneyMinor)
          expect(isTopUp(part.nowMinor)).toBe(true)
          expect(part.payments).toBe(announced - payments)
          arrived += part.nowMinor
          left = part.restMinor
          payments += 1
        }
        expect(arrived).toBe(wholeMinor)
        expect(payments).toBe(announced)
      }),
    )
  })

  test.each([
    [ugx(5_000_000), ugx(5_000_000), 1],
    [ugx(5_000_001), ugx(4_999_001), 2],
    [ugx(5_001_000), ugx(5_000_000), 2],
    [ugx(12_000_000), ugx(5_000_000), 3],
  ])('the first part of %o', (whole, first, payments) => {
    expect(nextPart(whole.amountMinor)).toMatchObject({ nowMinor: first.amountMinor, payments })
  })

  test('WALLET-01 the top-up covers at least the missing sum, in whole shillings, and is never below the minimum', () => {
    expect(minTopUp(ugx(15_000))).toEqual(ugx(15_000))
    expect(minTopUp({ amountMinor: 1_500_001n, currency: 'UGX' })).toEqual(ugx(15_001))
    expect(minTopUp(ugx(1))).toEqual(ugx(1_000))
  })

  test.each(['0', '999', '20000001', '99999999999999'])('%s shillings are not accepted as a top-up', (typed) => {
    expect(isTopUp(readSum(typed)!)).toBe(false)
  })

  test('a fraction of a shilling is not accepted as a top-up', () => {
    expect(isTopUp(500_050n)).toBe(false)
  })

  test.each([
    ['50000', ugx(50_000).amountMinor],
    [' UGX 50,000 ', ugx(50_000).amountMinor],
    ['-5', null],
    ['50.5', null],
    ['5e4', null],
    ['USD 5', null],
    ['', null],
    ['9'.repeat(16), null],
    ['\u0665\u0660\u0660\u0660', ugx(5_000).amountMinor],
  ])('what somebody types, %j, is read as %s', (typed, minor) => {
    expect(readSum(typed)).toBe(minor)
  })

  test('WALLET-01 it leads back to what the wallet was too small for', () => {
    const id = '01a1fd58-30de-78d4-9c11-a983b34a4580'
    expect(addressOf(destinationOfTopUp({ intent: 'unlock', post: id })!)).toBe(
      `/subscribe/wanted?intent=unlock&post=${id}`,
    )
    expect(addressOf(destinationOfTopUp({ intent: 'tip', creator: id })!)).toBe(
      `/subscribe/wanted?intent=tip&creator=${id}`,
    )
    expect(addressOf(destinationOfTopUp({ from: 'renewal' })!)).toBe('/subscription/renew')
    expect(destinationOfTopUp({})).toBeNull()
    expect(destinationOfTopUp({ intent: 'unlock' })).toBeNull()
  })
})

describe('who may top up', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  const fan = A_FAN
  test.each([
    ['a fan', fan, true, null],
    ['a creator, who buys as fans do', { ...fan, userType: 'creator' as const }, true, null],
    ['a visitor', null, true, 'sign_in_required'],
    ['somebody suspended', { ...fan, accountStatus: 'suspended' as const }, true, 'account_closed'],
    ['somebody blocked', { ...fan, isBlocked: true }, true, 'account_closed'],
    ['somebody without a profile', { ...fan, profileCompleted: false }, true, 'profile_incomplete'],
    ['somebody the day before turning 18', { ...fan, birthday: '2008-11-22' }, true, 'profile_incomplete'],
    ['anybody while wallets are off', fan, false, 'wallet_off'],
  ])('WALLET-01 %s', (_, actor, walletOn, reason) => {
    expect(canTopUp(actor, { walletOn, at })).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
  })
})
