import { describe, expect, it } from 'vitest'
import { networkOf, readMobileNumber, showMobileNumber } from './mobile-network.ts'

describe('mobile numbers', () => {
  it.each([
    '0772123456',
    '772 123 456',
    '+256772123456',
    '256772123456',
    '00256 772 123 456',
    '+256 (0) 772-123-456',
    ' 0772.123.456 ',
    '\u202a+256 772 123 456\u202c',
    '\u2068+256772123456\u2069',
    '0772\u200b123\u200e456',
    '0772\u2011123\u2011456',
    '0772\u2212123\u2013456',
    '\u00a00772\u202f123\u00a0456',
    '０７７２１２３４５６',
    '٠٧٧٢١٢٣٤٥٦',
  ])('PAY-01 reads %s', (typed) => {
    expect(readMobileNumber(typed)).toBe('+256772123456')
  })

  it.each(['', '0772', '07721234567', '+254722123456', '0312123456', '0772123456x', 'a'.repeat(500), '-'])(
    'PAY-01 refuses %j',
    (typed) => {
      expect(readMobileNumber(typed)).toBeNull()
    },
  )

  it('PAY-01 recognises the network from the number, even while it is typed', () => {
    for (const prefix of ['076', '077', '078', '079', '039', '0794', '+25677', '77'])
      expect(networkOf(prefix)).toBe('MTN')
    for (const prefix of ['070', '074', '075', '020', '25675', '70']) expect(networkOf(prefix)).toBe('AIRTEL')
    for (const prefix of ['', '0', '07', '071', '072', '031', '041', '+25472']) expect(networkOf(prefix)).toBeNull()
  })

  it('PAY-01 numbers on SIM cards of 039 and 020 have a wallet too', () => {
    expect(readMobileNumber('0392 123 456')).toBe('+256392123456')
    expect(readMobileNumber('020 012 3456')).toBe('+256200123456')
    expect(readMobileNumber('0794 123 456')).toBe('+256794123456')
  })

  it('PAY-01 formats a number as people write it', () => {
    expect(showMobileNumber('+256772123456')).toBe('0772 123 456')
  })
})
