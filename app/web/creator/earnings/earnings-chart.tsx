import { BarChart } from '#app/web/components/bar-chart.tsx'

type Day = { day: string; cleared: number; pending: number; message: string }

/** One bar per day: solid is cleared, hatched is pending. */
export function EarningsChart({ days }: { days: Day[] }) {
  return (
    <figure className="earnings-figure">
      <BarChart
        className="earnings-chart"
        days={days.map(({ day, cleared, pending, message }) => ({
          day,
          bars: [
            { value: cleared, className: 'earnings-cleared' },
            { value: pending, className: 'earnings-pending', fill: 'url(#pending-hatch)' },
          ],
          message,
        }))}
        height={240}
        left={78}
        labels="left"
        steps={3}
        labelOf={(shillings) => shillings.toLocaleString('en')}
        marks={[0, 14]}
        defs={
          <defs>
            <pattern
              id="pending-hatch"
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className="earnings-hatch" width="2.4" height="5" />
            </pattern>
          </defs>
        }
      />
      <figcaption className="earnings-legend">
        <span>
          <span className="earnings-key earnings-key-cleared" /> Available or paid
        </span>
        <span>
          <span className="earnings-key earnings-key-pending" /> Pending
        </span>
      </figcaption>
    </figure>
  )
}
