import { showShortDay } from './amounts.ts'

type Day = { day: string; cleared: number; pending: number; message: string }

const WIDTH = 640
const HEIGHT = 240
const LEFT = 78
const TOP = 14
const BOTTOM = 34

/** One bar per day: solid is cleared, hatched is pending. Screen readers get the same figures as a list. */
export function EarningsChart({ days }: { days: Day[] }) {
  const top = niceTop(Math.max(...days.map((day) => day.cleared + day.pending)))
  const plotHeight = HEIGHT - TOP - BOTTOM
  const step = (WIDTH - LEFT) / days.length
  return (
    <figure className="earnings-figure">
      <svg className="earnings-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <defs>
          <pattern id="pending-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="earnings-hatch" width="2.4" height="5" />
          </pattern>
        </defs>
        {[0, 1, 2, 3].map((part) => {
          const y = TOP + plotHeight * (1 - part / 3)
          return (
            <g key={part}>
              <line x1={LEFT} x2={WIDTH} y1={y} y2={y} />
              <text x={0} y={y + 5}>
                {Math.round((top * part) / 3).toLocaleString('en')}
              </text>
            </g>
          )
        })}
        {days.map(({ day, cleared, pending }, index) => {
          const x = LEFT + index * step + step * 0.16
          const low = (cleared / top) * plotHeight
          const high = (pending / top) * plotHeight
          return (
            <g key={day}>
              {cleared > 0 && (
                <rect
                  className="earnings-cleared"
                  x={x}
                  y={TOP + plotHeight - low}
                  width={step * 0.68}
                  height={low}
                  rx={3}
                />
              )}
              {pending > 0 && (
                <rect
                  className="earnings-pending"
                  fill="url(#pending-hatch)"
                  x={x}
                  y={TOP + plotHeight - low - high}
                  width={step * 0.68}
                  height={high}
                  rx={3}
                />
              )}
            </g>
          )
        })}
        <text x={LEFT} y={HEIGHT - 6}>
          {showShortDay(days[0]!.day)}
        </text>
        <text x={LEFT + step * 14} y={HEIGHT - 6}>
          {showShortDay(days[14]!.day)}
        </text>
        <text x={WIDTH} y={HEIGHT - 6} textAnchor="end">
          Today
        </text>
      </svg>
      <figcaption className="earnings-legend">
        <span>
          <span className="earnings-key earnings-key-cleared" /> Available or paid
        </span>
        <span>
          <span className="earnings-key earnings-key-pending" /> Pending
        </span>
      </figcaption>
      <ul className="visually-hidden">
        {days.map((day) => (
          <li key={day.day}>{`${showShortDay(day.day)}: ${day.message}`}</li>
        ))}
      </ul>
    </figure>
  )
}

/** Up to three axis steps of 1, 2 or 5 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 0) return 3_000
  const power = 10 ** Math.floor(Math.log10(most / 3))
  return 3 * [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * 3 >= most)!
}
