import type { Selectable } from 'kysely'
import { formatMoney, moneyOrNull } from '#app/domain/money/money.ts'
import type { Chargebacks } from '../../../../db/types.ts'

export type ChargebackRow = Selectable<Chargebacks>

/** The charge that it reverses, as far as we know it. */
export type ChargedBack = {
  gateway: string
  provider_id: string
  transaction_id: string
  amount_minor: bigint | null
  currency: string | null
  outcome: string
}

/** The content of a mail to staff: how much, and until when it can be answered. */
export function alertOf(row: ChargebackRow): { about: string; dueAt: Date | null } {
  const amount = moneyOrNull(row)
  return { about: amount ? formatMoney(amount) : '', dueAt: row.due_at }
}
