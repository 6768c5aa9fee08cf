import type { ReactNode } from 'react'
import { showDate } from '#app/platform/dates.ts'

type Day = {
  day: string
  /** Shillings from the ground up, each with its class. */
  bars: readonly { value: number; className?: string; fill?: string }[]
  /** What screen readers get in the place of the bar. */
  message: string
}

type BarChartProps = {
  days: readonly Day[]
  className: string
  height: number
  /** Width of the labels of the scale, and where they stand. */
  left: number
  labels: 'left' | 'right'
  /** How many steps the scale has. */
  steps: number
  labelOf: (shillings: number) => string
  /** The days with a label below, by index. */
  marks: readonly number[]
  /** The label below the last one. */
  last?: string
  /** False where a table with the same figures stands beside the chart. */
  list?: boolean
  defs?: ReactNode
}

const WIDTH = 640
const TOP = 14
const BOTTOM = 32

/** Bars of shillings a day. Screen readers get the same figures as a list. */
export function BarChart(props: BarChartProps) {
  const { days, className, height, left, labels, steps, labelOf, marks, last = 'Today', list = true, defs } = props
  const top = niceTop(Math.max(...days.map(({ bars }) => bars.reduce((sum, { value }) => sum + value, 0))), steps)
  const plotHeight = height - TOP - BOTTOM
  const step = (WIDTH - left) / days.length
  return (
    <>
      <svg className={className} viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
        {defs}
        {Array.from({ length: steps + 1 }, (_, part) => {
          const y = TOP + plotHeight * (1 - part / steps)
          return (
            <g key={part}>
              <line x1={left} x2={WIDTH} y1={y} y2={y} />
              <text x={labels === 'left' ? 0 : left - 8} y={y + 4} textAnchor={labels === 'left' ? 'start' : 'end'}>
                {labelOf(Math.round((top * part) / steps))}
              </text>
            </g>
          )
        })}
        {days.map(({ day, bars }, index) => {
          let y = TOP + plotHeight
          return bars.map(({ value, ...look }, bar) => {
            const barHeight = (value / top) * plotHeight
            y -= barHeight
            const x = left + index * step + step * 0.16
            return (
              value > 0 && (
                <rect key={`${day} ${bar}`} {...look} x={x} y={y} width={step * 0.68} height={barHeight} rx={3} />
              )
            )
          })
        })}
        {marks.map((index) => (
          <text key={index} x={left + step * index} y={height - 8}>
            {showDayAndMonth(days[index]?.day)}
          </text>
        ))}
        <text x={WIDTH} y={height - 8} textAnchor="end">
          {last}
        </text>
      </svg>
      {list && (
        <ul className="visually-hidden">
          {days.map(({ day, message }) => (
            <li key={day}>{`${showDayAndMonth(day)}: ${message}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The top of a scale whose steps are 1, 2 or 5 times a power of ten. */
function niceTop(max: number, steps: number): number {
  if (max <= 0) return steps * 1_000
  const power = 10 ** Math.floor(Math.log10(max / steps))
  return steps * [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * steps >= max)!
}

/** "23 Nov": a day below a chart or in a table, without its year. */
export function showDayAndMonth(day: string | undefined): string {
  return day ? showDate(new Date(`${day}T12:00:00Z`)).replace(/ \d{4}$/, '') : ''
}
