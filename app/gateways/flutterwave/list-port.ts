import type { Charge } from './charge.ts'
import type { Outcome } from './outcome.ts'
import type { GatewayRefund } from './refund-port.ts'

/** A page of a list of the gateway; `pages` is their number, `unreadable` how many of its rows have no id or no reference. */
export type ListPage<Row> = { rows: Row[]; pages: number; unreadable: number }
export type ListedCharge = Charge & { createdAt: Date | null }
export type ListedRefund = GatewayRefund & { createdAt: Date | null }
/** The gateway's settlement of a day: `reversedMinor` is all that banks and operators took back, with or without a chargeback. */
export type ListedSettlement = {
  settlementId: string
  currency: string
  reversedMinor: bigint | null
  createdAt: Date | null
}

/** The gateway's own books, by the days (UTC) on which it wrote them: ours are compared with them. Newest first. */
export type ListGateway = {
  listCharges(from: Date, to: Date, page: number): Promise<Outcome<ListPage<ListedCharge>>>
  listRefunds(from: Date, to: Date, page: number): Promise<Outcome<ListPage<ListedRefund>>>
  listSettlements(from: Date, to: Date, page: number): Promise<Outcome<ListPage<ListedSettlement>>>
}
