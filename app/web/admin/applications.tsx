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
import { avatarPath } from '#app/domain/media/picture.ts'
import { showHour } from '#app/domain/payments/show-time.ts'
import { now } from '#app/platform/clock.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import peachesStylesUrl from '#app/web/styles/admin-applications.css?url'
import { ApplicationsView, type ApplicationListRow } from './applications-view.tsx'
import type { Route } from './+types/applications'

const DECIDED_TODAY = 10
const LONGEST_SEARCH = 40

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: peachesStylesUrl }]

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Peaches', matches)

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = requireStaff(context, 'applications.review')
  const filter = filterOf(url.searchParams.get('filter'))
  const find = (url.searchParams.get('find') ?? '').replaceAll('\u0000', '').trim().slice(0, LONGEST_SEARCH)
  const at = now()
  const [peaches, counts, decided] = await Promise.all([
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
      href: `/admin/peaches?filter=${name}`,
    })),
    rows: peaches.map((peach) => rowOf(peach, at, actor.id, query, params.creatorId ?? null)),
    decided: decided.map((one) => decidedRow(one, query)),
  }
}

function filterOf(word: string | null): ApplicationFilter {
  return APPLICATION_FILTERS.find((known) => known === word) ?? 'pending'
}

function rowOf(
  peach: ListedApplication,
  at: Date,
  viewerId: string,
  query: string,
  open: string | null,
): ApplicationListRow {
  const pending = peach.application === 'in_review' && peach.submittedAt !== null
  const waiting = pending ? waitingOf(peach.submittedAt!, at) : null
  const claim = peach.claimedBy
  return {
    id: peach.creatorId,
    href: `/admin/peaches/${peach.creatorId}?${query}`,
    open: peach.creatorId === open,
    name: peach.displayName,
    about: [peach.username && `@${peach.username}`, peach.city].filter(Boolean).join(', '),
    avatar: peach.avatarMediaId && avatarPath(peach.avatarMediaId),
    status: statusOf(peach, waiting?.overdue ?? false),
    waiting: waiting && { text: waiting.text, overdue: waiting.overdue },
    claimedBy: claim ? (claim.id === viewerId ? 'You' : claim.name) : null,
    mine: claim?.id === viewerId,
  }
}

function statusOf(peach: ListedApplication, overdue: boolean): ApplicationListRow['status'] {
  if (peach.isBlocked) return { tone: 'danger', icon: 'circle-x', text: 'Blocked' }
  if (peach.accountStatus === 'suspended') return { tone: 'danger', icon: 'circle-x', text: 'Suspended' }
  if (peach.application === 'in_review') {
    if (overdue) return { tone: 'danger', icon: 'clock', text: 'Overdue' }
    return peach.claimedBy
      ? { tone: 'info', icon: 'search', text: 'Review' }
      : { tone: 'warning', icon: 'hourglass', text: 'Pending' }
  }
  if (peach.application === 'changes_requested') return { tone: 'neutral', icon: 'refresh-cw', text: 'To fix' }
  if (peach.verification === 'rejected') return { tone: 'danger', icon: 'circle-x', text: 'Rejected' }
  if (peach.verification === 'in_review') return { tone: 'warning', icon: 'hourglass', text: 'Not sent yet' }
  return peach.visible
    ? { tone: 'success', icon: 'circle-check', text: 'Visible' }
    : { tone: 'neutral', icon: 'eye-off', text: 'Hidden by fee' }
}

function decidedRow(one: DecidedApplication, query: string) {
  return {
    id: `${one.applicationId} ${one.at.toISOString()}`,
    href: `/admin/peaches/${one.creatorId}?${query}`,
    name: one.displayName,
    avatar: one.avatarMediaId && avatarPath(one.avatarMediaId),
    by: `${one.by}, ${showHour(one.at)}`,
    decision: one.decision,
    message: one.message,
  }
}

export default function Peaches({ loaderData }: Route.ComponentProps) {
  const { creatorId } = useParams()
  return (
    <ApplicationsView {...loaderData} open={creatorId !== undefined}>
      <Outlet />
    </ApplicationsView>
  )
}
