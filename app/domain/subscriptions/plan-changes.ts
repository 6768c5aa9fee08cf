import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { countryNames } from './countries.ts'
import type { PlanEdit } from './plan-edit.ts'

/** The changes as texts: "Price UGX 180,000 to UGX 170,000". Empty where nothing differs. */
export function planChanges(from: PlanEdit, to: PlanEdit): string[] {
  const changes: string[] = []
  const notify = (what: string, before: string, after: string) => {
    if (before !== after) changes.push(`${what} ${before} to ${after}`)
  }
  notify('Name', from.displayName, to.displayName)
  notify('Price', ugx(from.priceUgx), ugx(to.priceUgx))
  notify('Price', usd(from.priceUsd), usd(to.priceUsd))
  notify('Shown first', from.currencyPrimary, to.currencyPrimary)
  notify('Discount', discountText(from), discountText(to))
  notify('Countries', countryNames(from.countries), countryNames(to.countries))
  if (from.isActive !== to.isActive) changes.push(to.isActive ? 'Switched on' : 'Switched off')
  if (from.isFeatured !== to.isFeatured) changes.push(to.isFeatured ? 'Featured' : 'No longer featured')
  return changes
}

function discountText(edit: PlanEdit): string {
  if (edit.discountPercentage === 0) return '0%'
  return `${edit.discountPercentage}%${edit.discountExpiresAt ? `, until ${showDate(edit.discountExpiresAt)}` : ''}`
}

const ugx = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
const usd = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'USD' })
