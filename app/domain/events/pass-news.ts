import { z } from 'zod'
import { type MailPart } from './mail-layout.ts'
import { type Notice, recipient } from './event.ts'

export const passFacts = z.object({
  fan: recipient,
  planName: z.string(),
  /** When it ends or ended, formatted. */
  on: z.string(),
  /** What the plan costs now; null where it is no longer sold. */
  price: z.string().nullable(),
})
type PassFacts = z.infer<typeof passFacts>

/** What the fan of a plan that isn't sold any more does: nothing renews it, by hand or from the wallet. */
export const ANOTHER_PLAN = 'Choose another plan: it starts when this pass ends, so you lose no day.'

/** What is the same in every event about the end of a pass. Its mails can't be switched off: they are about the fan's own money. */
export function passNews<Payload extends PassFacts>(
  payload: z.ZodType<Payload>,
  heading: (payload: Payload) => string,
  mail: (payload: Payload) => readonly (MailPart | string)[],
): Notice<Payload> {
  return {
    payload,
    to: ({ fan }) => [fan],
    preference: 'payment',
    subject: 'A reminder',
    heading,
    inApp: ({ planName, on }) => `${planName} · ${on}`,
    mail,
    link: {
      label: ({ price }) => (price ? `Renew for ${price}` : 'See the plans'),
      to: () => ({ kind: 'billing' }),
    },
  }
}
