import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromBase32,
  matchingStep,
  spacedKey,
  toBase32,
  totpAddress,
  totpCode,
  totpStep,
  TOTP_STEP_SECONDS,
  typedTotp,
} from './totp.ts'

const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const SECRETS = {
  'SHA-1': ascii('12345678901234567890'),
  'SHA-256': ascii('12345678901234567890123456789012'),
  'SHA-512': ascii('1234567890123456789012345678901234567890123456789012345678901234'),
} as const

describe('the RFCs', () => {
  test.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ])('ONB-A-04 RFC 6238 appendix B holds at second %i', async (second, sha1, sha256, sha512) => {
    const step = totpStep(new Date(second * 1_000))
    expect(await totpCode(SECRETS['SHA-1'], step, 8)).toBe(sha1)
    expect(await totpCode(SECRETS['SHA-256'], step, 8, 'SHA-256')).toBe(sha256)
    expect(await totpCode(SECRETS['SHA-512'], step, 8, 'SHA-512')).toBe(sha512)
  })

  test('RFC 4226 appendix D holds', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, (_, counter) => totpCode(SECRETS['SHA-1'], counter)))
    expect(codes).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ])
  })

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('RFC 4648 base32 of "%s" is %s', (plain, encoded) => {
    expect(toBase32(ascii(plain))).toBe(encoded)
    expect(fromBase32(encoded)).toEqual(ascii(plain))
  })
})

describe('base32', () => {
  test('any bytes decode to themselves, with any spaces and letter case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const text = toBase32(bytes)
        expect(fromBase32(text)).toEqual(Uint8Array.from(bytes))
        expect(fromBase32(spacedKey(text).toLowerCase())).toEqual(Uint8Array.from(bytes))
      }),
    )
  })

  test.each(['0', '1AB', 'AB!', 'ä'])('%s is invalid', (text) => expect(fromBase32(text)).toBeNull())
})

describe('a typed code', () => {
  const secret = SECRETS['SHA-1']
  const moment = fc.integer({ min: 1_000_000, max: 20_000_000_000 })

  test('ONB-A-04 is valid in its own half minute and in the two beside it, and in no other', async () => {
    await fc.assert(
      fc.asyncProperty(moment, fc.integer({ min: -5, max: 5 }), async (second, aside) => {
        const at = new Date(second * 1_000)
        const code = await totpCode(secret, totpStep(at) + aside)
        const found = await matchingStep(secret, code, at, 0)
        if (Math.abs(aside) <= 1) expect(found).not.toBeNull()
        // Two codes may happen to be the same; then it is another step's.
        else if (found !== null) expect(await totpCode(secret, found)).toBe(code)
      }),
      { numRuns: 60 },
    )
  })

  test('ONB-A-04 is invalid once it, or a later one, was used', async () => {
    await fc.assert(
      fc.asyncProperty(moment, async (second) => {
        const at = new Date(second * 1_000)
        const step = totpStep(at)
        const code = await totpCode(secret, step)
        const taken = await matchingStep(secret, code, at, 0)
        expect(await matchingStep(secret, code, at, Math.max(step, taken!))).toBeNull()
        expect(await matchingStep(secret, code, new Date(at.getTime() + TOTP_STEP_SECONDS * 1_000), step)).toBeNull()
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 123-456 ', '123456'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['', null],
    ['١٢٣٤٥٦', '123456'],
    ['١٢٣٤٥', null],
  ])('"%s" reads as %s', (text, digits) => expect(typedTotp(text)).toBe(digits))
})

test('the address in the QR code names issuer and account, escaped', () => {
  const address = new URL(totpAddress('MZXW6YTBOI', 'ruth+n@peach.example', 'Peach & Co'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toBe('/Peach & Co:ruth+n@peach.example')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: 'MZXW6YTBOI',
    issuer: 'Peach & Co',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
