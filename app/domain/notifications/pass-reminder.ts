import { z } from 'zod'
import type { MailPart } from './mail-layout.ts'

export const PassReminder = z.object({
  kind: z.enum(['three_days', 'one_day', 'ended', 'not_renewed']),
  planName: z.string(),
  /** When it ends or ended, formatted. */
  on: z.string(),
  /** What the plan costs now; null where it is no longer sold. */
  price: z.string().nullable(),
  /** Whether the wallet renews it, as chosen: `covered`, or `short` of the price. */
  fromWallet: z.enum(['covered', 'short']).nullable(),
  /** Why the wallet did not renew it. */
  reason: z.enum(['too_little', 'price_rose', 'not_sold']).nullable(),
  link: z.string(),
})
type PassReminder = z.infer<typeof PassReminder>

/** The text before a pass ends, after it has ended, and where the wallet should have renewed it and did not. */
export function passReminderMail(reminder: PassReminder): { heading: string; blocks: MailPart[] } {
  const { kind, planName, on, price, link } = reminder
  const message = (text: string): MailPart => ({ kind: 'message', text })
  const renew: MailPart = { kind: 'link', label: price ? `Renew for ${price}` : 'See the plans', address: link }
  switch (kind) {
    case 'three_days':
    case 'one_day':
      return {
        heading: kind === 'three_days' ? 'Your pass ends in 3 days' : 'Your pass ends in 1 day',
        blocks: [message(`Your ${planName} pass ends on ${on}.`), message(whatHappens(reminder)), renew],
      }
    case 'ended':
      return {
        heading: 'Your pass has ended',
        blocks: [message(`Your ${planName} pass ended on ${on}. Your chats and purchases are kept.`), renew],
      }
    case 'not_renewed':
      return {
        heading: 'Your pass was not renewed',
        blocks: [message(whyNot(reminder)), message(`It ends on ${on}. We took nothing from your wallet.`), renew],
      }
    default:
      return kind satisfies never
  }
}

function whatHappens({ fromWallet, price }: PassReminder): string {
  if (fromWallet === 'covered')
    return `It renews from your wallet before that, for ${price}. You don’t have to do anything.`
  if (fromWallet === 'short') return `Your wallet has less than the price of ${price}. Top it up, or renew by hand.`
  return 'It does not renew automatically. A renewal starts when this pass ends, so you lose no day.'
}

function whyNot({ reason, price }: PassReminder): string {
  if (reason === 'price_rose')
    return `Its price is now ${price}, more than you agreed to, so nothing is paid without your consent.`
  if (reason === 'not_sold') return 'This plan is no longer sold.'
  return `Your wallet has less than the price of ${price}.`
}
