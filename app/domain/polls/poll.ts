import { addMinutes } from '#app/platform/clock.ts'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { oneLine } from '#app/platform/plain-text.ts'

export const POLL = {
  questionLength: 120,
  optionLength: 60,
  minOptions: 2,
  maxOptions: 6,
  minHours: 1,
  maxHours: 14 * 24,
  /** What a form offers; any whole number of hours between the bounds is valid. */
  offeredHours: [1, 6, 24, 72, 168, 336],
  standardHours: 24,
} as const

/** A poll before it belongs to a post. */
export type NewPoll = { question: string; options: string[]; openHours: number }

/** A poll as it was typed; fields that are left empty among the options are no options. */
export type TypedPoll = { question: string; options: readonly string[]; openHours: number | null }

export type PollProblem =
  | { field: 'question'; problem: 'missing' | 'too_long' }
  | { field: 'options'; problem: 'too_few' | 'too_many' | 'same' }
  | { field: 'option'; index: number; problem: 'too_long' }
  | { field: 'openHours'; problem: 'out_of_bounds' }

/** Reads a poll: each text on one line, without invisible characters, and no option twice. Returns everything that is wrong with it. */
export function readPoll(
  typed: TypedPoll,
): { poll: NewPoll; problems: null } | { poll: null; problems: [PollProblem, ...PollProblem[]] } {
  const question = oneLine(typed.question)
  const lines = typed.options.map(oneLine)
  const options = lines.filter((line) => line !== '')
  const { openHours } = typed
  const problems: PollProblem[] = []
  if (question === '') problems.push({ field: 'question', problem: 'missing' })
  if (countGraphemes(question) > POLL.questionLength) problems.push({ field: 'question', problem: 'too_long' })
  for (const [index, line] of lines.entries())
    if (countGraphemes(line) > POLL.optionLength) problems.push({ field: 'option', index, problem: 'too_long' })
  if (options.length < POLL.minOptions) problems.push({ field: 'options', problem: 'too_few' })
  if (options.length > POLL.maxOptions) problems.push({ field: 'options', problem: 'too_many' })
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    problems.push({ field: 'options', problem: 'same' })
  if (openHours === null || !Number.isInteger(openHours) || openHours < POLL.minHours || openHours > POLL.maxHours)
    problems.push({ field: 'openHours', problem: 'out_of_bounds' })
  const [first, ...more] = problems
  return first
    ? { poll: null, problems: [first, ...more] }
    : { poll: { question, options, openHours: openHours! }, problems: null }
}

/** When a poll closes; null while its post is not published. The time runs from the moment in which fans can see the post. */
export function closesAt(publishedAt: Date | null, openHours: number): Date | null {
  return publishedAt && addMinutes(publishedAt, openHours * 60)
}

export function isOpen(poll: { closesAt: Date | null }, now: Date): boolean {
  return poll.closesAt !== null && now < poll.closesAt
}

/** Whole percents of each option that add up to 100; zeros where nobody has voted. */
export function percents(votes: readonly number[]): number[] {
  const total = votes.reduce((sum, count) => sum + count, 0)
  if (total === 0) return votes.map(() => 0)
  const shares = votes.map((count, index) => ({
    index,
    whole: Math.floor((count * 100) / total),
    rest: (count * 100) % total,
  }))
  const missing = 100 - shares.reduce((sum, { whole }) => sum + whole, 0)
  const rounded = new Set(
    shares
      .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return shares.map(({ index, whole }) => whole + (rounded.has(index) ? 1 : 0))
}
