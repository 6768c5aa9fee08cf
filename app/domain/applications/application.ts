import { oneLine } from '#app/platform/plain-text.ts'
import { atLeast, atMost } from '#app/platform/graphemes.ts'
import { addDays } from '#app/platform/clock.ts'
import { birthdayOf, dayInKampala } from '#app/domain/identity/age.ts'
import type { DateParts, Read } from '#app/domain/identity/profile-rules.ts'
import {
  DAILY_GOAL_OPTIONS_MINOR,
  POST_PRICE_OPTIONS_MINOR,
  SUBSCRIPTION_PRICE_OPTIONS_MINOR,
} from '#app/domain/settings/constants.ts'

export type ApplicationState = 'draft' | 'in_review' | 'changes_requested' | 'approved' | 'rejected'

const good = <Value>(value: Value) => ({ value, problem: null })
const bad = <Problem>(problem: Problem) => ({ value: null, problem })

export type PostFileKind = 'photo' | 'video'
export const PRICE_TEXTS = ['Budget', 'Recommended', 'Premium', 'VIP'] as const
export const STANDARD_PRICES = {
  subscription: SUBSCRIPTION_PRICE_OPTIONS_MINOR[1],
  post: POST_PRICE_OPTIONS_MINOR[1],
  goal: DAILY_GOAL_OPTIONS_MINOR[1],
} as const

export function readSubscriptionPrice(typed: string): Read<bigint, 'missing' | 'invalid'> {
  return typed === '' ? bad('missing') : (oneOf(SUBSCRIPTION_PRICE_OPTIONS_MINOR, typed) ?? bad('invalid'))
}

export function readDailyGoal(typed: string): Read<bigint, 'missing' | 'invalid'> {
  return typed === '' ? bad('missing') : (oneOf(DAILY_GOAL_OPTIONS_MINOR, typed) ?? bad('invalid'))
}

/** One of the amounts on offer, written in whole shillings. */
function oneOf(options: readonly bigint[], typed: string): { value: bigint; problem: null } | null {
  const found = options.find((option) => String(option / 100n) === typed)
  return found === undefined ? null : good(found)
}

/** The maximum age of a proof of address, in calendar months. */
export const LEGAL_NAME_LENGTH = { min: 2, max: 100 }
export type LegalNameProblem = 'missing' | 'invalid'
const LEGAL_NAME = /^[\p{L}][\p{L}\p{M} .'’-]*$/u

/** The name as on the identity document, with single spaces. */
export function readLegalName(typed: string): Read<string, LegalNameProblem> {
  const name = oneLine(typed)
  if (name === '') return bad('missing')
  const fits = atLeast(LEGAL_NAME_LENGTH.min)(name) && atMost(LEGAL_NAME_LENGTH.max)(name)
  return fits && LEGAL_NAME.test(name) ? good(name) : bad('invalid')
}

export const ADDRESS_PROOF_MONTHS = 3
export type AddressDateProblem = 'missing' | 'invalid' | 'in_the_future' | 'too_old'

/** The ISO date on a proof of address if it is under three months old on the day in Kampala. */
export function readAddressDate(parts: DateParts, at: Date): Read<string, AddressDateProblem> {
  if ([parts.day, parts.month, parts.year].every((part) => part.trim() === '')) return bad('missing')
  // Parsed as a day of next year at the latest, so that a future day is told apart from an impossible one.
  const date = birthdayOf(parts, addDays(at, 400))
  if (!date) return bad('invalid')
  const today = dayInKampala(at)
  if (date > today) return bad('in_the_future')
  return date > monthsBefore(today, ADDRESS_PROOF_MONTHS) ? good(date) : bad('too_old')
}

/** The same day some months earlier, or the last day of that month where it is shorter. */
function monthsBefore(isoDate: string, months: number): string {
  const [year, month, day] = isoDate.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10)
}
