import type { AddMediaRefusal } from '#app/domain/chat/add-media.server.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import type { DraftProblem, SendMediaRefusal } from '#app/domain/chat/send-media.server.ts'
import type { WaitingProblem } from '#app/domain/chat/waiting-message.ts'
import { UNUSABLE } from '#app/domain/media/failed-files.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { PriceProblem } from '#app/domain/posts/price.ts'
import { POST_PRICE_LIMITS_MINOR } from '#app/domain/settings/constants.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { fileRefusalText } from '#app/web/creator/files/file-kinds.ts'
import type { FieldErrors } from '#app/web/form-answer.ts'

const sum = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
export const PRICE_BOUNDS = `${sum(POST_PRICE_LIMITS_MINOR.min)} to ${sum(POST_PRICE_LIMITS_MINOR.max)}`

const CLOSED = 'You can\u2019t write in this conversation now. Nothing was sent.'

const FILE_TEXTS = { not_permitted: CLOSED, too_many_media: `A message has up to ${CHAT.maxMedia} files.` }

/** Why a file was not added to a message. */
export function fileRefusal(kind: FileKind, refusal: AddMediaRefusal): string {
  return fileRefusalText(kind, refusal, FILE_TEXTS)
}

export const PRICE_TEXTS: Readonly<Record<PriceProblem, string>> = {
  missing: 'Choose a price, or type another one',
  invalid: 'Type a price in whole shillings, such as 30,000',
  out_of_bounds: `Type a price of ${PRICE_BOUNDS}`,
}

const DRAFT_PROBLEMS: Readonly<Record<Exclude<DraftProblem['kind'], 'media_failed'>, string>> = {
  media_missing: 'Add a photo, a video or a voice note first.',
  media_not_ready: 'A file is still being prepared. Wait until it is ready, then send.',
  media_blocked:
    'Our team has removed this file or one that looks like it, or somebody who is shown in it did not agree, so it can\u2019t be sent. Take it out and add another. If it is a different photo, post it first: a person looks at both.',
}

/** Why files can't be sent to anybody now. */
export function draftProblem(problem: DraftProblem): string {
  return problem.kind === 'media_failed'
    ? `${UNUSABLE[problem.medium]} Take it out and add another one. Nothing was sent.`
    : DRAFT_PROBLEMS[problem.kind]
}

/** Why a message that waited for its files was not sent. */
export const WAITING_PROBLEMS: Readonly<Record<WaitingProblem, string>> = {
  photo_failed: `${UNUSABLE.photo} Nothing was sent, and nobody was charged. Take it out and add another one.`,
  video_failed: `${UNUSABLE.video} Nothing was sent, and nobody was charged. Take it out and add another one.`,
  voice_failed: `${UNUSABLE.voice} Nothing was sent, and nobody was charged. Take it out and add another one.`,
  media_blocked: DRAFT_PROBLEMS.media_blocked,
  closed: CLOSED,
}

type Field = keyof FieldErrors

/** Why a message with media was not sent, and the field that it is about. */
export function sendRefusal(refusal: SendMediaRefusal): { status: number; description: string; field?: Field } {
  switch (refusal.kind) {
    case 'not_permitted':
      return { status: 403, description: CLOSED }
    case 'too_long':
      return {
        status: 400,
        field: 'text',
        description: `A message has at most ${CHAT.maxLength.toLocaleString('en')} characters`,
      }
    case 'price_out_of_bounds':
      return { status: 400, field: 'other', description: PRICE_TEXTS.out_of_bounds }
    case 'stale_form':
      return { status: 409, description: 'This page is out of date. Reload it and send again.' }
    case 'too_many':
      return { status: 429, description: 'You have sent many messages in one minute. Wait a minute.' }
    case 'media_missing':
    case 'media_not_ready':
    case 'media_failed':
    case 'media_blocked':
      return { status: 409, description: draftProblem(refusal) }
    default:
      return refusal satisfies never
  }
}
