import { describe, expect, test } from 'vitest'
import { AccountForm, destinationOf, isSameName, maskedNumber } from './account.ts'
import { failureOf } from './failure.ts'
import { mintPayoutReference } from './payout.ts'

test('DASH-03 the network of a wallet is that of its number, unless the creator says another', () => {
  const wallet = { kind: 'mobile_money', phone: '0752 123 456', name: 'Amina Kato' }
  const codeOf = (form: object) => destinationOf(AccountForm.parse(form), [])?.bankCode
  expect([codeOf(wallet), codeOf({ ...wallet, network: '' }), codeOf({ ...wallet, network: 'MTN' })]).toEqual([
    'AIRTEL',
    'AIRTEL',
    'MTN',
  ])
})

describe('accounts', () => {
  const wallet = { kind: 'mobile_money', network: 'MTN', phone: '0772 123 456', name: 'Amina  Kato' }

  test('DASH-03 a wallet and a bank account are read; an account that cannot be paid is refused with a message', () => {
    const read = AccountForm.parse(wallet)
    expect(destinationOf(read, [])).toEqual({
      kind: 'mobile_money',
      bankCode: 'MTN',
      bankName: 'MTN',
      number: '+256772123456',
      accountName: 'Amina Kato',
    })
    const bank = AccountForm.parse({ kind: 'bank', bank: 'B1', account: '0123 4567 89', name: 'Amina Kato' })
    expect(destinationOf(bank, [{ code: 'B1', name: 'A Bank' }])).toMatchObject({
      number: '0123456789',
      bankName: 'A Bank',
    })
    expect(destinationOf(bank, [{ code: 'B2', name: 'A Bank' }])).toBeNull()
    for (const wrong of [
      { phone: '12' },
      { phone: '+44 7700 900123' },
      { network: 'VODA' },
      // No network is known for these digits.
      { network: '', phone: '0712 123 456' },
      { name: 'x' },
      { name: '=1+1' },
      { name: 'A'.repeat(101) },
      { kind: 'cash' },
      { kind: 'bank' },
      { kind: 'bank', bank: 'B1', account: 'abc' },
    ])
      expect(AccountForm.safeParse({ ...wallet, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })

  test('DASH-03 a number is shown masked', () => {
    expect(maskedNumber('mobile_money', '+256772123456')).toBe('0772 ••• 456')
    expect(maskedNumber('bank', '0123456789')).toBe('•••• 6789')
  })

  test('PAYOUT-01 names match in any order, case and accents; a missing or different word does not match', () => {
    expect(isSameName('Amina Kato', 'KATO  amina')).toBe(true)
    expect(isSameName('José Pérez', 'jose perez')).toBe(true)
    expect(isSameName('Amina Kato', 'Amina')).toBe(false)
    expect(isSameName('Amina Kato', 'Amina Katto')).toBe(false)
    expect(isSameName('', '')).toBe(false)
  })

  test('PAYOUT-01 the gateway’s messages become reasons, and a reference is never created twice', () => {
    expect(failureOf('DISBURSE FAILED: You have exceeded your daily limit for this product')).toBe('limit')
    expect(failureOf('DISBURSE FAILED: Unable to obtain user details')).toBe('wrong_number')
    expect(failureOf('something new')).toBe('refused')
    const minted = new Set(Array.from({ length: 1_000 }, () => mintPayoutReference(new Date(0))))
    expect(minted.size).toBe(1_000)
    for (const reference of minted) expect(reference).toMatch(/^[A-Za-z0-9_-]{1,100}$/)
  })
})
