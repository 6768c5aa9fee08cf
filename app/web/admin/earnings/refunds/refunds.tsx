import { Outlet, useParams } from 'react-router'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { countOpenChargebacks } from '#app/domain/refunds/chargeback-queries.server.ts'
import { countRefunds, listRefunds } from '#app/domain/refunds/queries.server.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import refundsStylesUrl from '#app/web/admin/earnings/refunds/refunds.css?url'
import { queueAddress, queuePage, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { ReturnRow } from './return-row.tsx'
import { REASONS, REFUNDS, STATES } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/refunds'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.view' },
  title: 'Refunds',
} satisfies RouteHandle

const PAGE_SIZE = 50

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: refundsStylesUrl }]

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const query = readQueue(REFUNDS, url)
  const [refunds, counts, chargebacks] = await Promise.all([
    listRefunds({ ...query, limit: PAGE_SIZE + 1 }),
    countRefunds(),
    hasPermission(actor, 'refunds.decide') ? countOpenChargebacks() : null,
  ])
  const rows = refunds.map((refund) => ({
    id: refund.id,
    href: queueAddress(REFUNDS, query, to.admin.refund(refund.id)),
    open: refund.id === params.refundId,
    title: refund.productName,
    about: `${refund.buyer} · ${REASONS[refund.reason]} · ${showDate(refund.askedAt)}`,
    amount: formatMoney(refund.amount),
    state: STATES[refund.state],
  }))
  return {
    ...queuePage(REFUNDS, query, { counts, rows, size: PAGE_SIZE }),
    // Null for roles that can't see them.
    chargebacks,
    askHref: queueAddress(REFUNDS, query, to.admin.refundRequest),
  }
}

/** The refunds by status; the open one is beside the list. */
export default function Refunds({ loaderData: page }: Route.ComponentProps) {
  const { refundId } = useParams()
  return (
    <>
      <ReviewQueue
        title="Refunds"
        note="Refunds are sent within 24-48 hours"
        actions={
          <>
            {page.chargebacks !== null && (
              <LinkButton href={to.admin.chargebacks} icon="flag">
                Chargebacks <span className="filter-count">{page.chargebacks}</span>
              </LinkButton>
            )}
            <LinkButton href={page.askHref}>Request refund…</LinkButton>
          </>
        }
        page={page}
        chipsLabel="Which refunds"
        search="Find a refund"
        empty={{
          icon: 'hand-coins',
          title: page.find ? 'No refunds match' : 'No refunds here',
          text: page.find
            ? 'Try a part of the name, or the whole payment reference.'
            : page.filter === 'open'
              ? 'All requests are decided.'
              : 'No refund has this status now.',
        }}
        renderRow={(row) => <ReturnRow row={row} state={row.state} />}
        panel={refundId === undefined ? null : <Outlet />}
      />
      {refundId === undefined && <Outlet />}
    </>
  )
}
