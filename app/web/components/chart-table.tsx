import { ColumnHeads } from '#app/ui/table.tsx'

/** So many columns fit a phone; more of them are scrolled, by keys as well. */
const FITTING = 3

type ChartTableProps = { label: string; heads: readonly string[]; rows: readonly (readonly string[])[] }

/** The figures of a chart, for everybody who wants to read them exactly. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  return (
    <details className="chart-table">
      <summary className="link link-target">{label}</summary>
      <div className="chart-table-scroll" tabIndex={heads.length > FITTING ? 0 : undefined}>
        <table aria-label={label}>
          <ColumnHeads heads={heads} />
          <tbody>
            {rows.map(([head, ...cells]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
