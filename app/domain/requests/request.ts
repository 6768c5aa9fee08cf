import { severalLines } from '#app/platform/plain-text.ts'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { addDays } from '#app/platform/clock.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'

/** What may be asked for. */
export const REQUEST_KINDS = ['photo', 'video', 'voice'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]
/** Private calls were asked for before there are calls on Peach; those requests have ended, and are still listed. */
export type StoredKind = RequestKind | 'call'

const OPEN_STATES = ['asked', 'price_changed', 'accepted'] as const
export const REQUEST_STATES = [...OPEN_STATES, 'delivered', 'declined', 'withdrawn', 'lapsed', 'not_delivered'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Whether money is held for a request in this state. */
export function isOpen(state: RequestState): boolean {
  return (OPEN_STATES as readonly string[]).includes(state)
}

export const KIND_NAMES: Readonly<Record<StoredKind, string>> = {
  photo: 'Custom photo',
  video: 'Custom video',
  voice: 'Custom voice message',
  call: 'Private call',
}

export function isRequestKind(text: string): text is RequestKind {
  return (REQUEST_KINDS as readonly string[]).includes(text)
}

/** The reference for people: "CR-1001". */
export function referenceOf(number: bigint): string {
  return `CR-${number}`
}

export type RequestTimes = { answerBy: Date; deliverBy: Date }

type StatusFacts = RequestTimes & {
  state: RequestState
  holdState: 'held' | 'released' | 'cancelled'
  at: Date
}

/** The state of a request at a moment: time or the end of its hold ends it, before the scheduled task has recorded that. */
export function requestStatus({ state, answerBy, deliverBy, holdState, at }: StatusFacts): RequestState {
  if (!isOpen(state)) return state
  const due = state === 'accepted' ? deliverBy : answerBy
  return holdState !== 'held' || due <= at ? unansweredState(state) : state
}

/** What an open request becomes when nobody does the next step in time. */
export function unansweredState(state: RequestState): 'lapsed' | 'not_delivered' {
  return state === 'accepted' ? 'not_delivered' : 'lapsed'
}

/** Whether a sum can be a price: whole shillings, within the bounds. */
export function isRequestPrice(priceMinor: bigint): boolean {
  const { minMinor, maxMinor } = CUSTOM_REQUEST
  return priceMinor >= minMinor && priceMinor <= maxMinor && priceMinor % MINOR_PER_UNIT === 0n
}

/** The words as they are stored: lines stay, invisible characters go. Null where there are none or too many. */
export function readWords(text: string): string | null {
  const words = severalLines(text)
  const length = countGraphemes(words)
  return length > 0 && length <= CUSTOM_REQUEST.wordsLength ? words : null
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The days that may be wanted: from tomorrow on. */
export function wantedDays(at: Date): { first: string; last: string } {
  return { first: kampalaDay(addDays(at, 1)), last: kampalaDay(addDays(at, CUSTOM_REQUEST.maxDeliveryDays)) }
}

/** Until when a request asked now is answered, and delivered: by the end of the wanted day. Null where that day may not be wanted. */
export function timesOf(wantedBy: string, at: Date): RequestTimes | null {
  const { first, last } = wantedDays(at)
  // Texts of one form compare as days do.
  if (!DAY.test(wantedBy) || wantedBy < first || wantedBy > last) return null
  const midnight = new Date(`${wantedBy}T00:00:00+03:00`)
  if (Number.isNaN(midnight.getTime()) || kampalaDay(midnight) !== wantedBy) return null
  const deliverBy = addDays(midnight, 1)
  return { deliverBy, answerBy: answerTime(at, deliverBy) }
}

/** When the other side has to have answered: 48 hours later, at the latest when it would have to be delivered. */
export function answerTime(at: Date, deliverBy: Date): Date {
  const answerBy = new Date(at.getTime() + CUSTOM_REQUEST.answerHours * 3_600_000)
  return answerBy < deliverBy ? answerBy : deliverBy
}
