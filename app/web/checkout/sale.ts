import type { BalanceOrder, GatewayOrder } from '#app/domain/purchases/place-order.server.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { withQuery } from '#app/links.ts'

export type Query = Record<string, string>

/** Where a page that sells sends the people who may not buy; each page knows its own way back. */
export type DenialPlaces = {
  /** To sign in, or to buy the pass that comes first. */
  entry?: string
  /** To complete the profile. */
  setup?: string
  /** What is sold, for those who own it; also shows the message to an account that may not buy at all. */
  page?: string
  /** For those who have it already. */
  entitled?: { path: string; title: string; description: string }
}

type SaleAtPage = Pick<DenialPlaces, 'entitled'> & {
  /** The address of the page, with more in its query. Without more, the page redirects people who may not buy to what they need first. */
  address: (more?: Query) => string
  /** What the buyer came for; it is done after the payment. */
  returnTo?: ReturnTo
  /** Where a top-up for this leads back to. */
  topUpFor?: ReturnTo
  /** The message when the payment page could not be opened, if not the default. */
  failed?: string
}

/** One thing on sale at one page, made from the page's address: the loader shows its checkout, the action takes the order. */
export type Sale = SaleAtPage &
  (
    | { order: GatewayOrder['product']; from: 'gateway' }
    | {
        order: BalanceOrder['product']
        from: BalanceOrder['from']
        /** Where to go after an immediate purchase, and the message there. */
        bought: { path: string; title: string; description: string; tone?: 'plain' }
      }
  )

/** The address of a page: what its query always carries, and what is added. */
export function addressAt(path: string, carried: Query = {}): (more?: Query) => string {
  return (more) => withQuery(path, { ...carried, ...more })
}

/** `pay=wallet` and `pay=direct` in an address choose how to pay. */
export function wayToPay(url: URL): 'wallet' | 'gateway' {
  return url.searchParams.get('pay') === 'wallet' ? 'wallet' : 'gateway'
}
