import { expect, test } from 'vitest'
import { toE164 } from './phone.server.ts'

test.each(['0772123456', '772 123 456', '+256 772 123456', '256772123456', '0772-123-456'])(
  'SETUP-01 %s is a Ugandan number in E.164',
  (text) => {
    expect(toE164(text)).toBe('+256772123456')
  },
)
test('SETUP-01 a number of another country keeps it', () => expect(toE164('+254 712 345678')).toBe('+254712345678'))
test.each(['', '123', 'abc', '0772', '077212345678901', '+256'])('SETUP-01 %j is no number', (text) =>
  expect(toE164(text)).toBeNull(),
)
