import {
  countReceivedRequests,
  listReceivedRequests,
  REQUEST_FILTERS,
  type RequestFilter,
} from '#app/domain/requests/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Chip, FilterChip, FilterChips } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { rowOf } from '#app/web/components/request-look.ts'
import { RequestRows } from '#app/web/components/request-view.tsx'
import requestStylesUrl from '#app/web/components/request.css?url'
import { personContext } from '#app/web/context.server.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { keysetPage } from '#app/web/keyset.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/requests'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: requestStylesUrl }]

export const handle = creatorPage('Custom requests', { shell: 'full', tab: 'home', backHref: to.dashboard })

const NAMES: Readonly<Record<RequestFilter, string>> = { new: 'To answer', accepted: 'To deliver', closed: 'Closed' }

/** What a creator's fans asked for, with the clock of each step. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const filter = REQUEST_FILTERS.find((known) => known === url.searchParams.get('show')) ?? null
  const at = now()
  const address = (show: RequestFilter | null, before?: string) =>
    withQuery(toDashboard.receivedRequests, { show, before })
  const [counts, { shown, ...hrefs }] = await Promise.all([
    countReceivedRequests(person.id),
    keysetPage(url, {
      limit: 30,
      read: (page) => listReceivedRequests(person.id, filter, page),
      idOf: (request) => request.id,
      address: (before) => address(filter, before),
    }),
  ])
  return {
    rows: shown.map((request) => ({ ...rowOf(request, 'creator', at), href: toDashboard.receivedRequest(request.id) })),
    fresh: counts.toAnswer,
    filters: [
      { label: 'All', href: address(null), active: filter === null },
      ...REQUEST_FILTERS.map((show) => ({ label: NAMES[show], href: address(show), active: filter === show })),
    ],
    filtered: filter !== null,
    ...hrefs,
  }
}

export default function Requests({ loaderData }: Route.ComponentProps) {
  const { rows, fresh, filters, filtered, ...hrefs } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="requests" />
      <div className="row row-between">
        <h1 className="text-h1">Custom requests</h1>
        {fresh > 0 && <Chip tone="accent">{`${fresh} new`}</Chip>}
      </div>
      <FilterChips label="Which requests">
        {filters.map(({ label, ...chip }) => (
          <FilterChip key={label} {...chip}>
            {label}
          </FilterChip>
        ))}
      </FilterChips>
      {rows.length > 0 ? (
        <RequestRows rows={rows} />
      ) : (
        <EmptyState compact icon="sparkles" title={filtered ? 'None of these' : 'No requests yet'}>
          {filtered ? 'Choose another filter.' : 'Fans with access to your page ask you from there.'}
        </EmptyState>
      )}
      <OlderLinks what="requests" {...hrefs} />
      <LinkButton wide icon="sliders-horizontal" href={toDashboard.requestPrices}>
        What you take, and your prices
      </LinkButton>
    </div>
  )
}
