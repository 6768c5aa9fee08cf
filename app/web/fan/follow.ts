import { data, redirect } from 'react-router'
import { z } from 'zod'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { actorContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { pathOfReferer } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { membersOnly } from '#app/web/gates.server.ts'
import type { Route } from './+types/follow'

// A visitor is redirected to the plans, not to /auth.
export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: { who: 'checked_by_domain', gate: membersOnly } },
} satisfies RouteHandle

const TipRequest = z.object({ following: z.enum(['true', 'false']) })

/** Following is a form, not a page: opening its address redirects to the creator. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(to.creatorById(params.creatorId))
}

/** Responds to script with JSON and to a plain form with a redirect to the page it came from. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const byScript = request.headers.get('accept') === 'application/json'
  const actor = context.get(actorContext)
  if (!actor) {
    const subscribe = `${to.subscribe}?intent=follow`
    return byScript ? data({ following: false, signIn: subscribe }, 401) : redirect(subscribe, 303)
  }
  const back = pathOfReferer(request) ?? to.premiumFeed
  const form = await parseForm(request, TipRequest)
  if (!form.ok) return answer(byScript, back, 400, 'This form could not be read. Please try again.')
  const following = form.value.following === 'true'
  const result = await setFollowing(actor, params.creatorId, following)
  if (result.ok) return byScript ? data({ following }) : redirect(back, 303)
  switch (result.refusal.kind) {
    case 'not_there':
      return answer(byScript, back, 404, 'This creator\u2019s profile is currently inactive.')
    case 'oneself':
      return answer(byScript, back, 409, 'You can\u2019t follow yourself.')
    case 'you_blocked':
      return answer(byScript, back, 403, 'You blocked this creator. Unblock the conversation first.')
    case 'blocked':
    case 'account_closed':
      return answer(byScript, back, 403, 'You can\u2019t follow this page. What you bought stays yours.')
    default:
      return unreachable(result.refusal)
  }
}

function answer(byScript: boolean, back: string, status: 400 | 403 | 404 | 409, description: string) {
  if (byScript) return data({ error: description }, status)
  return redirectWithToast(back, { title: 'Error', description, tone: 'error' })
}
