import { countBlockedMedia, listBlockedMedia, type ListedBlock } from '#app/domain/blocklist/queries.server.ts'
import { unblockMedium } from '#app/domain/blocklist/unblock-medium.server.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { liftRefusal } from '#app/domain/releases/lift-refusal.server.ts'
import { listAllRefusals, type ListedRefusal } from '#app/domain/releases/queries.server.ts'
import { LIFT_REASON } from '#app/domain/releases/release.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/section.tsx'
import { readForm } from '#app/web/form-body.server.ts'
import { refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { loadQueue } from '#app/web/admin/review-queue/queue.ts'
import { ReviewQueue } from '#app/web/admin/review-queue/review-queue.tsx'
import { personContext } from '#app/web/context.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
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
  const refusals = (await listAllRefusals(page.find)).map((refusal) => refusalRow(refusal, mayUnblock))
  return { page, refusals }
}

function blockRow(block: ListedBlock, mayUnblock: boolean) {
  return {
    title: `${KINDS[block.kind]} of ${block.ownerName}`,
    reason: block.reason,
    by: `Blocked by ${block.blockedBy}, ${showDateTime(block.blockedAt)}`,
    ended: block.unblockedAt && `Unblocked by ${block.unblockedBy ?? ''}, ${showDateTime(block.unblockedAt)}`,
    postHref: toAdmin.contentPost(block.postId),
    unblock: mayUnblock && block.unblockedAt === null ? toAdmin.blockedMediumUnblock(block.id) : null,
  }
}

const REFUSED_AS = { declined: 'declined', withdrawn: 'has withdrawn the release' } as const

function refusalRow({ id, creatorName, name, kind, files, at, lifted }: ListedRefusal, mayLift: boolean) {
  return {
    id,
    title: `${name || 'Somebody'} ${REFUSED_AS[kind]}`,
    about: `${files === 1 ? '1 file' : `${files} files`} of ${creatorName}, ${showDateTime(at)}`,
    lifted: lifted && `Lifted by ${lifted.by}, ${showDateTime(lifted.at)}: ${lifted.reason}`,
    lift: mayLift && lifted === null ? toAdmin.refusalLifting(id) : null,
  }
}

/** Takes a file off the list, by its address. The list itself takes no form. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const { blockId }: { blockId?: string } = params
  if (!blockId) throw new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } })
  if (url.pathname === toAdmin.refusalLifting(blockId)) return lift(context.get(personContext), blockId, request)
  const done = await unblockMedium(context.get(personContext), blockId)
  if (done.ok)
    return redirectWithToast(toAdmin.blockedMedia, { title: 'Unblocked', description: 'It may be posted again.' })
  const { description } = refusedWith(done.refusal, CONTENT_REFUSALS)
  return redirectWithToast(toAdmin.blockedMedia, { title: 'Not done', description, tone: 'error' })
}

async function lift(actor: Person, refusalId: string, request: Request) {
  const typed = (await readForm(request)).get('reason')
  const done = await liftRefusal(actor, refusalId, typeof typed === 'string' ? typed : '')
  if (done.ok)
    return redirectWithToast(toAdmin.blockedMedia, {
      title: 'Lifted',
      description: 'These files may be posted again.',
    })
  const { refusal } = done
  if (refusal.kind === 'not_there') notFound()
  const kind = refusal.kind === 'not_permitted' ? refusal.reason : refusal.kind
  const description = kind === 'reason_missing' ? 'Write in a few words why it is lifted.' : CONTENT_REFUSALS[kind]
  return redirectWithToast(toAdmin.blockedMedia, { title: 'Not done', description, tone: 'error' })
}

/** What can't be posted again, with the reason, by whom and when. */
export default function BlockedMedia({ loaderData: { page, refusals } }: Route.ComponentProps) {
  return (
    <ReviewQueue
      queue={BLOCKED}
      page={page}
      open={false}
      note="Exact copies are refused. Photos that look alike wait for a person"
      below={<Refusals refusals={refusals} />}
      actions={<LinkButton href={toAdmin.content}>Back to Content</LinkButton>}
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

/** Files that somebody who is shown in them did not agree to. Lifted where a person was named by mistake. */
function Refusals({ refusals }: { refusals: Route.ComponentProps['loaderData']['refusals'] }) {
  if (refusals.length === 0) return null
  return (
    <Section gap="stack-12" id="refusals" title="Not agreed to by a person shown" heading="h2">
      <p className="text-secondary">
        These files can’t be posted or delivered by this creator. Lift it only where the person was named by mistake.
      </p>
      <ul className="stack stack-12">
        {refusals.map(({ id, title, about, lifted, lift: action }) => (
          <li key={id} className="work-row blocked-row">
            <span className="stack">
              <span className="text-h3">{title}</span>
              <span className="text-secondary">{about}</span>
              {lifted && <span className="text-caption">{lifted}</span>}
            </span>
            {action && (
              <form method="post" action={action} className="stack stack-8">
                <TextField label="Why it is lifted" name="reason" id={`reason-${id}`} limit={LIFT_REASON.max} />
                <Button size="small">Lift</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
