import { z } from 'zod'
import { type Notice, recipient } from './event.ts'

const payload = z.object({
  creator: recipient,
  /** As the team wrote it; empty where there is none. */
  reason: z.string(),
})

/** The notice of each change of a creator's status by the team. `next`: what happens now, in a sentence. */
export function creatorStatusNews(heading: string, next: string): Notice<z.infer<typeof payload>> {
  return {
    payload,
    to: ({ creator }) => [creator],
    preference: 'rules',
    subject: 'News about your account',
    heading,
    inApp: () => next,
    mail: ({ reason }) => [heading, reason === '' ? null : `The reason: ${reason}`, next],
    link: { label: 'See your dashboard', to: () => ({ kind: 'application' }) },
  }
}
