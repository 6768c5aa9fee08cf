import { useParams } from 'react-router'
import { startOfToday } from '#app/domain/creators/creator.ts'
import { avatarPath } from '#app/web/picture.ts'
import { waitingOf } from '#app/domain/moderation/application.ts'
import {
  countApplications,
  type ListedApplication,
  listApplications,
  listDecisionsSince,
} from '#app/domain/moderation/queries.server.ts'
import { to } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock } from '#app/platform/dates.ts'
import applicationsStylesUrl from '#app/web/admin/applications/applications.css?url'
import { durationText } from '#app/web/admin/duration.ts'
import { loadQueue, queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import type { Status } from '#app/web/admin/review-queue/rows.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { ApplicationsView } from './applications-view.tsx'
import { APPLICATIONS } from './texts.ts'
import type { Route } from './+types/applications'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:applications.review' },
  title: 'Peaches',
} satisfies RouteHandle

const DECIDED_TODAY = 10

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: applicationsStylesUrl }]

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const at = now()
  const query = readQueue(APPLICATIONS, url)
  const [page, decided] = await Promise.all([
    loadQueue(APPLICATIONS, url, params.creatorId, {
      list: async (listing) => (await listApplications(listing)).map((one) => ({ ...one, id: one.creatorId })),
      count: countApplications,
      row: (creator) => applicationRow(creator, at, actor.id),
    }),
    listDecisionsSince(startOfToday(at), DECIDED_TODAY),
  ])
  return {
    page,
    decided: decided.map((one) => ({
      id: `${one.applicationId} ${one.at.toISOString()}`,
      href: queueAddress(APPLICATIONS, query, to.admin.application(one.creatorId)),
      name: one.displayName,
      avatar: one.avatarMediaId && avatarPath(one.avatarMediaId),
      by: `${one.by}, ${showClock(one.at)}`,
      decision: one.decision,
    })),
  }
}

function applicationRow(creator: ListedApplication, at: Date, viewerId: string) {
  const pending = creator.application === 'in_review' && creator.submittedAt !== null
  const waiting = pending ? waitingOf(creator.submittedAt!, at) : null
  const claim = creator.claimedBy
  return {
    name: creator.displayName,
    about: [creator.username && `@${creator.username}`, creator.city].filter(Boolean).join(', '),
    avatar: creator.avatarMediaId && avatarPath(creator.avatarMediaId),
    status: statusOf(creator, waiting?.overdue ?? false),
    waiting: waiting && { text: durationText(waiting.hours), overdue: waiting.overdue },
    claimedBy: claim ? (claim.id === viewerId ? 'You' : claim.name) : null,
  }
}

function statusOf(creator: ListedApplication, overdue: boolean): Status {
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

export default function Applications({ loaderData }: Route.ComponentProps) {
  const { creatorId } = useParams()
  return <ApplicationsView {...loaderData} open={creatorId !== undefined} />
}
