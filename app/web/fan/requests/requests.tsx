import { listOwnRequests } from '#app/domain/requests/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { rowOf } from '#app/web/components/request-look.ts'
import { RequestRows } from '#app/web/components/request-view.tsx'
import requestStylesUrl from '#app/web/components/request.css?url'
import { personContext } from '#app/web/context.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { memberPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/requests'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: requestStylesUrl }]

export const handle = memberPage('Custom requests', { shell: 'full', tab: 'profile', backHref: to.profile })

/** A fan's custom requests. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const at = now()
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 30,
    read: (page) => listOwnRequests(person.id, page),
    idOf: (request) => request.id,
    address: (before) => withQuery(to.requests, { before }),
  })
  const rows = shown.map((request) => ({ ...rowOf(request, 'fan', at), href: to.request(request.id) }))
  return { rows, feedHref: to.home, ...hrefs }
}

export default function Requests({ loaderData }: Route.ComponentProps) {
  const { rows, feedHref, ...hrefs } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">Custom requests</h1>
      {rows.length === 0 ? (
        <EmptyState
          compact
          icon="sparkles"
          title="No requests yet"
          action={<LinkButton href={feedHref}>Find a creator</LinkButton>}
        >
          Ask a creator for a photo, a video or a voice message made for you.
        </EmptyState>
      ) : (
        <RequestRows rows={rows} />
      )}
      <OlderLinks what="requests" {...hrefs} />
    </div>
  )
}
