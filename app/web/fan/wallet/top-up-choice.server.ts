import { formatMoney, MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import { type ReturnTo, returnToQuery } from '#app/domain/products/return-to.ts'
import { TOP_UP } from '#app/domain/settings/constants.ts'
import type { TopUpChoice } from './top-up-choice.tsx'

/** The first step of a top-up; `page` is the address of the page that shows it. */
export function topUpChoice(page: string, url: URL, requested: ReturnTo, error: string | null = null): TopUpChoice {
  const carried = new URLSearchParams(returnToQuery(requested))
  const at = (more: Record<string, string>) => {
    const query = new URLSearchParams([...carried, ...Object.entries(more)])
    return query.size > 0 ? `${page}?${query}` : page
  }
  const units = (amountMinor: bigint) => (amountMinor / MINOR_PER_UNIT).toString()
  return {
    amounts: TOP_UP.usualMinor.map((amountMinor) => ({
      value: units(amountMinor),
      label: formatMoney({ amountMinor, currency: 'UGX' }),
    })),
    usual: units(TOP_UP.usualMinor[1]),
    other: url.searchParams.get('other') === '1' || error !== null,
    otherHref: at({ other: '1' }),
    usualHref: at({}),
    requested: [...carried],
    typed: (url.searchParams.get('amount') ?? '').slice(0, 20),
    error,
  }
}
