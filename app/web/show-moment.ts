import { showClock, showDate } from '#app/platform/dates.ts'

/** "21 Nov 2026, 19:04" in Kampala time. The page names the zone (EAT) once. */
export function showMoment(at: Date): string {
  return `${showDate(at)}, ${showClock(at)}`
}
