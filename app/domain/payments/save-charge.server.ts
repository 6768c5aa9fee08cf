import { sql } from 'kysely'
import type { Charge } from '#app/gateways/flutterwave/port.ts'
import type { Tx } from '#app/platform/db.server.ts'

export type ChargeOutcome = 'none' | 'settled' | 'refund_due' | 'review'
export type SavedCharge = {
  outcome: ChargeOutcome
  /** The fee before this check; null while it was unknown. */
  feeBefore: bigint | null
  /** The gateway has shown the same charge under another of our payments before. */
  usedElsewhere: boolean
}

/**
 * Stores what the gateway shows of a charge. A charge belongs to the payment that first showed it; one that was settled stays a success.
 */
export async function saveCharge(tx: Tx, gateway: string, transactionId: string, charge: Charge): Promise<SavedCharge> {
  await tx
    .insertInto('gateway_charges')
    .values({
      gateway,
      provider_id: charge.providerId,
      transaction_id: transactionId,
      status: charge.status,
      raw_status: charge.rawStatus,
      amount_minor: charge.amountMinor,
      currency: charge.currency,
      charged_minor: charge.chargedMinor,
      account_id: charge.accountId,
      processor_text: charge.processorText,
      payment_type: charge.paymentType,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const before = await tx
    .selectFrom('gateway_charges')
    .select(['transaction_id', 'outcome', 'fee_minor'])
    .where('gateway', '=', gateway)
    .where('provider_id', '=', charge.providerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const outcome = before.outcome
  const usedElsewhere = before.transaction_id !== transactionId
  if (!usedElsewhere) {
    const facts =
      outcome === 'none'
        ? { status: charge.status, raw_status: charge.rawStatus, processor_text: charge.processorText }
        : {}
    await tx
      .updateTable('gateway_charges')
      .set({
        ...facts,
        ...(outcome === 'none'
          ? { amount_minor: charge.amountMinor, currency: charge.currency, charged_minor: charge.chargedMinor }
          : {}),
        fee_minor: before.fee_minor ?? charge.feeMinor,
        updated_at: sql`app_now()`,
      })
      .where('gateway', '=', gateway)
      .where('provider_id', '=', charge.providerId)
      .execute()
  }
  return { outcome, feeBefore: before.fee_minor, usedElsewhere }
}

export async function markCharge(tx: Tx, gateway: string, providerId: string, outcome: ChargeOutcome): Promise<void> {
  await tx
    .updateTable('gateway_charges')
    .set({ outcome })
    .where('gateway', '=', gateway)
    .where('provider_id', '=', providerId)
    .execute()
}
