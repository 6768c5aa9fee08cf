import { z } from 'zod'
import { aboutId, facts, type Notice, recipient } from './event.ts'

/** What the notices about a custom request say. `by`: until when the reader, or the other side, does the next step. */
export const requestFacts = z.object({
  fan: recipient,
  creator: recipient,
  creatorName: z.string(),
  aboutId,
  requestId: z.string(),
  what: z.string(),
  reference: z.string(),
  price: z.string(),
  by: z.string().nullable(),
})
type RequestFacts = z.infer<typeof requestFacts>

type News<Payload> = {
  subject: string
  heading: string | ((facts: Payload) => string)
  description: (facts: Payload) => readonly (string | null)[]
  /** The name of the date `by` in the mail. */
  until?: string
  label: string
}

/** To the fan, who reads the creator's name in the list and in the mail, and neither in the subject. */
export function toFan<Payload extends RequestFacts>(payload: z.ZodType<Payload>, news: News<Payload>): Notice<Payload> {
  return {
    ...shared(payload, news),
    to: ({ fan }) => [fan],
    inApp: ({ what, creatorName }) => `${what} from ${creatorName}`,
    link: { label: news.label, to: ({ requestId }) => ({ kind: 'request', id: requestId }) },
  }
}

/** To the creator. The fan is not named. */
export function toCreator(news: News<RequestFacts>): Notice<RequestFacts> {
  return {
    ...shared(requestFacts, news),
    to: ({ creator }) => [creator],
    inApp: ({ what, price }) => `${what} · ${price}`,
    link: { label: news.label, to: ({ requestId }) => ({ kind: 'received_request', id: requestId }) },
  }
}

function shared<Payload extends RequestFacts>(payload: z.ZodType<Payload>, news: News<Payload>) {
  return {
    payload,
    preference: 'custom_request' as const,
    subject: news.subject,
    heading: news.heading,
    mail: (told: Payload) => [
      facts({ Request: `${told.what}, ${told.reference}`, Price: told.price, [news.until ?? 'Until']: told.by }),
      ...news.description(told),
    ],
  }
}
