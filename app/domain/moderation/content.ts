import { atLeast, atMost } from '#app/platform/graphemes.ts'
import { z } from 'zod'
import { BLOCK_REASON } from '#app/domain/blocklist/blocklist.ts'
import { messageField } from './application.ts'

export const CONTENT_FILTERS = [
  'pending',
  'new_creator',
  'flagged',
  'blocked_match',
  'missing_release',
  'approved',
  'rejected',
  'all',
] as const
export type ContentFilter = (typeof CONTENT_FILTERS)[number]

/** Why a post is rejected or removed, as its creator reads it; `block`: its media can't come back. */
export const RejectPostForm = z.object({ message: messageField, block: z.literal('yes').optional() })
export const RemovePostForm = z.object({ message: messageField })
/** A reason that only staff read. */
export const ReasonForm = z.object({
  reason: z
    .string()
    .trim()
    .refine(atLeast(BLOCK_REASON.min), 'Write the reason in a few words')
    .refine(atMost(BLOCK_REASON.max), 'Write at most 500 characters'),
})
export const BlockMediumForm = ReasonForm.extend({ medium: z.string().max(60) })
