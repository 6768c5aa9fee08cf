import { redirect } from 'react-router'
import { z } from 'zod'
import { movePlan, type MovePlanRefusal } from '#app/domain/subscriptions/move-plan.server.ts'
import { retirePlan, type RetirePlanRefusal } from '#app/domain/subscriptions/retire-plan.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { decisionOf } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { readVersion } from './frame.tsx'
import { PLAN_TEXTS } from './texts.ts'
import type { Route } from './+types/plan-decision'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:plans.manage', POST: 'staff:plans.manage' },
} satisfies RouteHandle

/** After signing in again, the address of the form leads back to the list. */
export function loader() {
  return redirect(toAdmin.plans, 303)
}

const DecisionForm = z.object({ version: z.string(), direction: z.enum(['up', 'down']).optional() })

/** Moves a plan one place up or down on the plans page, or ends its sale for good, by the last part of the address. */
export async function action({ request, url, params: { plan }, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, DecisionForm)
  if (!form.ok) return failed(PLAN_TEXTS.unreadable)
  const version = readVersion(form.value.version)
  if (decisionOf(url, ['place', 'retirement']) === 'place') {
    const { direction } = form.value
    if (!direction) return failed(PLAN_TEXTS.unreadable)
    const moved = await movePlan(actor, { plan, version, direction })
    return moved.ok ? redirectWithToast(toAdmin.plans, PLAN_TEXTS.updated) : failed(REFUSED[moved.refusal.kind])
  }
  const retired = await retirePlan(actor, { plan, version })
  if (!retired.ok) return failed(REFUSED[retired.refusal.kind])
  return redirectWithToast(toAdmin.plans, {
    title: 'Plan retired',
    description: `${retired.value.displayName} is no longer sold. Its passes run until they end.`,
  })
}

function failed(description: string) {
  return redirectWithToast(toAdmin.plans, { title: 'Error', description, tone: 'error' })
}

const REFUSED: Record<(MovePlanRefusal | RetirePlanRefusal)['kind'], string> = {
  not_allowed: PLAN_TEXTS.notPermitted,
  no_such_plan: PLAN_TEXTS.gone,
  changed_meanwhile: PLAN_TEXTS.changedMeanwhile,
  at_the_end: 'This plan can’t move further.',
  last_plan: PLAN_TEXTS.lastPlan,
}
