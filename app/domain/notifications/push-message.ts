import { z } from 'zod'
import type { Preference } from '#app/domain/events/topics.ts'

/** What a browser gets: the discreet text, the entry that it leads to, and what it replaces on the screen. Nothing names anybody. */
export type PushedNotice = { text: string; id: string | null; tag: string }

/** As a browser gives it (`PushSubscription.toJSON`), in a form. */
export const SubscriptionForm = z.object({
  endpoint: z.string().min(1).max(1_000),
  p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/),
  auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
})

/** Devices that one account may have alerts on; with another one the oldest gets no more. */
export const MAX_DEVICES = 10

const URGENT: readonly Preference[] = ['security', 'message', 'creator_live', 'booking']

/** For these a sleeping phone is woken; everything else comes when it wakes by itself. */
export function urgencyOf(preference: Preference): 'normal' | 'high' {
  return URGENT.includes(preference) ? 'high' : 'normal'
}

/** News of a day: later nobody is surprised by it. */
export const PUSH_TTL_SECONDS = 86_400
