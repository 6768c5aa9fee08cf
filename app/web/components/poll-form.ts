import { POLL, type PollProblem } from '#app/domain/polls/poll.ts'
import { POLL_HOURS, POLL_QUESTION, pollOption } from '#app/domain/polls/typed-poll.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'

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
