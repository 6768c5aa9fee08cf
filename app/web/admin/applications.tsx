import { Outlet, useParams } from 'react-router'
import { startOfToday } from '#app/domain/creators/creator.ts'
import { waitingOf } from '#app/domain/moderation/application.ts'
import {
  countApplications,
  type DecidedApplication,
  type ListedApplication,
  listDecisionsSince,
  listApplications,
  APPLICATION_FILTERS,
  type ApplicationFilter,
} from '#app/domain/moderation/queries.server.ts'
import { avatarPath } from '#app/web/picture.ts'
import { to } from '#app/links.ts'
import { showClock } from '#app/platform/dates.ts'
import { now } from '#app/platform/clock.ts'
import peachesStylesUrl from '#app/web/admin/applications.css?url'
import { durationText } from './duration.ts'
import { ApplicationsView, type ApplicationListRow } from './applications-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/applications'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:applications.review' },
  title: 'Peaches',
} satisfies RouteHandle

const DECIDED_TODAY = 10
const MAX_SEARCH_LENGTH = 40

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: peachesStylesUrl }]

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const filter = filterOf(url.searchParams.get('filter'))
  const find = (url.searchParams.get('find') ?? '').replaceAll('\u0000', '').trim().slice(0, MAX_SEARCH_LENGTH)
  const at = now()
  const [creators, counts, decided] = await Promise.all([
    listApplications(filter, find),
    countApplications(),
    listDecisionsSince(startOfToday(at), DECIDED_TODAY),
  ])
  const query = new URLSearchParams({ filter, ...(find ? { find } : {}) }).toString()
  return {
    filter,
    find,
    filters: APPLICATION_FILTERS.map((name) => ({
      name,
      count: counts[name],
      active: name === filter,
      href: `${to.admin.applications}?filter=${name}`,
    })),
    rows: creators.map((creator) => rowOf(creator, at, actor.id, query, params.creatorId ?? null)),
    decided: decided.map((one) => decidedRow(one, query)),
  }
}

function filterOf(value: string | null): ApplicationFilter {
  return APPLICATION_FILTERS.find((known) => known === value) ?? 'pending'
}

function rowOf(
  creator: ListedApplication,
  at: Date,
  viewerId: string,
  query: string,
  open: string | null,
): ApplicationListRow {
  const pending = creator.application === 'in_review' && creator.submittedAt !== null
  const waiting = pending ? waitingOf(creator.submittedAt!, at) : null
  const claim = creator.claimedBy
  return {
    id: creator.creatorId,
    href: `${to.admin.application(creator.creatorId)}?${query}`,
    open: creator.creatorId === open,
    name: creator.displayName,
    about: [creator.username && `@${creator.username}`, creator.city].filter(Boolean).join(', '),
    avatar: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    status: statusOf(creator, waiting?.overdue ?? false),
    waiting: waiting && { text: durationText(waiting.hours), overdue: waiting.overdue },
    claimedBy: claim ? (claim.id === viewerId ? 'You' : claim.name) : null,
    mine: claim?.id === viewerId,
  }
}

function statusOf(creator: ListedApplication, overdue: boolean): ApplicationListRow['status'] {
  if (creator.isBlocked) return { tone: 'danger', icon: 'circle-x', text: 'Blocked' }
  if (creator.accountStatus === 'suspended') return { tone: 'danger', icon: 'circle-x', text: 'Suspended' }
  if (creator.application === 'in_review') {
    if (overdue) return { tone: 'danger', icon: 'clock', text: 'Overdue' }
    return creator.claimedBy
      ? { tone: 'info', icon: 'search', text: 'In review' }
      : { tone: 'warning', icon: 'hourglass', text: 'Pending' }
  }
  if (creator.application === 'changes_requested') return { tone: 'neutral', icon: 'refresh-cw', text: 'To fix' }
  if (creator.verification === 'rejected') return { tone: 'danger', icon: 'circle-x', text: 'Rejected' }
  if (creator.verification === 'in_review') return { tone: 'warning', icon: 'hourglass', text: 'Not submitted' }
  return creator.visible
    ? { tone: 'success', icon: 'circle-check', text: 'Visible' }
    : { tone: 'neutral', icon: 'eye-off', text: 'Hidden, fee not paid' }
}

function decidedRow(one: DecidedApplication, query: string) {
  return {
    id: `${one.applicationId} ${one.at.toISOString()}`,
    href: `${to.admin.application(one.creatorId)}?${query}`,
    name: one.displayName,
    avatar: one.avatarMediaId && avatarPath(one.avatarMediaId),
    by: `${one.by}, ${showClock(one.at)}`,
    decision: one.decision,
    message: one.message,
  }
}

export default function Applications({ loaderData }: Route.ComponentProps) {
  const { creatorId } = useParams()
  return (
    <ApplicationsView {...loaderData} open={creatorId !== undefined}>
      <Outlet />
    </ApplicationsView>
  )
}
