import { listReleased, sumReleased } from '#app/domain/earnings/queries.server.ts'
import { findOwnPayout, type ListedPayout } from '#app/domain/payouts/queries.server.ts'
import { findShortReferences } from '#app/domain/purchases/find-short-references.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { signed } from '#app/web/creator/earnings/amounts.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import { payoutRow, saleRow } from './payout-rows.ts'
import { SaleRows } from './sale-rows.tsx'
import type { Route } from './+types/payout'

export const handle = creatorPage('Payout', { shell: 'focused', backHref: to.payouts })

/** One payout of the signed-in creator: what it was made of. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const payout = orNotFound(isId(params.payoutId) ? await findOwnPayout(creator.id, params.payoutId) : null)
  const span = { after: payout.previousAt, until: payout.createdAt }
  const [soldMinor, { shown, ...hrefs }] = await Promise.all([
    sumReleased(creator.id, span),
    keysetPage(url, {
      limit: 50,
      read: (page) => listReleased(creator.id, span, page),
      idOf: (earning) => earning.id,
      address: (before) => withQuery(toDashboard.payout(payout.id), { before }),
    }),
  ])
  const references = await findShortReferences(shown)
  const { number, net, chip, note } = payoutRow(payout)
  return {
    number,
    net,
    chip,
    note,
    sums: sumsOf(payout, soldMinor),
    sales: shown.map((earning) => saleRow(earning, references.get(earning.causeId))),
    ...hrefs,
  }
}

type Paid = ListedPayout & { runGrossMinor: bigint }

/** From the sales to what arrives. A run that is sent in parts shows the sales of all parts. */
function sumsOf(payout: Paid, soldMinor: bigint) {
  const restMinor = payout.runGrossMinor - soldMinor
  const otherPartsMinor = payout.runGrossMinor - payout.grossMinor
  const rows = [
    { label: 'Sales that cleared', minor: soldMinor },
    { label: 'Left from before, less refunds and fees paid from earnings', minor: restMinor },
    { label: 'Sent in other parts of this payout', minor: -otherPartsMinor },
    { label: 'Payout fee', minor: -payout.feeMinor },
    { label: 'Tax withheld', minor: -payout.taxMinor },
  ]
  return rows.filter(({ minor }) => minor !== 0n).map(({ label, minor }) => ({ label, value: signed(minor) }))
}

export default function Payout({ loaderData: page }: Route.ComponentProps) {
  const { sales, newestHref, olderHref } = page
  return (
    <div className="container container-narrow stack stack-16">
      <div className="row row-between row-wrap">
        <h1 className="text-h1">{page.number}</h1>
        <StatusChip status={page.chip} />
      </div>
      <p className="text-secondary">{page.note}</p>
      <Card padded>
        <Receipt rows={page.sums} total={{ label: 'You receive', value: page.net }} />
      </Card>
      <Section id="sales" gap="stack-8" title="Sales that cleared for it, after our fee">
        {sales.length === 0 ? (
          <p className="text-muted">None since the payout before: it was made of what was left.</p>
        ) : (
          <SaleRows sales={sales} />
        )}
      </Section>
      <OlderLinks what="sales" newestHref={newestHref} olderHref={olderHref} />
    </div>
  )
}
