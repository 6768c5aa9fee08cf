import { expect, test } from 'vitest'
import { KAMPALA } from './clock.ts'
import { showClock, showDate, showDay } from './dates.ts'

const by = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: KAMPALA, ...options })
const date = by({ day: 'numeric', month: 'short', year: 'numeric' })
const day = by({ weekday: 'short', day: 'numeric', month: 'short' })
const clock = by({ hour: '2-digit', minute: '2-digit', hour12: false })

test('dates, days and times of day read as Intl writes them for Kampala, but for the comma and “Sept”', () => {
  const HOURS_7 = 7 * 3_600_000 + 60_001
  for (let at = Date.UTC(2026, 10, 20); at < Date.UTC(2029, 2, 2); at += HOURS_7) {
    const moment = new Date(at)
    expect([showDate(moment), showDay(moment), showClock(moment)]).toEqual([
      date.format(moment).replace('Sept', 'Sep'),
      day.format(moment).replace(',', '').replace('Sept', 'Sep'),
      clock.format(moment),
    ])
  }
})
