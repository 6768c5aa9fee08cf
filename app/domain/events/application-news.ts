import { z } from 'zod'
import { type Notice, recipient } from './event.ts'

const payload = z.object({
  creator: recipient,
  /** The reviewer's own message; empty where there is none. */
  message: z.string(),
  /** What happens next, in a sentence. */
  next: z.string(),
})

/** The notice of each decision about an application: only the heading differs. */
export function applicationNews(heading: string): Notice<z.infer<typeof payload>> {
  return {
    payload,
    to: ({ creator }) => [creator],
    preference: 'review_result',
    subject: 'News about your application',
    heading,
    inApp: ({ next }) => next,
    mail: ({ message, next }) => [message === '' ? null : `The reviewer wrote: ${message}`, next],
    link: { label: 'See your application', to: () => ({ kind: 'application' }) },
  }
}
