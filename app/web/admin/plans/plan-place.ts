import { redirect } from 'react-router'
import { z } from 'zod'
import { movePlan, type MovePlanRefusal } from '#app/domain/subscriptions/move-plan.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { readVersion } from './frame.tsx'
import { PLAN_TEXTS } from './texts.ts'
import type { Route } from './+types/plan-place'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:plans.manage', POST: 'staff:plans.manage' },
} satisfies RouteHandle

/** After signing in again, the address of the form leads back to the list. */
export function loader() {
  return redirect(to.admin.plans, 303)
}

const PlaceForm = z.object({ version: z.string(), direction: z.enum(['up', 'down']) })

/** Moves a plan one place up or down on the plans page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, PlaceForm)
  if (!form.ok) return failed(PLAN_TEXTS.unreadable)
  const { version, direction } = form.value
  const result = await movePlan(actor, { plan: params.plan, version: readVersion(version), direction })
  return result.ok ? redirectWithToast(to.admin.plans, PLAN_TEXTS.updated) : failed(textOf(result.refusal))
}

function failed(description: string) {
  return redirectWithToast(to.admin.plans, { title: 'Error', description, tone: 'error' })
}

function textOf(refusal: MovePlanRefusal): string {
  switch (refusal.kind) {
    case 'not_allowed':
      return PLAN_TEXTS.notPermitted
    case 'no_such_plan':
      return PLAN_TEXTS.gone
    case 'changed_meanwhile':
      return PLAN_TEXTS.changedMeanwhile
    case 'at_the_end':
      return 'This plan can\u2019t move further.'
    default:
      return unreachable(refusal)
  }
}
