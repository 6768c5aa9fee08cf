import { z } from 'zod'

/** The prices that a creator can choose from, in minor units of shillings. */
export const SALE_MAIL_STEPS = [2_000_000n, 5_000_000n, 10_000_000n, 50_000_000n] as const
export const STANDARD_SALE_MAIL_MINOR: bigint = 10_000_000n

/** Whether a creator is mailed about a sale: from the chosen price on, and about the first of each kind. `fromMinor`: null for none. */
export function isSaleMailed(fromMinor: bigint | null, sale: { priceMinor: bigint; isFirst: boolean }): boolean {
  return fromMinor !== null && (sale.isFirst || sale.priceMinor >= fromMinor)
}

/** The form: one of the steps in whole shillings, or nothing for no mails. */
export const SaleMailsForm = z.object({
  from: z
    .string('Choose a price.')
    .transform((text) => (text === '' ? null : SALE_MAIL_STEPS.find((step) => String(step / 100n) === text)))
    .refine((step) => step !== undefined, 'Choose a price.'),
})
