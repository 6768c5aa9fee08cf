import { formatMoney } from '#app/domain/money/money.ts'
import { NETWORK_NAMES, type Network } from '#app/domain/payments/mobile-network.ts'
import { showDate } from '#app/platform/dates.ts'
import type { PaidWith, Receipt, ReceiptOutcome } from '#app/domain/purchases/receipts.server.ts'
import { to, withQuery } from '#app/links.ts'
import type { Tone } from '#app/ui/chip.tsx'

export const OUTCOMES: Record<ReceiptOutcome, { word: string; tone: Tone }> = {
  paid: { word: 'Paid', tone: 'success' },
  refund_due: { word: 'Refunding', tone: 'info' },
  refunded: { word: 'Refunded', tone: 'info' },
  charged_back: { word: 'Reversed by your bank', tone: 'warning' },
  pending: { word: 'Not confirmed yet', tone: 'warning' },
  failed: { word: 'Not paid', tone: 'danger' },
  review: { word: 'Being checked', tone: 'warning' },
}

const RECEIVED: readonly ReceiptOutcome[] = ['paid', 'refunded', 'refund_due', 'charged_back']

export type ReceiptRowData = {
  key: string
  href: string
  title: string
  meta: string
  price: string
  word: string
  tone: Tone
}

/** One payment in a list. A paid one links to its receipt, any other to its payment page, which has more details. */
export function receiptRow(receipt: Receipt): ReceiptRowData {
  const { outcome } = receipt
  const received = RECEIVED.includes(outcome)
  return {
    key: receipt.reference,
    href: received ? to.receipt(receipt.purchaseId) : paymentPage(receipt.reference),
    title: receipt.productName,
    meta: `${showDate(receipt.at)} · ${methodWord(receipt.method, receipt.network)}`,
    price: formatMoney(receipt.price),
    ...OUTCOMES[outcome],
    // A short form that fits beside a title on a phone.
    ...(outcome === 'charged_back' ? { word: 'Bank reversed it' } : {}),
  }
}

/** The page of a payment that is not confirmed. */
export function paymentPage(reference: string): string {
  return withQuery(to.paymentCallback, { tx_ref: reference })
}

/** "MTN", "Card", "Wallet": what something was paid with. */
export function methodWord(method: PaidWith, network: string | null): string {
  if (method === 'card') return 'Card'
  if (method === 'wallet') return 'Wallet'
  if (method === 'earnings') return 'Earnings'
  if (method === 'nothing') return 'Nothing to pay'
  return network && Object.hasOwn(NETWORK_NAMES, network) ? NETWORK_NAMES[network as Network] : 'Mobile money'
}
