import { shorten } from '#app/platform/graphemes.ts'
import { firstLine } from '#app/platform/plain-text.ts'
import { useParams } from 'react-router'
import { waitingOf } from '#app/domain/moderation/application.ts'
import { countContent, listContent, type ListedPost } from '#app/domain/moderation/content-queries.server.ts'
import { countReports } from '#app/domain/reports/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { now } from '#app/platform/clock.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import applicationsStylesUrl from '#app/web/admin/applications/applications.css?url'
import { durationText } from '#app/web/admin/duration.ts'
import { loadQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import contentStylesUrl from './content.css?url'
import { CONTENT, contentStatus, KINDS, REASONS } from './texts.ts'
import type { Route } from './+types/content'

export const handle = staffPage('Content', 'content.review')

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: applicationsStylesUrl },
  { rel: 'stylesheet', href: contentStylesUrl },
]

export async function loader({ url, params }: Route.LoaderArgs) {
  const at = now()
  const [page, reports] = await Promise.all([
    loadQueue(CONTENT, url, params.postId, {
      list: listContent,
      count: countContent,
      row: (post) => contentRow(post, at),
    }),
    countReports(),
  ])
  return { page, openReports: reports.open }
}

function contentRow(post: ListedPost, at: Date) {
  const waiting = post.state === 'in_review' && post.submittedAt ? waitingOf(post.submittedAt, at) : null
  return {
    title: shorten(firstLine(post.caption), 80) || KINDS[post.kind],
    creator: post.creatorName,
    kind: KINDS[post.kind],
    preview: post.preview,
    why: post.reasons.map((reason) => REASONS[reason].text).join(', ') || (waiting ? 'First post' : ''),
    status: contentStatus(post.state, post.reasons),
    waiting: waiting && { text: durationText(waiting.hours), overdue: waiting.overdue },
  }
}

/** The posts that were submitted: those that wait for a person, the longest first; the open one is beside the list. */
export default function Content({ loaderData: { page, openReports } }: Route.ComponentProps) {
  const { postId } = useParams()
  return (
    <ReviewQueue
      queue={CONTENT}
      page={page}
      open={postId !== undefined}
      note="Pictures stay blurred until you ask. Nothing plays by itself"
      actions={
        <>
          <LinkButton icon="flag" href={toAdmin.reports}>
            {openReports > 0 ? `Reports (${openReports})` : 'Reports'}
          </LinkButton>
          <LinkButton href={toAdmin.blockedMedia}>Blocked media</LinkButton>
          <LinkButton icon="fingerprint-pattern" href={toAdmin.trace}>
            Trace a leaked copy
          </LinkButton>
        </>
      }
      head={
        <div className="work-row work-row-head content-row" aria-hidden="true">
          <span>Item</span>
          <span className="content-wide">Type</span>
          <span className="content-wide">Why here</span>
          <span>Status</span>
          <span className="content-waiting">Waiting</span>
        </div>
      }
      renderRow={({ href, title, creator, kind, preview, why, status, waiting }) => (
        <a className="work-row content-row" href={href}>
          <span className="row content-item">
            <span className="content-picture">{preview && <img src={preview} width={48} height={48} alt="" />}</span>
            <span className="stack work-row-names">
              <span className="text-h3 content-title">{title}</span>
              <span className="text-caption">{creator}</span>
            </span>
          </span>
          <span className="content-wide">{kind}</span>
          <span className="content-wide text-secondary">{why}</span>
          <span>
            <StatusChip status={status} small />
          </span>
          <span className={joinClasses('content-waiting money', waiting?.overdue && 'text-danger')}>
            {waiting?.text}
          </span>
        </a>
      )}
    />
  )
}
