import { destinationOfAccess, type ReturnTo } from './return-to.ts'
import type { ProductKind, ProductLabels } from './product.ts'

/** A post with a price of its own is still to be bought there. */
const WAY_BACK: Partial<Record<NonNullable<ReturnTo['intent']>, string>> = {
  follow: 'Following now',
  unlock: 'You can open it now',
}

const DEFAULTS = {
  shownAt: { kind: 'payment' },
  fillsWallet: false,
  wayBack: (returnTo) =>
    returnTo.creator
      ? {
          target: destinationOfAccess(returnTo),
          meta: (returnTo.intent && WAY_BACK[returnTo.intent]) ?? 'It is open to you now',
        }
      : null,
  nextPayment: () => null,
  given: () => null,
  opens: 'Your access opens',
  receiptLabel: 'For',
  inActivity: (_, title) => ({ icon: 'receipt-text', tone: 'accent', title, about: 'Payment' }),
  inWallet: (_, title) => ({ icon: 'receipt-text', tone: 'accent', title }),
  refundedName: (_, productName) => productName,
} satisfies Partial<ProductLabels>

/** The labels of a product: what it names itself, and what most products share. */
export function labels<Facts extends { kind: ProductKind }>(
  own: Omit<ProductLabels<Facts>, keyof typeof DEFAULTS> & Partial<Pick<ProductLabels<Facts>, keyof typeof DEFAULTS>>,
): ProductLabels<Facts> {
  return { ...DEFAULTS, ...own }
}
