import { z } from 'zod'

/** Longer than what is accepted, so that the command names what is wrong. */
export const ReplyFields = z.object({
  name: z.string().max(20_000).default(''),
  text: z.string().max(20_000).default(''),
})
