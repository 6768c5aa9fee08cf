import { z } from 'zod'
import { defineEvent } from './event.ts'

const payload = z.object({
  creatorId: z.string(),
  /** The creator, whom the texts name. */
  aboutId: z.string(),
  creatorName: z.string(),
  username: z.string(),
})

export const creatorWentLive = defineEvent({
  object: 'creator',
  notice: {
    payload,
    to: () => [],
    toAlerted: ({ creatorId }) => ({ creatorId, kind: 'live' }),
    preference: 'creator_live',
    subject: 'Somebody you follow is online',
    heading: ({ creatorName }) => `${creatorName} is live`,
    inApp: () => 'Online now. Open the page to say hello.',
    mail: () => ['Somebody you follow is online now.'],
    link: { label: 'Open the page', to: ({ username }) => ({ kind: 'creator', id: username }) },
  },
})
