import { KAMPALA } from '#app/platform/clock.ts'

const day = new Intl.DateTimeFormat('en-GB', { timeZone: KAMPALA, day: 'numeric', month: 'short', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: KAMPALA, hour: '2-digit', minute: '2-digit', hour12: false })

/** "21 Nov 2026", by the calendar of Kampala. */
export function showDate(at: Date): string {
  return day.format(at).replace('Sept', 'Sep')
}

const weekday = new Intl.DateTimeFormat('en-GB', {
  timeZone: KAMPALA,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

/** "Wed 25 Nov", for days of the next weeks. */
export function showDay(at: Date): string {
  return weekday.format(at).replace(',', '').replace('Sept', 'Sep')
}

/** "19:04". */
export function showClock(at: Date): string {
  return clock.format(at)
}

/** "21 Nov 2026, 19:04". The page names the zone (EAT) once. */
export function showMoment(at: Date): string {
  return `${showDate(at)}, ${showClock(at)}`
}

/** "21 Nov 2026, 19:04 EAT": with the zone, where nothing else on the page or in the message names it. */
export function showDateTime(at: Date): string {
  return `${showMoment(at)} EAT`
}
