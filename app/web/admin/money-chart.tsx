import { BarChart } from '#app/web/components/bar-chart.tsx'

type Day = { day: string; shillings: number; message: string }

/** Money in a day, for the team. */
export function MoneyChart({ days }: { days: readonly Day[] }) {
  return (
    <figure>
      <BarChart
        className="admin-chart"
        days={days.map(({ shillings, ...day }) => ({ ...day, bars: [{ value: shillings }] }))}
        height={220}
        left={64}
        labels="right"
        steps={2}
        labelOf={shortAmount}
        marks={[0]}
      />
    </figure>
  )
}

function shortAmount(shillings: number): string {
  if (shillings >= 1_000_000) return `${shillings / 1_000_000} m`
  return shillings >= 1_000 ? `${shillings / 1_000} k` : String(shillings)
}
