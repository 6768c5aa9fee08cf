import { exactText } from '#app/platform/exact-text.ts'
import { KAMPALA } from '#app/platform/clock.ts'
import { MINIMUM_AGE_YEARS } from '#app/domain/settings/constants.ts'

const kampalaDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: KAMPALA,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The calendar day in Kampala at that moment, as an ISO date. */
export function dayInKampala(at: Date): string {
  return kampalaDate.format(at)
}

/**
 * Whole years lived on the day in Kampala. A person born on 29 February has the birthday on 1 March of a common year: the day before, the
 * year isn't complete yet.
 */
export function ageOn(birthday: string, at: Date): number {
  const [year, month, day] = dayInKampala(at).split('-').map(Number) as [number, number, number]
  const [bornYear, bornMonth, bornDay] = birthday.split('-').map(Number) as [number, number, number]
  const hadBirthday = month > bornMonth || (month === bornMonth && day >= bornDay)
  return year - bornYear - (hadBirthday ? 0 : 1)
}

export function isOldEnough(birthday: string, at: Date): boolean {
  return ageOn(birthday, at) >= MINIMUM_AGE_YEARS
}

const OLDEST_YEARS = 120

/** The ISO date of three typed parts, or null where no living person was born on such a day. */
export function birthdayOf(parts: { day: string; month: string; year: string }, at: Date): string | null {
  const digits = [parts.year, parts.month, parts.day].map(exactText)
  if (!/^\d{4}$/.test(digits[0]!) || !digits.every((part) => /^\d+$/.test(part))) return null
  const [year, month, day] = digits.map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const iso = date.toISOString().slice(0, 10)
  return iso <= dayInKampala(at) && ageOn(iso, at) <= OLDEST_YEARS ? iso : null
}
