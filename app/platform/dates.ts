import { kampalaTime } from '#app/platform/kampala-time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

// Intl takes ten microseconds for a date, more than React for ten elements.

/** "21 Nov 2026", by the calendar of Kampala. */
export function showDate(at: Date): string {
  return `${dayAndMonth(at)} ${kampalaTime(at).getUTCFullYear()}`
}

/** "Wed 25 Nov", for days of the next weeks. */
export function showDay(at: Date): string {
  return `${WEEKDAYS[kampalaTime(at).getUTCDay()]} ${dayAndMonth(at)}`
}

function dayAndMonth(at: Date): string {
  const local = kampalaTime(at)
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}`
}

/** "19:04". */
export function showClock(at: Date): string {
  return kampalaTime(at).toISOString().slice(11, 16)
}

/** "21 Nov 2026, 19:04". The page names the zone (EAT) once. */
export function showMoment(at: Date): string {
  return `${showDate(at)}, ${showClock(at)}`
}

/** "21 Nov 2026, 19:04 EAT": with the zone, where nothing else on the page or in the message names it. */
export function showDateTime(at: Date): string {
  return `${showMoment(at)} EAT`
}
