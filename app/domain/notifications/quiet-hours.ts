import { z } from 'zod'
import type { Preference } from '#app/domain/events/topics.ts'
import { kampalaHour, nextKampalaHour } from '#app/platform/kampala-time.ts'

/** Whole hours of Kampala: from the first to before the second, also over midnight. */
export type QuietHours = { from: number; to: number }

/** These are told at any hour: who uses the account, what was asked for, and money that somebody has paid, gets or owes. */
const ALWAYS: readonly Preference[] = ['security', 'account', 'payment', 'payout', 'fee_reminder', 'work']

/** Until when news of this kind wait, or null where they are sent at once. */
export function heldUntil(at: Date, preference: Preference, hours: QuietHours | null): Date | null {
  if (!hours || ALWAYS.includes(preference)) return null
  const hour = kampalaHour(at)
  const { from, to } = hours
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to
  return isQuiet ? nextKampalaHour(at, to) : null
}

const hour = z.coerce
  .number('Choose an hour.')
  .int('Choose an hour.')
  .min(0, 'Choose an hour.')
  .max(23, 'Choose an hour.')

/** The form: without a first hour there are no quiet hours. */
export const QuietHoursForm = z.union([
  z.object({ from: z.literal('') }).transform(() => null),
  z
    .object({ from: hour, to: hour })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Choose another hour than the first.' }),
])
