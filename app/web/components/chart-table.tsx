import { joinClasses } from '#app/ui/join-classes.ts'
import { ColumnHeads } from '#app/ui/table.tsx'

/** So many columns fit a phone; where there are more, each figure has a line of its own there. */
const FITTING = 3

type ChartTableProps = { label: string; heads: readonly string[]; rows: readonly (readonly string[])[] }

/** The figures of a chart, for everybody who wants to read them exactly. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  return (
    <details className="chart-table">
      <summary className="link link-target">{label}</summary>
      <table aria-label={label} className={joinClasses(heads.length > FITTING && 'chart-table-wide')}>
        <ColumnHeads heads={heads} />
        <tbody>
          {rows.map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td key={heads[index + 1]} data-head={heads[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
