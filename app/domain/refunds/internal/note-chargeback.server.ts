import { publish } from '#app/domain/events/publish.server.ts'
import { isCurrency } from '#app/domain/money/money.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { GatewayChargeback } from '#app/gateways/flutterwave/refund-port.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { endOfChargeback, isAnswered } from '../chargeback.ts'
import { alertOf, type ChargebackRow, type ChargedBack } from './chargeback-row.ts'
import { bookChargeback } from './book-chargeback.server.ts'
import { lockPurchase } from './locked-refund.server.ts'
import { winChargeback } from './win-chargeback.server.ts'

/** Records what the gateway shows of a chargeback: a new one is posted and ends what it paid for, an ended one is closed. Each once. */
export function noteChargeback(gateway: string, shown: GatewayChargeback): Promise<void> {
  return inTransaction(async (tx) => {
    const found = await findCharge(tx, gateway, shown)
    const purchase = found && (await lockPurchase(tx, found.purchaseId))
    const made = await insert(tx, gateway, shown, found?.charge ?? null, purchase)
    const row = await tx
      .selectFrom('chargebacks')
      .selectAll()
      .where('gateway', '=', gateway)
      .where('chargeback_id', '=', shown.chargebackId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // A bank may be faster than our own check of the payment: a chargeback without a payment is posted once its payment is known.
    const known = !made && row.transaction_id === null && found && purchase
    if (known) await attach(tx, row.id, found.charge, purchase)
    if (made || known) await receive(tx, await reread(tx, row.id), found?.charge ?? null, purchase)
    await follow(tx, await reread(tx, row.id), shown, purchase)
  })
}

async function findCharge(
  tx: Tx,
  gateway: string,
  shown: GatewayChargeback,
): Promise<{ charge: ChargedBack; purchaseId: string } | null> {
  if (shown.providerId === null) return null
  const charge = await tx
    .selectFrom('gateway_charges as c')
    .innerJoin('transactions as t', 't.id', 'c.transaction_id')
    .select([
      'c.gateway',
      'c.provider_id',
      'c.transaction_id',
      'c.amount_minor',
      'c.currency',
      'c.outcome',
      't.purchase_id',
    ])
    .where('c.gateway', '=', gateway)
    .where('c.provider_id', '=', shown.providerId)
    .executeTakeFirst()
  return charge ? { charge, purchaseId: charge.purchase_id } : null
}

async function insert(
  tx: Tx,
  gateway: string,
  shown: GatewayChargeback,
  charge: ChargedBack | null,
  purchase: PurchaseRow | null,
): Promise<boolean> {
  const currency = charge?.currency && isCurrency(charge.currency) ? charge.currency : null
  const made = await tx
    .insertInto('chargebacks')
    .values({
      id: newId(),
      gateway,
      chargeback_id: shown.chargebackId,
      provider_id: shown.providerId,
      transaction_id: charge?.transaction_id ?? null,
      purchase_id: purchase?.id ?? null,
      account_id: purchase?.buyer_id ?? null,
      amount_minor: shown.amountMinor !== null && shown.amountMinor > 0n ? shown.amountMinor : null,
      currency,
      status: shown.status,
      raw_status: shown.rawStatus,
      stage: shown.stage,
      comment: shown.comment,
      opened_at: shown.openedAt ?? now(),
      due_at: shown.dueAt,
      puzzling: charge ? null : 'no payment of ours belongs to it',
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'chargeback_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

async function attach(tx: Tx, id: string, charge: ChargedBack, purchase: PurchaseRow): Promise<void> {
  await tx
    .updateTable('chargebacks')
    .set({
      transaction_id: charge.transaction_id,
      purchase_id: purchase.id,
      account_id: purchase.buyer_id,
      currency: charge.currency && isCurrency(charge.currency) ? charge.currency : null,
      puzzling: null,
    })
    .where('id', '=', id)
    .execute()
}

/** A new one: the money leaves our balance at the gateway at this moment. Staff has to check it soon. */
async function receive(
  tx: Tx,
  row: ChargebackRow,
  charge: ChargedBack | null,
  purchase: PurchaseRow | null,
): Promise<void> {
  if (charge && purchase && row.amount_minor !== null && row.currency !== null) {
    await bookChargeback(tx, row, charge, purchase)
    if (purchase.buyer_id)
      await tx
        .insertInto('account_flags')
        .values({ id: newId(), account_id: purchase.buyer_id, reason: 'chargeback', cause_id: row.id })
        .execute()
  }
  await publish(tx, {
    actorId: null,
    event: 'chargeback_received',
    objectId: row.id,
    detail: {
      amount_minor: row.amount_minor?.toString() ?? null,
      currency: row.currency,
      due_at: row.due_at?.toISOString() ?? null,
      severity: 'high',
    },
    alert: alertOf(row),
  })
}

async function follow(
  tx: Tx,
  row: ChargebackRow,
  shown: GatewayChargeback,
  purchase: PurchaseRow | null,
): Promise<void> {
  const end = endOfChargeback(shown.status)
  const isNews = row.status !== shown.status || (end !== null && row.ended_at === null)
  const heard = row.answer !== null && row.notified_at === null && isAnswered(shown.status)
  await tx
    .updateTable('chargebacks')
    .set({
      status: shown.status,
      raw_status: shown.rawStatus,
      stage: shown.stage,
      due_at: shown.dueAt ?? row.due_at,
      ...(heard ? { notified_at: now() } : {}),
      ...(end !== null && row.ended_at === null ? { ended_at: now() } : {}),
    })
    .where('id', '=', row.id)
    .execute()
  if (end === 'won' && row.won_entry_id === null && row.entry_id !== null && purchase)
    await winChargeback(tx, row, purchase)
  if (isNews && end !== null) await publish(tx, { actorId: null, event: `chargeback_${end}`, objectId: row.id })
}

function reread(tx: Tx, id: string): Promise<ChargebackRow> {
  return tx.selectFrom('chargebacks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
