import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { oneLine } from '#app/platform/plain-text.ts'
import { birthdayOf, isOldEnough } from '#app/domain/identity/age.ts'

export type ReleaseState = 'asked' | 'signed' | 'declined' | 'withdrawn'

export const RELEASE_LIMITS = {
  people: 10,
  nameLength: 80,
  fullNameLength: 120,
  linkDays: 14,
  /** How long what was signed is kept after its post is gone, as verification documents after the decision. */
  keepDays: 30,
  asksPerHour: 30,
  /** Photos of one release that are decoded in an hour. */
  photosPerHour: 10,
  /** How often one person is asked again for one post; somebody who declined is not. */
  asksAgain: 3,
} as const

/** The length of the reason why a refusal is lifted. */
export const LIFT_REASON = { min: 5, max: 500 } as const

/** The sentences that are signed, by the version that is stored with each signature: a changed sentence is a new version. */
export const CONSENT_VERSION = 1
export const CONSENTS = {
  adult: 'I was at least 18 years old when this was made.',
  shown: 'I am shown in this post, and I agree that it is published on Peach.',
  paid: 'I know that people can pay to see it, and that the creator is paid for it.',
  free: 'Nobody forces me to agree.',
} as const
export type Consent = keyof typeof CONSENTS
export const CONSENT_NAMES = Object.keys(CONSENTS) as Consent[]

/** What somebody signs, sealed in the database. */
export type ReleaseStatement = { fullName: string; birthday: string; signature: string }

/** The form of a release as it was typed; a consent is `on` or missing. `version` names the files that its page showed. */
export type TypedRelease = Readonly<Record<string, string>>

export type ReleaseProblems = {
  fullName?: 'missing' | 'too_long'
  birthday?: 'invalid' | 'too_young'
  consents?: 'missing'
  signature?: 'not_the_name'
  /** Only asked of somebody without an account. */
  photo?: 'missing'
}

/** What was signed, or everything that is wrong with it. */
export function readRelease(
  typed: TypedRelease,
  now: Date,
): { statement: ReleaseStatement; problems: null } | { statement: null; problems: ReleaseProblems } {
  const problems: ReleaseProblems = {}
  const fullName = cleanName(typed.fullName)
  if (!fullName.includes(' ') || !/\p{L}/u.test(fullName)) problems.fullName = 'missing'
  else if (countGraphemes(fullName) > RELEASE_LIMITS.fullNameLength) problems.fullName = 'too_long'
  const { day = '', month = '', year = '' } = typed
  const birthday = birthdayOf({ day, month, year }, now)
  if (birthday === null) problems.birthday = 'invalid'
  else if (!isOldEnough(birthday, now)) problems.birthday = 'too_young'
  if (!CONSENT_NAMES.every((name) => typed[`consent_${name}`] === 'on')) problems.consents = 'missing'
  const signature = cleanName(typed.signature)
  if (signature.toLocaleLowerCase('en') !== fullName.toLocaleLowerCase('en') || signature === '')
    problems.signature = 'not_the_name'
  if (birthday === null || Object.keys(problems).length > 0) return { statement: null, problems }
  return { statement: { fullName, birthday, signature }, problems: null }
}

/** A name in one line, without control characters. */
export function cleanName(typed = ''): string {
  return oneLine(typed)
}

/** The names of a list with one in each line, each once. */
export function readNames(typed: string): { names: string[]; problem: 'missing' | 'too_many' | null } {
  const byName = new Map<string, string>()
  for (const line of typed.split('\n')) {
    const name = cutGraphemes(cleanName(line), RELEASE_LIMITS.nameLength).trim()
    if (name !== '') byName.set(name.toLocaleLowerCase('en'), name)
  }
  const names = [...byName.values()]
  const problem = names.length === 0 ? 'missing' : names.length > RELEASE_LIMITS.people ? 'too_many' : null
  return { names, problem }
}

/** "Signed", "Waiting", "Declined" or "Withdrawn"; signed for other media than the post has now is asked again. */
export function shownState(release: { state: ReleaseState; current: boolean }): ReleaseState | 'outdated' {
  return release.state === 'signed' && !release.current ? 'outdated' : release.state
}

/** Why somebody can't be asked again; null where they can. */
export function askAgainProblem(release: {
  state: ReleaseState
  askedAgain: number
}): 'declined_already' | 'asked_often' | null {
  if (release.state === 'declined' || release.state === 'withdrawn') return 'declined_already'
  return release.askedAgain >= RELEASE_LIMITS.asksAgain ? 'asked_often' : null
}
