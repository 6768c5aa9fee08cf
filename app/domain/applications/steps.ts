import type { DocumentKind } from '#app/domain/documents/document.ts'
import type { ApplicationState } from './application.ts'

/** The wizard's pages that are filled in, in their order; submitting the application completes the last one. */
export const WIZARD_STEPS = ['profile', 'first_post', 'prices', 'verification'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]
/** Pages that are completed by pressing "Continue". */
export type PageStep = Exclude<WizardStep, 'verification'>

/** What a reviewer may ask to have corrected: pages, and documents one by one. */
export type RedoStep = PageStep | DocumentKind
export const PAGE_STEPS: readonly PageStep[] = ['profile', 'first_post', 'prices']

export type StepFacts = {
  /** Null before anything was stored. */
  state: ApplicationState | null
  done: readonly PageStep[]
  /** What has to be corrected, in state `changes_requested`. */
  redo: readonly RedoStep[]
}

/** The pages that may be filled in now. The last one always is: the application is submitted there. */
export function openSteps(facts: StepFacts): WizardStep[] {
  if (facts.state === null || facts.state === 'draft') return [...WIZARD_STEPS]
  if (facts.state !== 'changes_requested') return []
  return WIZARD_STEPS.filter((step) => step === 'verification' || facts.redo.includes(step))
}

/** The first page that isn't finished; null where there is nothing to fill in. */
export function firstUnfinishedStep(facts: StepFacts): WizardStep | null {
  return openSteps(facts).find((step) => step === 'verification' || !facts.done.includes(step)) ?? null
}

/**
 * The page that opens when one is requested: an earlier page opens, a later one leads to the first unfinished page; null where none
 * opens.
 */
export function stepFor(wanted: WizardStep, facts: StepFacts): WizardStep | null {
  const furthest = firstUnfinishedStep(facts)
  if (furthest === null) return null
  const open = openSteps(facts)
  const reachable = WIZARD_STEPS.indexOf(wanted) <= WIZARD_STEPS.indexOf(furthest)
  return reachable && open.includes(wanted) ? wanted : furthest
}

/** The previous page that may be filled in; null where Back leaves the wizard's pages. */
export function stepBefore(step: WizardStep, facts: StepFacts): WizardStep | null {
  const open = openSteps(facts)
  return open[open.indexOf(step) - 1] ?? null
}

/** Which documents have to be uploaded: all of them at first, later those that were requested again. */
export function requiredDocuments(facts: StepFacts, all: readonly DocumentKind[]): DocumentKind[] {
  return facts.state === 'changes_requested' ? all.filter((kind) => facts.redo.includes(kind)) : [...all]
}
