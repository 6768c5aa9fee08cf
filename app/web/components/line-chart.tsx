import { showDayAndMonth } from './bar-chart.tsx'

type LineChartProps = { points: readonly { day: string; value: number }[]; className: string }

const WIDTH = 640
const HEIGHT = 160
const TOP = 14
const BOTTOM = 32
const LEFT = 70

/** A count by day as a line, from the least to the most of it. The figures stand in a table beside it. */
export function LineChart({ points, className }: LineChartProps) {
  const values = points.map(({ value }) => value)
  const least = Math.min(...values)
  // A line without a change is at the bottom of its chart.
  const most = Math.max(...values, least + 1)
  const plotHeight = HEIGHT - TOP - BOTTOM
  const x = (index: number) => LEFT + ((WIDTH - LEFT) * index) / Math.max(points.length - 1, 1)
  const y = (value: number) => TOP + plotHeight * (1 - (value - least) / (most - least))
  const line = points.map(({ value }, index) => `${round(x(index))},${round(y(value))}`).join(' ')
  return (
    <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {[least, most].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
          <text x={0} y={y(value) + 4}>
            {value.toLocaleString('en')}
          </text>
        </g>
      ))}
      <polygon points={`${LEFT},${TOP + plotHeight} ${line} ${WIDTH},${TOP + plotHeight}`} />
      <polyline points={line} />
      <text x={LEFT} y={HEIGHT - 8}>
        {showDayAndMonth(points[0]?.day)}
      </text>
      <text x={WIDTH} y={HEIGHT - 8} textAnchor="end">
        Today
      </text>
    </svg>
  )
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
