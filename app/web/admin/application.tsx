import { listDocumentsOf } from '#app/domain/documents/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { dayInKampala } from '#app/domain/identity/age.ts'
import { avatarPath } from '#app/web/picture.ts'
import { applicationReference } from '#app/domain/moderation/application.ts'
import { claimApplication } from '#app/domain/moderation/claim-application.server.ts'
import { canChangeStatus, canDecideApplication, STATUS_CHANGES } from '#app/domain/moderation/policy.ts'
import { findApplicationForReview, type ApplicationDetail } from '#app/domain/moderation/queries.server.ts'
import { to } from '#app/links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { now } from '#app/platform/clock.ts'
import { documentCard, applicationFacts, postCard } from './application-facts.ts'
import { answerReview } from '#app/web/admin/application-decision.server.ts'
import type { ApplicationPage } from './application-page.ts'
import { ApplicationView } from './application-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/application'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:applications.review', POST: 'staff:applications.review' },
  title: 'Creator',
} satisfies RouteHandle

const ASKS = ['changes', 'reject', ...STATUS_CHANGES] as const

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const creator = await findApplicationForReview(actor, params.creatorId)
  if (!creator) throw new Response('Not found', { status: 404 })
  if (creator.application) await claimApplication(actor, { ...creator.application, profileId: creator.id })
  return pageOf(actor, creator, url)
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  return answerReview(request, actor, { creatorId: params.creatorId, address: url.pathname, query: url.searchParams })
}

async function pageOf(actor: Person, creator: ApplicationDetail, url: URL): Promise<ApplicationPage> {
  const at = now()
  const { application } = creator
  const kept = new URLSearchParams(
    ['filter', 'find'].flatMap((name) => {
      const value = url.searchParams.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    }),
  )
  const address = (more: Record<string, string> = {}) => {
    const query = new URLSearchParams([...kept, ...Object.entries(more)]).toString()
    return query ? `${url.pathname}?${query}` : url.pathname
  }
  const documents = application ? await listDocumentsOf(application.id, actor) : []
  const decision = application
    ? canDecideApplication(actor, { profileId: creator.id, state: application.state })
    : { allowed: false as const, reason: 'not_in_review' as const }
  const submittedAt = application?.submittedAt ?? null
  const ask = ASKS.find((known) => known === url.searchParams.get('ask')) ?? null
  const requestedDocument = url.searchParams.get('look')
  const shown = url.searchParams.get('shown')
  return {
    ...applicationFacts(creator, at),
    avatar: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    reference: application && applicationReference(application.id),
    submitted: submittedAt?.toISOString() ?? null,
    today: dayInKampala(at),
    reviewer: actor.email,
    shownAt: showDateTime(at),
    documents: documents.map((document) => documentCard(document, address, at)),
    posts: creator.posts.map((post) => postCard(post, address, at)),
    documentToOpen: documents.some(({ id }) => id === requestedDocument) ? requestedDocument : null,
    shown,
    ask,
    decidable: decision.allowed ? null : decision.reason,
    status: STATUS_CHANGES.filter((change) => canChangeStatus(actor, creator, change).allowed),
    closeHref: `${to.admin.applications}${kept.size > 0 ? `?${kept}` : ''}`,
    here: address(),
    askHref: Object.fromEntries(ASKS.map((one) => [one, address({ ask: one })])) as ApplicationPage['askHref'],
    formAction: address(),
    askAction: ask ? address({ ask }) : address(),
    viewAction: requestedDocument ? address({ look: requestedDocument }) : address(),
  }
}

export default function Application({ loaderData, actionData }: Route.ComponentProps) {
  return <ApplicationView page={loaderData} answer={actionData ?? null} />
}
