import { z } from 'zod'
import { aboutId, defineEvent, facts, recipient } from './event.ts'
import { target } from './target.ts'

export const purchaseCompleted = defineEvent({
  object: 'purchase',
  notice: {
    payload: z.object({
      buyer: recipient,
      aboutId,
      productName: z.string(),
      /** Formatted, such as `UGX 180,000`. */
      amount: z.string(),
      reference: z.string(),
      paidOn: z.string(),
      /** The day a pass ends, or null for what is bought permanently. */
      endsOn: z.string().nullable(),
      method: z.string(),
      /** Where what was bought is found. */
      opens: target,
    }),
    to: ({ buyer }) => [buyer],
    preference: 'payment',
    subject: 'Your receipt',
    heading: 'Your receipt',
    inApp: ({ productName, amount }) => `${productName} · ${amount}`,
    mail: ({ productName, amount, paidOn, method, reference, endsOn }) => [
      facts({
        For: productName,
        Amount: amount,
        'Paid on': paidOn,
        'Paid by': method,
        Reference: reference,
        'Ends on': endsOn,
      }),
    ],
    link: { label: 'Open', to: ({ opens }) => opens },
    after: 'Keep the reference: our support finds the payment with it.',
  },
})
