import { showDate } from '#app/platform/dates.ts'

type Day = { day: string; shillings: number; message: string }

const WIDTH = 640
const HEIGHT = 220
const LEFT = 64
const TOP = 12
const BOTTOM = 28

/** Bars of shillings a day. Screen readers get the same numbers as a list. */
export function MoneyChart({ days }: { days: Day[] }) {
  const top = niceTop(Math.max(...days.map((day) => day.shillings)))
  const plotHeight = HEIGHT - TOP - BOTTOM
  const step = (WIDTH - LEFT) / days.length
  const heightOf = (shillings: number) => (shillings / top) * plotHeight
  return (
    <figure>
      <svg className="admin-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={LEFT} x2={WIDTH} y1={TOP + plotHeight * (1 - part)} y2={TOP + plotHeight * (1 - part)} />
            <text x={LEFT - 8} y={TOP + plotHeight * (1 - part) + 4} textAnchor="end">
              {shortAmount(top * part)}
            </text>
          </g>
        ))}
        {days.map((day, index) => (
          <rect
            key={day.day}
            x={LEFT + index * step + step * 0.15}
            y={TOP + plotHeight - heightOf(day.shillings)}
            width={step * 0.7}
            height={heightOf(day.shillings)}
            rx={3}
          />
        ))}
        <text x={LEFT} y={HEIGHT - 8}>
          {shortDate(days[0])}
        </text>
        <text x={WIDTH} y={HEIGHT - 8} textAnchor="end">
          Today
        </text>
      </svg>
      <ul className="visually-hidden">
        {days.map((day) => (
          <li key={day.day}>
            {shortDate(day)}: {day.message}
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** The smallest 1, 2 or 5 times a power of ten that is at least `max`: the top of the scale. */
function niceTop(max: number): number {
  if (max <= 0) return 1_000
  const power = 10 ** Math.floor(Math.log10(max))
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= max)!
}

function shortAmount(shillings: number): string {
  if (shillings >= 1_000_000) return `${shillings / 1_000_000} m`
  return shillings >= 1_000 ? `${shillings / 1_000} k` : String(shillings)
}

function shortDate(day: Day | undefined): string {
  return day ? showDate(new Date(`${day.day}T12:00:00Z`)).replace(/ \d{4}$/, '') : ''
}
