import type { Selectable } from 'kysely'
import type { Chargebacks } from '../../../../db/types.ts'

export type ChargebackRow = Selectable<Chargebacks>

/** The charge that it takes back, as far as we know it. */
export type ChargedBack = {
  gateway: string
  provider_id: string
  transaction_id: string
  amount_minor: bigint | null
  currency: string | null
  outcome: string
}
