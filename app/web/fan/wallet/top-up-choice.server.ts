import { formatMoney, MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { TOP_UP } from '#app/domain/settings/constants.ts'
import { withQuery } from '#app/links.ts'
import { fieldErrors } from '#app/web/form-answer.ts'
import type { TopUpChoice } from './top-up-choice.tsx'

/** The first step of a top-up; `page` is the address of the page that shows it. */
export function topUpChoice(page: string, url: URL, requested: ReturnTo, error: string | null = null): TopUpChoice {
  const values = { amount: (url.searchParams.get('amount') ?? '').slice(0, 20) }
  const units = (amountMinor: bigint) => (amountMinor / MINOR_PER_UNIT).toString()
  return {
    amounts: TOP_UP.usualMinor.map((amountMinor) => ({
      value: units(amountMinor),
      label: formatMoney({ amountMinor, currency: 'UGX' }),
    })),
    usual: units(TOP_UP.usualMinor[1]),
    other: url.searchParams.get('other') === '1' || error !== null,
    otherHref: withQuery(page, { ...requested, other: '1' }),
    usualHref: withQuery(page, requested),
    requested: Object.entries(requested),
    answer: error === null ? { ok: true, values } : { ok: false, errors: fieldErrors({ amount: error }), values },
  }
}
