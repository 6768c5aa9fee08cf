import { useParams } from 'react-router'
import { formatMoney } from '#app/domain/money/money.ts'
import { differenceText } from '#app/domain/reconciliation/difference.ts'
import { countDifferences, listDifferences, listRuns, type Run } from '#app/domain/reconciliation/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { loadQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { MoneyRow } from '#app/web/admin/review-queue/rows.tsx'
import { Stat } from '#app/web/admin/stat.tsx'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { accountName, amountOf, moneyOf } from '../money-texts.ts'
import { DIFFERENCES, STATES } from './texts.ts'
import type { Route } from './+types/reconciliation'

export const handle = staffPage('Reconciliation', 'reconciliation.view')

export async function loader({ url, params }: Route.LoaderArgs) {
  const counts = countDifferences()
  const [page, gateway, audit, { unexplained }] = await Promise.all([
    loadQueue(DIFFERENCES, url, params.differenceId, {
      list: listDifferences,
      count: () => counts,
      row: (one) => ({
        title: differenceText(one.kind).title,
        about: `${one.description} · ${showDateTime(one.firstSeenAt)}`,
        amount: amountOf(one),
        status: STATES[one.state],
      }),
    }),
    listRuns('gateway', 1),
    listRuns('audit', 1),
    counts,
  ])
  const sums = unexplained.filter((sum) => sum.amountMinor !== 0n)
  return {
    page,
    unexplained: sums.map((sum) => formatMoney(moneyOf(sum.amountMinor, sum.currency))).join(', ') || 'UGX\u00a00',
    runs: [runTile(gateway[0], 'Gateway lists'), runTile(audit[0], 'Our books')],
  }
}

function runTile(run: Run | undefined, what: string) {
  const at = run?.finishedAt ?? run?.startedAt
  return {
    what,
    at: at ? { shown: showDateTime(at), machine: at.toISOString() } : null,
    failure: run ? (run.failure ?? (run.finishedAt ? null : 'not finished')) : null,
    counts: Object.entries(run?.counts ?? {})
      .map(([name, count]) => `${accountName(name)} ${count.toLocaleString('en-GB')}`)
      .join(', '),
  }
}

/** Differences between our books and the gateway's: the latest checks, and the differences; the open one is beside the list. */
export default function Reconciliation({ loaderData: { page, unexplained, runs } }: Route.ComponentProps) {
  const { differenceId } = useParams()
  return (
    <ReviewQueue
      queue={DIFFERENCES}
      page={page}
      open={differenceId !== undefined}
      note="Compared with the gateway every hour. All times Kampala (EAT)."
      actions={<LinkButton href={toAdmin.correctionProposal}>Manual entry...</LinkButton>}
      above={
        <ul className="admin-stats earnings-looks">
          <Stat label="Unexplained" value={unexplained} note="Gateway minus our books, open differences" />
          {runs.map(({ what, at, failure, counts }) => (
            <Stat
              key={what}
              label={what}
              value={{ text: at ? <time dateTime={at.machine}>{at.shown}</time> : 'Not checked yet' }}
              note={failure ? <span className="text-danger">Failed: {failure}</span> : counts}
            />
          ))}
        </ul>
      }
      renderRow={(row) => <MoneyRow row={row} />}
    />
  )
}
