import type { DocumentKind } from '#app/domain/documents/document.ts'
import type { ApplicationState } from './application.ts'

/** The pages of the wizard that are filled in, in their order; the sending closes the last one. */
export const WIZARD_STEPS = ['profile', 'first_post', 'prices', 'verification'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]
/** Those that are finished by going on. */
export type PageStep = Exclude<WizardStep, 'verification'>

/** What a reviewer may ask to have done again: pages, and documents one by one. */
export type RedoStep = PageStep | DocumentKind
export const PAGE_STEPS: readonly PageStep[] = ['profile', 'first_post', 'prices']

export type StepFacts = {
  /** Null before anything was stored. */
  state: ApplicationState | null
  done: readonly PageStep[]
  /** What has to be done again, in state `changes_requested`. */
  redo: readonly RedoStep[]
}

/** Which pages may be filled in now. The last one always may: that is where the application is sent. */
export function openSteps(facts: StepFacts): WizardStep[] {
  if (facts.state === null || facts.state === 'draft') return [...WIZARD_STEPS]
  if (facts.state !== 'changes_requested') return []
  return WIZARD_STEPS.filter((step) => step === 'verification' || facts.redo.includes(step))
}

/** The first page that isn't finished; null where there is nothing to fill in. */
export function firstUnfinishedStep(facts: StepFacts): WizardStep | null {
  return openSteps(facts).find((step) => step === 'verification' || !facts.done.includes(step)) ?? null
}

/** The page that opens for whoever asks for one: earlier ones do, later ones lead to the first unfinished; null where none does. */
export function stepFor(wanted: WizardStep, facts: StepFacts): WizardStep | null {
  const furthest = firstUnfinishedStep(facts)
  if (furthest === null) return null
  const open = openSteps(facts)
  const reachable = WIZARD_STEPS.indexOf(wanted) <= WIZARD_STEPS.indexOf(furthest)
  return reachable && open.includes(wanted) ? wanted : furthest
}

/** The page before, among those that may be filled in; null where the way back leads out of the wizard's pages. */
export function stepBefore(step: WizardStep, facts: StepFacts): WizardStep | null {
  const open = openSteps(facts)
  return open[open.indexOf(step) - 1] ?? null
}

/** Which documents have to be sent: all of them at first, later those that were asked for again. */
export function wantedDocuments(facts: StepFacts, all: readonly DocumentKind[]): DocumentKind[] {
  return facts.state === 'changes_requested' ? all.filter((kind) => facts.redo.includes(kind)) : [...all]
}
