import { KAMPALA } from '#app/platform/clock.ts'

const day = new Intl.DateTimeFormat('en-GB', { timeZone: KAMPALA, day: 'numeric', month: 'short', year: 'numeric' })
const hour = new Intl.DateTimeFormat('en-US', { timeZone: KAMPALA, hour: 'numeric', minute: '2-digit', hour12: true })

/** "21 Nov 2026", by the calendar of Kampala. */
export function showDate(at: Date): string {
  return day.format(at).replace('Sept', 'Sep')
}

/** "7:04 PM". */
export function showHour(at: Date): string {
  return hour.format(at).replaceAll('\u202f', ' ')
}

/** "21 Nov 2026, 7:04 PM EAT": with the zone, because it could be misread. */
export function showDateTime(at: Date): string {
  return `${showDate(at)}, ${showHour(at)} EAT`
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: KAMPALA, hour: '2-digit', minute: '2-digit', hour12: false })

/** "19:03". */
export function showClock(at: Date): string {
  return clock.format(at)
}
