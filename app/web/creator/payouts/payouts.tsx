import { z } from 'zod'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { FilterChip, FilterChips, StatusChip } from '#app/ui/chip.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { maskedAccount } from '#app/domain/payouts/account.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { listReleased } from '#app/domain/earnings/queries.server.ts'
import type { PayoutView } from '#app/domain/payouts/payout.ts'
import { findLastPayoutAt, findNextPayout, findPayoutAccount, listPayouts } from '#app/domain/payouts/queries.server.ts'
import { findShortReferences } from '#app/domain/purchases/find-short-references.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { SCHEDULED } from '#app/web/components/payout-chip.ts'
import { parseForm } from '#app/web/forms.server.ts'
import payoutStylesUrl from '#app/web/creator/payouts/payouts.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { Section } from '#app/ui/section.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { keysetPage } from '#app/web/keyset.ts'
import { nextPayoutCard, payoutRow, saleRow } from './payout-rows.ts'
import { SaleRows } from './sale-rows.tsx'
import { personContext } from '#app/web/context.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/payouts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: payoutStylesUrl }]
export const handle = creatorForm('Payouts', { shell: 'full', tab: 'earnings', backHref: to.earnings })

/** A creator's payouts: the next one, and the status of each past one. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const view = viewOf(url)
  const [payouts, account, next, available] = await Promise.all([
    view === 'available' ? [] : listPayouts(person.id, undefined, view),
    findPayoutAccount(person.id),
    findNextPayout(person.id),
    view === 'available' ? loadAvailable(person.id, url) : null,
  ])
  const rows = payouts.map(payoutRow)
  return {
    rows,
    view,
    available,
    next: nextPayoutCard(next, account, now()),
    account: account && maskedAccount(account),
    asked: rows.find((row) => row.id === url.searchParams.get('cancel') && row.cancelHref !== null) ?? null,
  }
}

type View = PayoutView | 'available' | null

function viewOf(url: URL): View {
  const asked = url.searchParams.get('show')
  return VIEWS.find(({ view }) => view === asked)?.view ?? null
}

const VIEWS: readonly { view: View; label: string; heading: string }[] = [
  { view: null, label: 'All', heading: 'All payouts' },
  { view: 'available', label: 'Available', heading: 'Cleared for the next payout, after our fee' },
  { view: 'on_its_way', label: 'On its way', heading: 'On its way to you' },
  { view: 'paid', label: 'Paid', heading: 'Paid to you' },
]

/** What cleared since the last payout: with what was left, it is the next one. */
async function loadAvailable(creatorId: string, url: URL) {
  const span = { after: await findLastPayoutAt(creatorId), until: now() }
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 50,
    read: (page) => listReleased(creatorId, span, page),
    idOf: (earning) => earning.id,
    address: (before) => withQuery(to.payouts, { show: 'available', before }),
  })
  const references = await findShortReferences(shown)
  return { sales: shown.map((earning) => saleRow(earning, references.get(earning.causeId))), ...hrefs }
}

const CancelForm = z.object({ payout: z.string().max(60) })

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, CancelForm)
  if (!form.ok) throw new Response('This form could not be read.', { status: 400 })
  const cancelled = await cancelPayout(person, form.value.payout)
  if (cancelled.ok)
    return redirectWithToast(to.payouts, {
      title: 'Payout cancelled',
      description: 'The whole amount is back in your available earnings.',
    })
  if (cancelled.refusal.kind === 'not_there') notFound()
  return redirectWithToast(to.payouts, {
    title: 'Not cancelled',
    description: 'It was already sent. Its current status is below.',
    tone: 'error',
  })
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { rows, next, account, asked, view, available } = loaderData
  const { heading } = VIEWS.find((one) => one.view === view)!
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="earnings" />
      <div className="row row-between row-wrap">
        <h1 className="text-h1">Payouts</h1>
        <LinkButton size="small" href={toDashboard.payoutAccount} icon="smartphone">
          {account ?? 'Payout account'}
        </LinkButton>
      </div>
      <NextPayout next={next} />
      <FilterChips label="Your money" wrap="always">
        {VIEWS.map((one) => (
          <FilterChip key={one.label} href={withQuery(to.payouts, { show: one.view ?? '' })} active={one.view === view}>
            {one.label}
          </FilterChip>
        ))}
      </FilterChips>
      {available && <Available heading={heading} available={available} sum={next.available} />}
      {!available && (
        <Card as="section" aria-labelledby="payouts">
          <h2 className="text-h2 payout-heading" id="payouts">
            {heading}
          </h2>
          {rows.length === 0 && view !== null ? (
            <p className="payout-heading text-muted">
              {view === 'paid' ? 'Nothing was paid yet.' : 'Nothing is on its way.'}
            </p>
          ) : rows.length === 0 ? (
            <EmptyState icon="wallet" title="No payout yet" compact>
              We pay your available balance every Friday at 09:00 EAT. Minimum payout {next.minimum}.
            </EmptyState>
          ) : (
            <ul className="card-rows">
              {rows.map((row) => (
                <PayoutItem key={row.id} row={row} />
              ))}
            </ul>
          )}
        </Card>
      )}
      <p className="text-muted">
        You receive the amount shown. You pay your network’s charges and the 0.5% withdrawal levy.
      </p>
      {asked && <CancelDialog row={asked} />}
    </div>
  )
}

type Page = Route.ComponentProps['loaderData']

function Available({
  heading,
  available,
  sum,
}: {
  heading: string
  available: NonNullable<Page['available']>
  sum: string
}) {
  const { sales, newestHref, olderHref } = available
  return (
    <>
      <Section id="available" gap="stack-8" title={heading}>
        <p className="text-muted">{`${sum} is available. What was left before, refunds and fees paid from earnings are in that sum, too.`}</p>
        {sales.length === 0 ? (
          <p className="text-muted">Nothing has cleared since the last payout.</p>
        ) : (
          <SaleRows sales={sales} />
        )}
      </Section>
      <OlderLinks what="sales" newestHref={newestHref} olderHref={olderHref} />
    </>
  )
}

function NextPayout({ next }: { next: Page['next'] }) {
  return (
    <Card rows>
      <ListRow
        leading={<Glyph icon="calendar-days" tone="neutral" />}
        title={next.waits ? `${next.available} available` : `Next payout ${next.day}`}
        meta={
          next.waits
            ? 'We pay every Friday at 09:00 EAT'
            : next.net === null
              ? `${next.available} available. Minimum payout ${next.minimum}.`
              : next.sum
        }
        trailing={
          !next.waits &&
          next.net && (
            <span className="stack stack-4 payout-end">
              <span className="money text-h3" translate="no">
                {next.net}
              </span>
              <StatusChip status={SCHEDULED} small />
            </span>
          )
        }
      />
      {next.kept && (
        <ListRow
          href={to.creatorFee}
          leading={<Glyph icon="eye" tone="neutral" />}
          title={next.kept}
          meta="You can also pay the fee another way."
        />
      )}
      {next.waits && (
        <ListRow
          href={toDashboard.payoutAccount}
          leading={<Glyph icon="triangle-exclamation-point" tone="warning" />}
          title={next.waits}
        />
      )}
    </Card>
  )
}

function PayoutItem({ row }: { row: Page['rows'][number] }) {
  return (
    <li className="payout-item">
      <div className="stack stack-4">
        <p className="text-h3">
          <a className="link link-target" href={toDashboard.payout(row.id)}>
            {row.day}
          </a>
        </p>
        <p className="text-muted">{row.note}</p>
        <p className="text-caption">{`${row.number}: ${row.sum}`}</p>
        {row.cancelHref && (
          <p>
            <a className="link link-target" href={row.cancelHref}>
              Cancel this payout
            </a>
          </p>
        )}
      </div>
      <div className="stack stack-4 payout-end">
        <span className="money text-h3" translate="no">
          {row.net}
        </span>
        <StatusChip status={row.chip} small />
      </div>
    </li>
  )
}

function CancelDialog({ row }: { row: Page['rows'][number] }) {
  return (
    <Dialog
      title={`Cancel ${row.number}?`}
      description="The whole amount returns to your available earnings. We pay it on the next Friday."
      closeHref={to.payouts}
    >
      <form method="post" action={to.payouts} className="payout-acts">
        <input type="hidden" name="payout" value={row.id} />
        <LinkButton href={to.payouts}>Keep it</LinkButton>
        <Button variant="danger">{`Cancel ${row.net}`}</Button>
      </form>
    </Dialog>
  )
}
