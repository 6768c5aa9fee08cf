import { atMost } from '#app/platform/graphemes.ts'
import { z } from 'zod'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { readMobileNumber } from './mobile-network.ts'

const missing = 'Please fill in all required fields'
const printable = /^[^\p{Cc}]*$/u

/** What the payment form sends, without amounts and currencies: the server sets the price. */
export const PaymentForm = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, missing)
      .refine(atMost(100), 'Enter a name of at most 100 characters')
      .regex(printable, missing),
    email: z
      .string()
      .trim()
      .min(1, missing)
      // Normalised as in the sign-in: the purchase must be reachable with this address.
      .transform((email, check) => {
        const known = normaliseEmail(email)
        if (known === null) check.addIssue('Enter an e-mail address like name@example.com')
        return known ?? z.NEVER
      }),
    method: z.enum(['card', 'mobile_money'], 'Choose mobile money or card'),
    phone: z.string().trim().default(''),
    network: z.enum(['MTN', 'AIRTEL', '']).catch('').default(''),
    attempt: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, 'This form is too old. Please try again.'),
    shown: z.string().max(40).default(''),
  })
  // Checked even where another field is wrong too: all mistakes are shown at once.
  .refine((form) => form.method !== 'mobile_money' || typeof form.phone !== 'string' || form.phone.trim() !== '', {
    path: ['phone'],
    message: 'Phone number is required for mobile money payments',
    when: () => true,
  })
  .refine(
    (form) =>
      form.method !== 'mobile_money' ||
      typeof form.phone !== 'string' ||
      form.phone.trim() === '' ||
      readMobileNumber(form.phone) !== null,
    {
      path: ['phone'],
      message: 'Enter a Ugandan mobile number, for example +256 772 123 456',
      when: () => true,
    },
  )

export type PaymentForm = z.infer<typeof PaymentForm>
