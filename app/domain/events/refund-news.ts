import { z } from 'zod'
import { aboutId, facts, type Notice, recipient } from './event.ts'

const payload = z.object({
  buyer: recipient,
  aboutId,
  productName: z.string(),
  amount: z.string(),
  /** A message of ours about it; empty where there is none. */
  message: z.string(),
  purchaseId: z.string(),
})
export type RefundNews = z.infer<typeof payload>

/** The notice of each event about a refund: only heading and description differ. */
export function refundNews(heading: string, description: string): Notice<RefundNews> {
  return {
    payload,
    to: ({ buyer }) => [buyer],
    preference: 'payment',
    subject: heading,
    heading,
    inApp: ({ productName, amount }) => `${productName} · ${amount}`,
    mail: ({ productName, amount, message }) => [facts({ For: productName, Amount: amount }), description, message],
    link: { label: 'See your receipt', to: ({ purchaseId }) => ({ kind: 'receipt', id: purchaseId }) },
  }
}
