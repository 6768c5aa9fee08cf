import { exactText } from './exact-text.ts'

// Uganda keeps UTC+3 all year round.
const OFFSET_MS = 3 * 3_600_000

/** A moment whose UTC parts are those of the clock in Kampala. */
export function kampalaTime(at: Date): Date {
  return new Date(at.getTime() + OFFSET_MS)
}

/** The moment of a date-and-time field (`2026-11-30T23:59`) in Kampala time, or null where it is invalid. */
export function readKampalaTime(text: string): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d)?$/.exec(exactText(text))
  if (!parts) return null
  const [year, month, day, hour, minute] = parts.slice(1).map(Number) as [number, number, number, number, number]
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute))
  // The thirtieth of February would silently become the second of March.
  const same =
    local.getUTCMonth() === month - 1 &&
    local.getUTCDate() === day &&
    local.getUTCHours() === hour &&
    local.getUTCMinutes() === minute
  return same && year >= 2000 && year < 2200 ? new Date(local.getTime() - OFFSET_MS) : null
}

/** A moment as the value of a date-and-time field in Kampala time. */
export function kampalaField(at: Date): string {
  return kampalaTime(at).toISOString().slice(0, 16)
}

/** The current day in Kampala, as "2026-11-21". */
export function kampalaDay(at: Date): string {
  return kampalaTime(at).toISOString().slice(0, 10)
}

/** When the day in Kampala that contains a moment ends. */
export function kampalaMidnightAfter(at: Date): Date {
  return new Date(new Date(`${kampalaDay(at)}T00:00:00Z`).getTime() + 86_400_000 - OFFSET_MS)
}

/** The same day and hour of the next year in Kampala; the last of February for the 29th. */
export function addKampalaYear(at: Date): Date {
  const local = kampalaTime(at)
  const day = local.getUTCDate()
  local.setUTCFullYear(local.getUTCFullYear() + 1)
  if (local.getUTCDate() !== day) local.setUTCDate(0)
  return new Date(local.getTime() - OFFSET_MS)
}

/** The hour of a moment in Kampala, 0 to 23. */
export function kampalaHour(at: Date): number {
  return kampalaTime(at).getUTCHours()
}

/** When it is this hour in Kampala next, after a moment. */
export function nextKampalaHour(at: Date, hour: number): Date {
  const start = new Date(`${kampalaDay(at)}T00:00:00Z`).getTime() - OFFSET_MS + hour * 3_600_000
  return new Date(start > at.getTime() ? start : start + 86_400_000)
}
