import { POLL, type PollProblem, type TypedPoll } from '#app/domain/polls/poll.ts'
import type { FieldErrors, FormValues } from '#app/web/form-answer.ts'

export const POLL_QUESTION = 'poll-question'
export const POLL_HOURS = 'poll-hours'
export const pollOption = (index: number): string => `poll-option-${index + 1}`

/** The poll among the fields of a form; null where its question and all its options are empty. `readPoll` checks it. */
export function typedPoll(values: FormValues): TypedPoll | null {
  const question = values[POLL_QUESTION] ?? ''
  const options = Array.from({ length: POLL.maxOptions }, (_, index) => values[pollOption(index)] ?? '')
  if ([question, ...options].every((text) => text.trim() === '')) return null
  const hours = values[POLL_HOURS] ?? ''
  return { question, options, openHours: /^\d{1,4}$/.test(hours) ? Number(hours) : null }
}

/** What is wrong with a poll, at the controls of its form. */
export function pollErrors(problems: readonly PollProblem[]): FieldErrors {
  return Object.fromEntries(problems.map(errorOf).toReversed())
}

function errorOf(problem: PollProblem): [string, string] {
  switch (problem.field) {
    case 'question':
      return [
        POLL_QUESTION,
        problem.problem === 'missing' ? 'Ask a question.' : `A question has up to ${POLL.questionLength} characters.`,
      ]
    case 'option':
      return [pollOption(problem.index), `An option has up to ${POLL.optionLength} characters.`]
    case 'options':
      return [pollOption(problem.problem === 'too_few' ? 1 : 0), OPTION_TEXTS[problem.problem]]
    case 'openHours':
      return [POLL_HOURS, 'Choose how long the poll is open.']
    default:
      return problem satisfies never
  }
}

const OPTION_TEXTS = {
  too_few: `Give at least ${POLL.minOptions} options.`,
  too_many: `Give at most ${POLL.maxOptions} options.`,
  same: 'Each option must be different.',
} as const
