import { useParams } from 'react-router'
import { startOfToday } from '#app/domain/creators/creator.ts'
import { waitingOf } from '#app/domain/moderation/application.ts'
import {
  countApplications,
  type ListedApplication,
  listApplications,
  listDecisionsSince,
} from '#app/domain/moderation/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { showClock } from '#app/platform/dates.ts'
import { Card } from '#app/ui/card.tsx'
import { type Status, StatusChip } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { Section } from '#app/ui/section.tsx'
import applicationsStylesUrl from '#app/web/admin/applications/applications.css?url'
import { durationText } from '#app/web/admin/duration.ts'
import { loadQueue, queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { PersonRow } from '#app/web/admin/review-queue/rows.tsx'
import { personContext } from '#app/web/context.server.ts'
import { avatarPath } from '#app/web/picture.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { APPLICATIONS, DECIDED, HEADINGS } from './texts.ts'
import type { Route } from './+types/applications'

export const handle = staffPage('Peaches', 'applications.review')

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
      href: queueAddress(APPLICATIONS, query, toAdmin.application(one.creatorId)),
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

type Page = Route.ComponentProps['loaderData']

/** The creator list for reviewers: filters, waiting times, today's decisions, and the open creator. */
export default function Applications({ loaderData: { page, decided } }: Route.ComponentProps) {
  const { creatorId } = useParams()
  return (
    <ReviewQueue
      queue={APPLICATIONS}
      page={page}
      open={creatorId !== undefined}
      title={HEADINGS[page.filter]}
      note="Usually decided within 1 hour, at most 48 hours"
      head={
        <div className="work-row work-row-head application-row" aria-hidden="true">
          <span>Creator</span>
          <span>Status</span>
          <span className="application-waiting">Waiting</span>
          <span className="work-row-wide application-claim">Claimed by</span>
        </div>
      }
      renderRow={({ href, name, avatar, about, status, waiting, claimedBy }) => (
        <PersonRow className="application-row" href={href} name={name} avatar={avatar} about={about} size={40}>
          <span>
            <StatusChip status={status} small />
          </span>
          <span className={joinClasses('application-waiting money', waiting?.overdue && 'text-danger')}>
            {waiting?.text}
          </span>
          <span className="work-row-wide application-claim text-secondary">{waiting && (claimedBy ?? 'Nobody')}</span>
        </PersonRow>
      )}
      below={
        <>
          {page.filter === 'pending' && page.rows.length > 0 && (
            <p className="text-muted row">
              <Icon name="info" size={20} /> Opening an application reserves it for you for 15 minutes.
            </p>
          )}
          {decided.length > 0 && <DecidedToday decided={decided} />}
        </>
      }
    />
  )
}

function DecidedToday({ decided }: Pick<Page, 'decided'>) {
  return (
    <Section gap="stack-8" id="decided" title="Decided today">
      <Card as="ul" rows>
        {decided.map(({ id, href, name, avatar, decision, by }) => (
          <li key={id}>
            <PersonRow className="application-row application-decided" href={href} name={name} avatar={avatar}>
              <span>
                <StatusChip status={DECIDED[decision]} small />
              </span>
              <span className="application-by text-muted">{by}</span>
            </PersonRow>
          </li>
        ))}
      </Card>
    </Section>
  )
}
