import { cutGraphemes } from '#app/platform/graphemes.ts'
import { asTyped } from '#app/platform/plain-text.ts'

/** The fan wizard: five steps, each with an address of its own. */
export const FAN_STEPS = ['intro', 'setup', 'plan', 'access', 'done'] as const
export type FanStep = (typeof FAN_STEPS)[number]

export type FanFacts = {
  signedIn: boolean
  /** Display name and a birthday of 18 or more are stored. */
  setUp: boolean
  /** A pass or a grant gives access to the creators now. */
  entitled: boolean
  /** The question about alerts was answered. */
  alertsChosen: boolean
}

/** The first unfinished step; it can't be skipped. */
export function firstUnfinishedStep(facts: FanFacts): FanStep {
  if (!facts.signedIn) return 'intro'
  if (!facts.setUp) return 'setup'
  if (!facts.entitled) return 'plan'
  return facts.alertsChosen ? 'done' : 'access'
}

/** The step that opens when one is requested: earlier steps open, later ones lead to the first unfinished one, and nobody pays twice. */
export function fanStepFor(wanted: FanStep, facts: FanFacts): FanStep {
  const furthest = firstUnfinishedStep(facts)
  if (FAN_STEPS.indexOf(wanted) > FAN_STEPS.indexOf(furthest)) return furthest
  return wanted === 'plan' && facts.entitled ? 'access' : wanted
}

/** The step of an old address such as `?step=3`, or null. */
export function fanStepOf(number: string | null): FanStep | null {
  return number !== null && /^[1-5]$/.test(number) ? FAN_STEPS[Number(number) - 1]! : null
}

/** What is typed in the second step, as it is typed. */
export type FanDraft = { displayName: string; day: string; month: string; year: string; city: string }

const LONGEST: Record<keyof FanDraft, number> = { displayName: 120, day: 4, month: 4, year: 6, city: 120 }

/** A draft that can be stored, whatever was sent: cut to length, and without characters that the database refuses. */
export function cutDraft(typed: FanDraft): FanDraft {
  const cut = (name: keyof FanDraft) => cutGraphemes(asTyped(typed[name]), LONGEST[name])
  return { displayName: cut('displayName'), day: cut('day'), month: cut('month'), year: cut('year'), city: cut('city') }
}

/** Which open page writes, and which version of the draft it knows. */
export type DraftWriter = { tab: string; version: number }

/**
 * Whether a page may overwrite the stored draft: it knows the newest version, or wrote it itself. Otherwise another tab or device has
 * written in the meantime.
 */
export function mayWriteDraft(stored: DraftWriter | null, writer: DraftWriter): boolean {
  if (stored === null || stored.version === writer.version) return true
  return writer.tab !== '' && stored.tab === writer.tab && stored.version > writer.version
}
