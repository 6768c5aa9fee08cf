import { createContext, redirect } from 'react-router'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { type FanFacts, type FanStep, fanStepFor } from '#app/domain/identity/fan-onboarding.ts'
import { type FanOnboarding, findFanOnboarding } from '#app/domain/identity/queries.server.ts'
import { isPlanName, type PlanName } from '#app/domain/subscriptions/plan.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import type { Gate } from '#app/web/route-handle.ts'

/** The address of a step, with the chosen plan. */
export function stepPath(step: FanStep, plan: PlanName | null = null): string {
  return withQuery(to.fanOnboarding[step], { plan: step !== 'access' && step !== 'done' && plan })
}

export function planOf(url: URL): PlanName | null {
  const plan = url.searchParams.get('plan')
  return isPlanName(plan) ? plan : null
}

export type AtStep = {
  person: Person
  onboarding: FanOnboarding | null
  pass: { endsAt: Date | null } | null
  plan: PlanName | null
}

/** What the gate of a step has read. */
export const fanStepContext = createContext<AtStep>()

/** Lets a person open a step that they have reached; otherwise redirects to the first unfinished one, with the plan kept. */
export function fanStep(wanted: Exclude<FanStep, 'intro'>): Gate {
  return async ({ actor, url, context }) => {
    const plan = planOf(url)
    if (!actor) throw redirect(stepPath('intro', plan), 303)
    const [onboarding, pass] = await Promise.all([findFanOnboarding(actor.id), findPass(actor.id)])
    const step = fanStepFor(wanted, factsOf(actor, onboarding, pass !== null))
    if (step !== wanted) throw redirect(stepPath(step, plan), 303)
    context.set(fanStepContext, { person: actor, onboarding, pass, plan })
  }
}

function factsOf(person: Person, onboarding: FanOnboarding | null, entitled: boolean): FanFacts {
  return {
    signedIn: true,
    setUp:
      person.profileCompleted &&
      person.displayName !== null &&
      person.birthday !== null &&
      isOldEnough(person.birthday, now()),
    entitled,
    alertsChosen: onboarding?.alertsChosenAt != null,
  }
}
