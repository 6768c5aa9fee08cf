import type { EarningSource } from '#app/domain/earnings/earning.ts'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { joinClasses } from '#app/ui/join-classes.ts'
import { ProgressBar } from '#app/ui/progress.tsx'
import { Section } from '#app/ui/section.tsx'
import { ColumnHeads } from '#app/ui/table.tsx'
import type { EarningsBoard } from '#app/web/creator/earnings/board.server.ts'

const ICONS: Record<EarningSource, IconName> = {
  subscription: 'users',
  message: 'message-circle',
  unlock: 'lock-open',
  call: 'video',
  tip: 'hand-coins',
  pass_share: 'ticket',
  booking: 'calendar-days',
  custom_request: 'sparkles',
  live: 'radio',
}

/** By source: bars on a phone, a table with gross, fee and net on a wide screen. */
export function EarningsSources({ board }: { board: EarningsBoard }) {
  const { sources, totals } = board
  if (sources.length === 0)
    return (
      <Section card gap="stack-8" id="sources-heading" title="By source">
        <p className="text-secondary">
          No earnings in the last 30 days. Unlocks, tips, subscriptions and your share of passes appear here.
        </p>
      </Section>
    )
  return (
    <>
      <div className="phone-only">
        <Card padded as="section" aria-labelledby="sources-heading" className="stack stack-16">
          <div className="row row-between">
            <h2 className="text-h2" id="sources-heading">
              By source
            </h2>
            <span className="text-muted">30 days, net</span>
          </div>
          {sources.map((source) => (
            <div className="earnings-source" key={source.source}>
              <Icon name={ICONS[source.source]} size={24} />
              <p className="grow">
                <b>{source.message}</b> <span className="text-muted">{source.count}</span>
              </p>
              <p className="money text-strong" translate="no">
                {source.netText}
              </p>
              <ProgressBar
                className="earnings-bar"
                label={`${source.message}: ${source.netText}`}
                value={source.percent}
              />
            </div>
          ))}
          <dl className="earnings-totals">
            <Total message="Gross" amount={totals.grossText} />
            <Total message="Platform fee" amount={totals.feeText} />
            <Total message="Net" amount={totals.netText} strong />
          </dl>
          <ReversedLines amount={totals.reversed} inside />
        </Card>
      </div>
      <div className="wide-only">
        <Card as="section" aria-label="By source">
          <SourceTable board={board} />
          <ReversedLines amount={totals.reversed} />
        </Card>
      </div>
    </>
  )
}

function SourceTable({ board: { sources, totals } }: { board: EarningsBoard }) {
  return (
    <table className="earnings-table">
      <ColumnHeads heads={['Source', 'Count', 'Gross', 'Fee', 'Net']} />
      <tbody>
        {sources.map((source) => (
          <tr key={source.source}>
            <th scope="row">
              <span className="row">
                <Icon name={ICONS[source.source]} size={20} />
                {source.message}
              </span>
            </th>
            <td>{source.count}</td>
            <td>{source.gross}</td>
            <td>{source.fee}</td>
            <td className="text-strong earnings-net">{source.net}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total, UGX
          </th>
          <td>{totals.gross}</td>
          <td>{totals.fee}</td>
          <td>{totals.net}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Total({ message, amount, strong = false }: { message: string; amount: string; strong?: boolean }) {
  return (
    <div className={strong ? 'row row-between text-strong' : 'row row-between'}>
      <dt>{message}</dt>
      <dd className="money" translate="no">
        {amount}
      </dd>
    </div>
  )
}

function ReversedLines({ amount, inside = false }: { amount: string | null; inside?: boolean }) {
  if (amount === null) return null
  return (
    <p className={joinClasses('text-muted', !inside && 'earnings-taken')}>{`Refunds in these 30 days: ${amount}.`}</p>
  )
}
