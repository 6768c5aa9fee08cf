import { countBlockedMedia, listBlockedMedia, type ListedBlock } from '#app/domain/blocklist/queries.server.ts'
import { unblockMedium } from '#app/domain/blocklist/unblock-medium.server.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { to } from '#app/links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { loadQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { BLOCKED, CONTENT_REFUSALS, KINDS } from './texts.ts'
import type { Route } from './+types/blocked'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:content.review', POST: 'staff:blocked_media.unblock' },
  title: 'Blocked media',
} satisfies RouteHandle

export async function loader({ url, context }: Route.LoaderArgs) {
  const mayUnblock = hasPermission(context.get(personContext), 'blocked_media.unblock')
  const page = await loadQueue(BLOCKED, url, undefined, {
    list: listBlockedMedia,
    count: countBlockedMedia,
    row: (block) => blockRow(block, mayUnblock),
  })
  return { page }
}

function blockRow(block: ListedBlock, mayUnblock: boolean) {
  return {
    title: `${KINDS[block.kind]} of ${block.ownerName}`,
    reason: block.reason,
    by: `Blocked by ${block.blockedBy}, ${showDateTime(block.blockedAt)}`,
    ended: block.unblockedAt && `Unblocked by ${block.unblockedBy ?? ''}, ${showDateTime(block.unblockedAt)}`,
    postHref: to.admin.contentPost(block.postId),
    unblock: mayUnblock && block.unblockedAt === null ? to.admin.blockedMediumUnblock(block.id) : null,
  }
}

/** Takes a file off the list, by its address. The list itself takes no form. */
export async function action({ params, context }: Route.ActionArgs) {
  const { blockId }: { blockId?: string } = params
  if (!blockId) throw new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } })
  const done = await unblockMedium(context.get(personContext), blockId)
  if (done.ok)
    return redirectWithToast(to.admin.blockedMedia, { title: 'Unblocked', description: 'It may be posted again.' })
  const { description } = refusedWith(done.refusal, CONTENT_REFUSALS)
  return redirectWithToast(to.admin.blockedMedia, { title: 'Not done', description, tone: 'error' })
}

/** What can't be posted again, with the reason, by whom and when. */
export default function BlockedMedia({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <ReviewQueue
      queue={BLOCKED}
      page={page}
      open={false}
      note="Exact copies are refused. Photos that look alike wait for a person"
      actions={<LinkButton href={to.admin.content}>Back to Content</LinkButton>}
      renderRow={({ title, reason, by, ended, postHref, unblock }) => (
        <div className="work-row blocked-row">
          <span className="stack">
            <a className="link link-target text-h3" href={postHref}>
              {title}
            </a>
            <span className="text-secondary break-lines">{reason}</span>
            <span className="text-caption">{ended ?? by}</span>
          </span>
          {unblock && (
            <form method="post" action={unblock}>
              <Button size="small">Unblock</Button>
            </form>
          )}
        </div>
      )}
    />
  )
}
