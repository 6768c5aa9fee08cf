import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail, normaliseEmail } from './email.ts'

test('AUTH-01 one mailbox has one normal form', () => {
  expect(normaliseEmail('  Brian@Mail.COM ')).toBe('brian@mail.com')
  expect(normaliseEmail('ｂrian＠mail.com')).toBe('brian@mail.com')
})

test.each([
  '',
  'brian',
  'brian@',
  '@mail.com',
  'brian@mail',
  'a b@mail.com',
  'brian@mаil.com',
  'brian@mail..com',
  '.b@mail.com',
  'b..r@mail.com',
  'brian@-mail.com',
  `${'a'.repeat(65)}@mail.com`,
  'brian@mail.com\r\nBcc: x@y.com',
  'a@b.com,c@d.com',
])('AUTH-01 %j is no address', (text) => expect(normaliseEmail(text)).toBeNull())

test('AUTH-01 a normalised address stays as it is', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const once = normaliseEmail(email)
      if (once !== null) expect(normaliseEmail(once)).toBe(once)
    }),
  )
})

test('AUTH-09 a masked address shows only its ends', () => {
  expect(maskEmail('brian@mail.com')).toBe('b…n@m…l.com')
  expect(maskEmail('ab@x.co.ug')).toBe('a…@x….co.ug')
})
