import { useMatch } from 'react-router'
import { countCorrections, listCorrections } from '#app/domain/reconciliation/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { loadQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { MoneyRow } from '#app/web/admin/review-queue/rows.tsx'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { correctionLine, CORRECTIONS, STATES } from './texts.ts'
import type { Route } from './+types/corrections'

export const handle = staffPage('Manual entries', 'reconciliation.view')

export function loader({ url, params }: Route.LoaderArgs) {
  return loadQueue(CORRECTIONS, url, params.correctionId, {
    list: listCorrections,
    count: countCorrections,
    row: (one) => ({
      ...correctionLine(one),
      about: `${one.reason} · ${one.proposedBy}, ${showDateTime(one.proposedAt)}`,
      status: STATES[one.state],
    }),
  })
}

/** Manual entries, those that wait for a second person first; the open one, or the form for a new one, is beside the list. */
export default function Corrections({ loaderData: page }: Route.ComponentProps) {
  const alone = useMatch(CORRECTIONS.path) !== null
  return (
    <ReviewQueue
      queue={CORRECTIONS}
      page={page}
      open={!alone}
      note="Nothing is booked until a second person posts it."
      actions={<LinkButton href={toAdmin.correctionProposal}>Manual entry...</LinkButton>}
      renderRow={(row) => <MoneyRow row={row} />}
    />
  )
}
