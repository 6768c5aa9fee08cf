import type { Money } from '#app/domain/money/money.ts'
import { PAYMENT } from '#app/domain/settings/constants.ts'

export type QuoteProblem = 'mobile_money_takes_shillings' | 'amount_too_small' | 'amount_too_large'

/** Why a price can't be collected with this method, or null. */
export function validateQuote(price: Money, method: 'card' | 'mobile_money'): QuoteProblem | null {
  if (method === 'mobile_money' && price.currency !== 'UGX') return 'mobile_money_takes_shillings'
  if (price.amountMinor <= 0n) return 'amount_too_small'
  if (price.currency === 'UGX' && price.amountMinor < PAYMENT.minUgxMinor) return 'amount_too_small'
  if (method === 'mobile_money' && price.amountMinor > PAYMENT.maxMobileMoneyMinor) return 'amount_too_large'
  return null
}
