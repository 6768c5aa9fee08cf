import { redirect } from 'react-router'
import { z } from 'zod'
import { retirePlan, type RetirePlanRefusal } from '#app/domain/subscriptions/retire-plan.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { readVersion } from './frame.tsx'
import { PLAN_TEXTS } from './texts.ts'
import type { Route } from './+types/plan-retirement'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:plans.manage', POST: 'staff:plans.manage' },
} satisfies RouteHandle

/** After signing in again, the address of the form leads back to the list. */
export function loader() {
  return redirect(to.admin.plans, 303)
}

const RetirementForm = z.object({ version: z.string() })

/** Ends the sale of a plan for good. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, RetirementForm)
  if (!form.ok) return failed(PLAN_TEXTS.unreadable)
  const result = await retirePlan(actor, { plan: params.plan, version: readVersion(form.value.version) })
  if (!result.ok) return failed(textOf(result.refusal))
  return redirectWithToast(to.admin.plans, {
    title: 'Plan retired',
    description: `${result.value.displayName} is no longer sold. Its passes run until they end.`,
  })
}

function failed(description: string) {
  return redirectWithToast(to.admin.plans, { title: 'Error', description, tone: 'error' })
}

function textOf(refusal: RetirePlanRefusal): string {
  switch (refusal.kind) {
    case 'not_allowed':
      return PLAN_TEXTS.notPermitted
    case 'no_such_plan':
      return PLAN_TEXTS.gone
    case 'changed_meanwhile':
      return PLAN_TEXTS.changedMeanwhile
    case 'last_plan':
      return PLAN_TEXTS.lastPlan
    default:
      return unreachable(refusal)
  }
}
