import { UNUSABLE } from '#app/domain/media/failed-files.ts'
import type { AcceptRefusal } from '#app/domain/requests/accept-request.server.ts'
import type { AddRefusal } from '#app/domain/requests/add-media.server.ts'
import type { ChangePriceRefusal } from '#app/domain/requests/change-price.server.ts'
import type { DeliverRefusal } from '#app/domain/requests/deliver-request.server.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { fileRefusalText } from '#app/web/creator/files/file-kinds.ts'

const sum = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
export const PRICE_BOUNDS = `${sum(CUSTOM_REQUEST.minMinor)} to ${sum(CUSTOM_REQUEST.maxMinor)}`

export const ENDED = {
  title: 'Request ended',
  description: 'The fan withdrew it, or its time was over. All of it is in their wallet again.',
}

type Refusal = AcceptRefusal | ChangePriceRefusal | DeliverRefusal

/** What a refused answer of the creator means; null where the request is not theirs. */
export function answerRefusal(refusal: Refusal): { title: string; description: string } | null {
  switch (refusal.kind) {
    case 'request_missing':
      return null
    case 'request_ended':
    case 'hold_missing':
    case 'hold_ended':
    case 'hold_expired':
      return ENDED
    case 'not_permitted':
      return {
        title: 'Your page is not visible',
        description:
          'You can\u2019t answer while your page is hidden. What fans asked for ends, and their money returns.',
      }
    case 'price_out_of_bounds':
      return { title: 'Price', description: `Type a price in whole shillings, ${PRICE_BOUNDS}` }
    case 'price_is_the_same':
      return { title: 'Price', description: 'This is what the fan has offered. Accept the request instead' }
    case 'accepted_already':
      return { title: 'Already accepted', description: 'The price can\u2019t change after you have accepted.' }
    case 'not_accepted':
      return { title: 'Not accepted yet', description: 'Accept the request first.' }
    case 'media_missing':
      return { title: 'Nothing to deliver', description: `Add the ${MEDIA[refusal.medium]} first.` }
    case 'media_failed':
      return {
        title: 'A file can\u2019t be used',
        description: `${UNUSABLE[refusal.medium]} Take it out and add another one. Nothing was delivered, and nothing was charged.`,
      }
    case 'taken_back':
      return { title: 'Taken back', description: 'Nothing was delivered.' }
    case 'media_blocked':
      return {
        title: 'A file is blocked',
        description:
          'Our team has removed this file or one that looks like it, or somebody who is shown in it did not agree, so it can\u2019t be delivered. Take it out and add another. If it is a different photo, post it first: a person looks at both.',
      }
    default:
      return refusal satisfies never
  }
}

const MEDIA = { photo: 'photo', video: 'video', voice: 'voice message' } as const

const GONE = 'This request can\u2019t be delivered any more.'

const FILE_TEXTS = {
  request_missing: GONE,
  request_ended: GONE,
  not_accepted: GONE,
  too_many_media: `A delivery has up to ${CUSTOM_REQUEST.maxMedia} files.`,
}

/** Why a file was not added to a delivery. */
export function fileRefusal(kind: FileKind, refusal: AddRefusal): string {
  return fileRefusalText(kind, refusal, FILE_TEXTS)
}
