import { redirect, type RouterContextProvider } from 'react-router'
import { findPass } from '#app/domain/entitlements/queries.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { type FanFacts, type FanStep, fanStepFor } from '#app/domain/identity/fan-onboarding.ts'
import { type FanOnboarding, findFanOnboarding } from '#app/domain/identity/queries.server.ts'
import { isPlanName, type PlanName } from '#app/domain/subscriptions/plan.ts'
import { now } from '#app/platform/clock.ts'
import { actorContext } from '#app/web/context.server.ts'

/** The address of a step, with the chosen plan. */
export function stepPath(step: FanStep, plan: PlanName | null = null): string {
  const path = step === 'intro' ? '/viewer-onboarding' : `/viewer-onboarding/${step}`
  return plan && step !== 'access' && step !== 'done' ? `${path}?plan=${plan}` : path
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

/** Lets a person open a step that they have reached; otherwise redirects to the first unfinished one, with the plan kept. */
export async function requireFanStep(
  context: Readonly<RouterContextProvider>,
  url: URL,
  wanted: Exclude<FanStep, 'intro'>,
): Promise<AtStep> {
  const plan = planOf(url)
  const person = memberOf(context.get(actorContext))
  if (!person) throw redirect(stepPath('intro', plan), 303)
  const [onboarding, pass] = await Promise.all([findFanOnboarding(person.id), findPass(person.id)])
  const step = fanStepFor(wanted, factsOf(person, onboarding, pass !== null))
  if (step !== wanted) throw redirect(stepPath(step, plan), 303)
  return { person, onboarding, pass, plan }
}

/** The signed-in fan or creator; null for a visitor. Staff have no fan wizard. */
export function memberOf(actor: Actor): Person | null {
  if (actor && actor.userType !== 'fan' && actor.userType !== 'creator') throw redirect('/admin', 303)
  return actor
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
