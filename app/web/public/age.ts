import { redirect } from 'react-router'
import { z } from 'zod'
import { to } from '#app/links.ts'
import { setCookie } from '#app/web/cookies.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { validateReturnTo } from '#app/web/return-to.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/age'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  beforeAgreements: true,
} satisfies RouteHandle

const Confirmation = z.object({ returnTo: z.string().max(500).optional() })

/** The form posts here; opening the address redirects to the feed, which asks. */
export function loader() {
  return redirect(to.feed)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, Confirmation)
  const path = validateReturnTo(form.ok ? form.value.returnTo : null, context) ?? to.feed
  return redirect(path, { status: 303, headers: { 'set-cookie': setCookie('adult', '1') } })
}
