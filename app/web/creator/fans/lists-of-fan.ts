import { redirect } from 'react-router'
import { setListsOfFan } from '#app/domain/fans/set-lists-of-fan.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/lists-of-fan'

export const handle = creatorAction()

/** It is a form, not a page. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(to.fan(params.fanId), 303)
}

/** Puts a fan on the ticked lists. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const chosen = form.getAll('list').filter((one) => typeof one === 'string')
  const result = await setListsOfFan(context.get(personContext), params.fanId, chosen)
  if (!result.ok) notFound()
  return redirectWithToast(to.fan(params.fanId), { title: 'Saved', description: 'The fan is not told.' })
}
