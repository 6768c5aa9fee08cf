import { expect, it } from 'vitest'
import { PaymentForm } from './schemas.ts'
import { mintReference, shortReference } from './reference.ts'
import { showDateTime } from '#app/platform/dates.ts'

const whole = {
  name: 'Brian O.',
  email: 'Brian@Mail.com ',
  method: 'mobile_money',
  phone: '0772 123 456',
  network: '',
  attempt: 'a'.repeat(43),
  shown: '',
}

function firstErrors(form: Record<string, unknown>): Record<string, string> {
  const parsed = PaymentForm.safeParse(form)
  return Object.fromEntries(
    (parsed.error?.issues ?? []).toReversed().map((issue) => [String(issue.path[0]), issue.message]),
  )
}

it('PAY-01 accepts a complete form and normalises the address', () => {
  expect(PaymentForm.parse(whole)).toMatchObject({ name: 'Brian O.', email: 'brian@mail.com', phone: '0772 123 456' })
})

it('PAY-01 lists everything that is missing, at once', () => {
  expect(firstErrors({ ...whole, name: ' ', email: '', phone: '' })).toEqual({
    name: 'Please fill in all required fields',
    email: 'Please fill in all required fields',
    phone: 'Phone number is required for mobile money payments',
  })
})

it('PAY-01 a card needs no number', () => {
  expect(firstErrors({ ...whole, method: 'card', phone: '' })).toEqual({})
})

it('PAY-09 a number of another kind is refused with an example that begins with +256', () => {
  expect(firstErrors({ ...whole, phone: '12345' }).phone).toContain('+256')
})

it.each([
  { method: 'cash' },
  { method: undefined },
  { email: 'no address' },
  { attempt: 'short' },
  { attempt: "' or 1=1 --" },
  { name: 'x'.repeat(101) },
  { name: 'a\u0000b' },
])('PAY-01 refuses %j', (change) => {
  expect(PaymentForm.safeParse({ ...whole, ...change }).success).toBe(false)
})

it('PAY-01 an unknown network counts as none', () => {
  expect(PaymentForm.parse({ ...whole, network: 'TELECEL' }).network).toBe('')
})

it('PAY-02 references carry prefix, plan, time and random bits, are valid at the gateway and never repeat', () => {
  const minted = new Set(
    Array.from({ length: 500 }, () => mintReference('pass', 'monthly', new Date(1_763_700_000_000))),
  )
  expect(minted.size).toBe(500)
  for (const reference of minted) expect(reference).toMatch(/^peach_pass_monthly_1763700000000_[0-9a-f]{32}$/)
  expect(shortReference('peach_pass_monthly_1_00000000000000000000000007f2a0931')).toBe('PCH-7F2A-0931')
})

it('shows Kampala times and names the zone', () => {
  expect(showDateTime(new Date('2026-11-21T16:04:00Z'))).toBe('21 Nov 2026, 19:04 EAT')
  expect(showDateTime(new Date('2026-09-30T21:30:00Z'))).toBe('1 Oct 2026, 00:30 EAT')
})
