import { z } from 'zod'

/** Longer than what is accepted, so that the command names what is wrong. */
export const ReplyFields = z.object({
  name: z.string().default(''),
  text: z.string().default(''),
})
