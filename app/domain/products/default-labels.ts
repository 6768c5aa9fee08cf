import { destinationOfPass } from './return-to.ts'
import type { ProductKind, ProductLabels } from './product.ts'

const DEFAULTS = {
  shownAt: { kind: 'payment' },
  fillsWallet: false,
  wayBack: (returnTo) =>
    returnTo.creator
      ? {
          target: destinationOfPass(returnTo),
          meta: returnTo.intent === 'follow' ? 'Following now' : 'It is open to you now',
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
