import type { ProductInvariants } from '../product.ts'

/** Its money is the wallet's, which the ledger checks. */
export const topUpInvariants: ProductInvariants = { rights: null }
