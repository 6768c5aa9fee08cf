import { z } from 'zod'
import { aboutId, defineEvent, facts, recipient } from './event.ts'

/** What a chargeback has ended, by what was paid for. */
const ENDED = {
  pass: 'Your pass has ended because of this.',
  post_unlock: 'The post is locked again.',
  message_unlock: 'The message is locked again.',
  creator_fee: 'The week that it paid for has ended.',
  creator_subscription: 'Your access to this creator has ended because of this.',
  wallet_top_up: 'We took off what was left of it in your wallet, and what you had bought with the rest has ended.',
  tip: 'The tip was reversed.',
  refund: 'It replaces the refund that was on its way to you.',
  nothing: 'It changes nothing else for you.',
} as const

export const dispute = z.object({
  buyer: recipient,
  aboutId,
  productName: z.string(),
  amount: z.string(),
  /** Where questions go. */
  contact: z.string(),
  /** Null where the purchase was never granted, and has no receipt. */
  receiptOf: z.string().nullable(),
})

export const paymentChargedBack = defineEvent({
  object: null,
  notice: {
    payload: dispute.extend({ ended: z.enum(Object.keys(ENDED) as (keyof typeof ENDED)[]) }),
    to: ({ buyer }) => [buyer],
    preference: 'payment',
    subject: 'About your payment',
    heading: 'Your bank took back a payment',
    inApp: ({ productName, amount }) => `${productName} · ${amount}`,
    mail: ({ productName, amount, ended, contact }) => [
      facts({ For: productName, Amount: amount }),
      `Your bank or network took it back from us. ${ENDED[ended]}`,
      `If you did not want that, or did not make the payment, write to ${contact} with the reference on your receipt; you can also ask your bank to withdraw it.`,
    ],
    link: {
      label: 'See your receipt',
      to: ({ receiptOf }) => (receiptOf ? { kind: 'receipt', id: receiptOf } : { kind: 'billing' }),
    },
  },
})
