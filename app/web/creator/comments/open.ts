import { redirect } from 'react-router'
import { z } from 'zod'
import { setCommentsOpen } from '#app/domain/posts/set-comments-open.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import type { Route } from './+types/open'

export const handle = creatorAction()

/** It is a form, not a page. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`${to.post(params.postId)}#comments`)
}

const OpenFields = z.object({ open: z.enum(['true', 'false']) })

/** Opens or closes the comments of one's own post. */
export async function action({ request, params: { postId }, context }: Route.ActionArgs) {
  const form = await parseForm(request, OpenFields)
  if (!form.ok) throw new Response('Bad request', { status: 400 })
  const result = await setCommentsOpen(context.get(personContext), postId, form.value.open === 'true')
  if (!result.ok) notFound()
  return redirect(`${to.post(postId)}#comments`, 303)
}
