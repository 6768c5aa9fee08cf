import { defineEvent, facts } from './event.ts'
import { dispute } from './payment-charged-back.ts'

export const paymentDisputeWon = defineEvent({
  object: null,
  notice: {
    payload: dispute,
    to: ({ buyer }) => [buyer],
    preference: 'payment',
    subject: 'About your payment',
    heading: 'Your payment is confirmed',
    inApp: ({ productName, amount }) => `${productName} · ${amount}`,
    mail: ({ productName, amount, contact }) => [
      facts({ For: productName, Amount: amount }),
      `Your bank or network decided that the payment was right. What it paid for, or a refund of it, is restored. Questions: ${contact}`,
    ],
    link: {
      label: 'See your receipt',
      to: ({ receiptOf }) => (receiptOf ? { kind: 'receipt', id: receiptOf } : { kind: 'billing' }),
    },
  },
})
