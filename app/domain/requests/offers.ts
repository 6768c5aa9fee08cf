import type { Money } from '#app/domain/money/money.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { REQUEST_KINDS, type RequestKind } from './request.ts'

/** Whether a creator takes a kind of request, and from which price. */
export type RequestOffer = { isOn: boolean; minPrice: Money }
export type RequestOffers = Readonly<Record<RequestKind, RequestOffer>>

export type StoredOffer = { kind: RequestKind; is_on: boolean; min_price_minor: bigint }

/** What a creator has set for each kind; the standard where they have set nothing. */
export function offersFrom(stored: readonly StoredOffer[]): RequestOffers {
  const offers = REQUEST_KINDS.map((kind): [RequestKind, RequestOffer] => {
    const own = stored.find((row) => row.kind === kind)
    const amountMinor = own?.min_price_minor ?? CUSTOM_REQUEST.standardMinor[kind]
    return [kind, { isOn: own?.is_on ?? true, minPrice: { amountMinor, currency: 'UGX' } }]
  })
  return Object.fromEntries(offers) as Record<RequestKind, RequestOffer>
}
