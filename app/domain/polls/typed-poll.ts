import { type NewPoll, POLL, type TypedPoll } from './poll.ts'

export const POLL_QUESTION = 'poll-question'
export const POLL_HOURS = 'poll-hours'
export const pollOption = (index: number): string => `poll-option-${index + 1}`

const INDEXES = Array.from({ length: POLL.maxOptions }, (_, index) => index)

/** The fields of a poll in the form of a post, with their maximum length as they are typed. */
export const POLL_FIELDS: Readonly<Record<string, number>> = {
  [POLL_QUESTION]: POLL.questionLength * 2,
  [POLL_HOURS]: 4,
  ...Object.fromEntries(INDEXES.map((index) => [pollOption(index), POLL.optionLength * 2])),
}

/** The poll among the fields of a form; null where its question and all its options are empty. `readPoll` checks it. */
export function typedPoll(fields: Readonly<Record<string, string>>): TypedPoll | null {
  const question = fields[POLL_QUESTION] ?? ''
  const options = INDEXES.map((index) => fields[pollOption(index)] ?? '')
  if ([question, ...options].every((text) => text.trim() === '')) return null
  const hours = fields[POLL_HOURS] ?? ''
  return { question, options, openHours: /^\d{1,4}$/.test(hours) ? Number(hours) : null }
}

/** A poll as the fields of its form. */
export function pollFields({ question, options, openHours }: NewPoll): Record<string, string> {
  return {
    [POLL_QUESTION]: question,
    [POLL_HOURS]: String(openHours),
    ...Object.fromEntries(options.map((option, index) => [pollOption(index), option])),
  }
}
