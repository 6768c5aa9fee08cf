const EAST_AFRICA_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

/** The present day in Kampala, as "2026-11-21". East Africa has no summer time. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() + EAST_AFRICA_MS).toISOString().slice(0, 10)
}

/** Midnight of Kampala at the beginning of a day. */
export function startOfDay(day: string): Date {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() - EAST_AFRICA_MS)
}

export function addToDay(day: string, days: number): string {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Monday of the week that a day lies in. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addToDay(day, -((weekday + 6) % 7))
}

/** The number of days between two, the first one counted. */
export function daysBetween(from: string, to: string): number {
  return (new Date(`${to}T00:00:00Z`).getTime() - new Date(`${from}T00:00:00Z`).getTime()) / DAY_MS
}
