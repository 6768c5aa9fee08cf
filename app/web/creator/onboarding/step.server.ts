import { createContext, redirect } from 'react-router'
import { canChangeApplication } from '#app/domain/applications/policy.ts'
import { type Application, findApplicationOf } from '#app/domain/applications/queries.server.ts'
import {
  firstUnfinishedStep,
  stepBefore,
  stepFor,
  type StepFacts,
  type WizardStep,
} from '#app/domain/applications/steps.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to, withQuery } from '#app/links.ts'
import type { Gate } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { WIZARD_TEXTS } from './texts.ts'

const NOT_BEGUN: StepFacts = { state: null, done: [], redo: [] }

export type AtStep = { person: Person; application: Application | null; backHref: string }

/** What the gate of a step has read. */
export const creatorStepContext = createContext<AtStep>()

/** The policy of a wizard page: open to a person who has reached it; others are redirected to their first unfinished one. */
export function creatorStep(wanted: WizardStep) {
  const gate: Gate = async ({ actor, context }) => {
    const person = memberOf(actor)
    if (!person) throw redirect(to.creatorOnboarding.intro, 303)
    const application = await findApplicationOf(person.id)
    const facts = application ?? NOT_BEGUN
    const step = stepFor(wanted, facts)
    if (step === null) throw redirect(afterSending(application), 303)
    if (step !== wanted) throw redirect(to.creatorOnboarding[step], 303)
    const before = stepBefore(step, facts)
    const out = facts.state === 'changes_requested' ? to.dashboard : withQuery(to.creatorOnboarding.intro, { back: '' })
    context.set(creatorStepContext, { person, application, backHref: before ? to.creatorOnboarding[before] : out })
  }
  const policy = { who: 'signed_in', gate } as const
  return { GET: policy, POST: policy }
}

/** Where the wizard continues for a person: the first unfinished page, the tour, or the dashboard. */
export async function nextPathOf(person: Person): Promise<string> {
  return (await nextOf(person)).path
}

/** The same, and whether they have filled in anything yet. */
export async function nextOf(person: Person): Promise<{ begun: boolean; path: string }> {
  const application = await findApplicationOf(person.id)
  const step = firstUnfinishedStep(application ?? NOT_BEGUN)
  return { begun: application !== null, path: step ? to.creatorOnboarding[step] : afterSending(application) }
}

/** For a person who has sent the application; others are redirected to continue it. */
export const applicationSent: Gate = async ({ actor }) => {
  const person = memberOf(actor)
  if (!person) throw redirect(to.creatorOnboarding.intro, 303)
  const application = await findApplicationOf(person.id)
  if (!application?.submittedAt) throw redirect(await nextPathOf(person), 303)
}

function afterSending(application: Application | null): string {
  return application?.state === 'in_review' && application.touredAt === null ? to.creatorOnboarding.tour : to.dashboard
}

/** The signed-in fan or creator; null for a visitor. Staff and blocked accounts are redirected. */
export function memberOf(actor: Actor): Person | null {
  if (!actor) return null
  const verdict = canChangeApplication(actor, null)
  if (verdict.allowed) return actor
  if (verdict.reason === 'not_yours') throw redirect(toAdmin.overview, 303)
  throw redirectWithToast(to.feed, { ...WIZARD_TEXTS.accountClosed, tone: 'error' })
}
