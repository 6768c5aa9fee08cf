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
  ])('PAY-01 reads %s', (typed) => {
    expect(readMobileNumber(typed)).toBe('+256772123456')
  })

  it.each([
    '',
    '0772',
    '07721234567',
    '+254722123456',
    '0312123456',
    '0772123456x',
    '٠٧٧٢١٢٣٤٥٦',
    'a'.repeat(500),
    '-',
  ])('PAY-01 refuses %j', (typed) => {
    expect(readMobileNumber(typed)).toBeNull()
  })

  it('PAY-01 recognises the network from the number, even while it is typed', () => {
    for (const prefix of ['076', '077', '078', '+25677', '77']) expect(networkOf(prefix)).toBe('MTN')
    for (const prefix of ['070', '074', '075', '25675', '70']) expect(networkOf(prefix)).toBe('AIRTEL')
    for (const prefix of ['', '0', '07', '071', '079', '031', '+25472']) expect(networkOf(prefix)).toBeNull()
  })

  it('PAY-01 formats a number as people write it', () => {
    expect(showMobileNumber('+256772123456')).toBe('0772 123 456')
  })
})
