/** The fan wizard: five steps, each with an address of its own. */
export const FAN_STEPS = ['intro', 'setup', 'plan', 'access', 'done'] as const
export type FanStep = (typeof FAN_STEPS)[number]

export type FanFacts = {
  signedIn: boolean
  /** Display name and a birthday of 18 or more are stored. */
  setUp: boolean
  /** A pass or a grant opens the creators now. */
  entitled: boolean
  /** The question for the alerts was answered. */
  alertsChosen: boolean
}

/** The first step that isn't finished; nobody goes past it. */
export function firstUnfinishedStep(facts: FanFacts): FanStep {
  if (!facts.signedIn) return 'intro'
  if (!facts.setUp) return 'setup'
  if (!facts.entitled) return 'plan'
  return facts.alertsChosen ? 'done' : 'access'
}

/** The step that opens for whoever asks for one: earlier ones do, later ones lead to the first unfinished, and nobody pays twice. */
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

/** A draft that can be stored whatever was sent: cut, and without what the database can't hold. */
export function cutDraft(typed: FanDraft): FanDraft {
  const cut = (name: keyof FanDraft) =>
    Array.from(typed[name].replaceAll('\u0000', '').replace(/[\ud800-\udfff]/gu, ''))
      .slice(0, LONGEST[name])
      .join('')
  return { displayName: cut('displayName'), day: cut('day'), month: cut('month'), year: cut('year'), city: cut('city') }
}

/** Which open page writes, and which state of the draft it knows. */
export type DraftWriter = { tab: string; version: number }

/**
 * Whether a page may write over the stored draft: it knows the newest state, or wrote that state itself. Anything else was written in
 * another tab or on another device in the meantime.
 */
export function mayWriteDraft(stored: DraftWriter | null, writer: DraftWriter): boolean {
  if (stored === null || stored.version === writer.version) return true
  return writer.tab !== '' && stored.tab === writer.tab && stored.version > writer.version
}
