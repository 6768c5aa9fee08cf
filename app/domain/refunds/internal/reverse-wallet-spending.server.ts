import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { endRefundUnpaid, grantRefundForChargeback, type RefundRow } from '#app/domain/payments/refund-rows.server.ts'
import { debit, type Line, platform } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import type { Currency } from '#app/domain/money/money.ts'
import { creatorIn } from '#app/domain/payments/creator-in.ts'
import { smaller } from '#app/domain/products/creators-part.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { refundDecided } from '../entries.ts'
import { bearChargeback } from './bear-chargeback.server.ts'
import { sendOnItsWay } from './carry-out.server.ts'
import { lockEarningsOf } from './lock-earnings-of.server.ts'
import { openRefund } from './open-refund.server.ts'
import { refundFactsOf } from './refund-facts.server.ts'
import type { Tie } from '../chargeback-ties.ts'
import { findTies } from './find-ties.server.ts'
import { notifyCreator } from './notify-creator.server.ts'
import { recordTies } from './record-ties.server.ts'
import {
  type Covered,
  listSpendingsSince,
  recordSpendings,
  reverseSpending,
  type Spending,
} from './wallet-spendings.server.ts'

/** The maximum number of purchases and holds that one chargeback reverses; what is left then is our loss. Messages have no maximum. */
const MAX_REVERSED = 200

/**
 * A bank reverses a top-up that the wallet no longer holds. What is missing of `requestedMinor` is taken from what the wallet has spent since
 * then, until it is covered:
 *
 * 1. Open holds, newest first: cancelled.
 * 2. What went to creators who are tied to the payer, newest first. That money has not left the payer, so nothing that was bought later, or
 *    with other money, protects it.
 * 3. Other purchases, newest first: they end and are refunded into the wallet.
 * 4. Other messages and delivered requests, newest first: their creators keep their parts, and it is our loss.
 *
 * So stolen money buys nothing permanent, and the cost of what was used falls on the same accounts as if the bank had reversed the purchase
 * itself. The top-up is locked. Returns the debits of creators for what is no purchase, and how much of the sum messages and requests cover:
 * the wallet pays the rest.
 */
export async function reverseWalletSpending(
  tx: Tx,
  chargebackId: string,
  topUp: PurchaseRow,
  requestedMinor: bigint,
): Promise<{ lines: Line[]; coveredMinor: bigint }> {
  await lockBuyer(tx, topUp)
  const bought = await listBoughtSince(tx, topUp)
  const held = await listHeldSince(tx, topUp)
  // Not locked yet: all balances of a purchase are locked in one order, and the wallet's is among them.
  let missingMinor = requestedMinor + (await getBalance(walletOf(topUp.buyer_id!), tx))
  const spent = missingMinor > 0n ? await listSpendingsSince(tx, topUp) : []
  // Before any balance is locked, and all at once, because the purchases end in the order in which they were made.
  if (missingMinor > 0n)
    await lockEarningsOf(
      tx,
      bought.map((purchase) => purchase.id),
      spent.map((spending) => spending.creatorId),
    )
  for (const { id } of held) {
    if (missingMinor <= 0n) break
    const end = await cancelHold(tx, id, 'payment_charged_back')
    if (end.ok) missingMinor -= end.value.amountMinor
  }
  const taken: { lines: Line[]; coveredMinor: bigint } = { lines: [], coveredMinor: 0n }
  if (missingMinor <= 0n) return taken
  const ties = await tiesByCreator(tx, topUp, [
    ...spent.map((spending) => spending.creatorId),
    ...bought.flatMap((purchase) => creatorIn(purchase) ?? []),
  ])
  const all: Step[] = [
    ...spent.map((spending) => ({ spending, creatorId: spending.creatorId, at: spending.at })),
    ...bought.map((purchase) => ({ purchase, creatorId: creatorIn(purchase), at: purchase.completed_at! })),
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const isTied = ({ creatorId }: Step) => creatorId !== null && ties.has(creatorId)
  const kept: Covered[] = []
  for (const step of [
    ...all.filter(isTied),
    ...all.filter((one) => !isTied(one) && one.purchase),
    ...all.filter((one) => !isTied(one) && one.spending),
  ]) {
    if (missingMinor <= 0n) break
    if (isTied(step)) await recordTies(tx, chargebackId, step.creatorId!, ties.get(step.creatorId!)!)
    if (step.purchase) {
      missingMinor -= await reverseIntoWallet(tx, chargebackId, topUp, step.purchase)
      continue
    }
    const { spending } = step
    const amountMinor = smaller(missingMinor, spending.grossMinor - spending.coveredMinor)
    missingMinor -= amountMinor
    taken.coveredMinor += amountMinor
    if (isTied(step)) taken.lines.push(...(await reverseSpending(tx, chargebackId, spending, amountMinor)))
    else kept.push({ spending, amountMinor, reversedMinor: 0n })
  }
  await recordSpendings(tx, chargebackId, kept)
  return taken
}

type Step = { creatorId: string | null; at: Date } & (
  | { purchase: PurchaseRow; spending?: undefined }
  | { spending: Spending; purchase?: undefined }
)

/** A message that is paid at this moment waits: all that the wallet has spent is found. */
async function lockBuyer(tx: Tx, { buyer_id: buyerId }: PurchaseRow): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', buyerId).forNoKeyUpdate().execute()
}

function listBoughtSince(tx: Tx, topUp: PurchaseRow): Promise<PurchaseRow[]> {
  return tx
    .selectFrom('purchases')
    .selectAll()
    .where('buyer_id', '=', topUp.buyer_id)
    .where('paid_from', '=', 'wallet')
    .where('state', '=', 'completed')
    .where('completed_at', '>=', topUp.completed_at)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REVERSED)
    .forUpdate()
    .execute()
}

/** Only creators with a tie. */
async function tiesByCreator(
  tx: Tx,
  topUp: PurchaseRow,
  creatorIds: readonly string[],
): Promise<ReadonlyMap<string, Tie[]>> {
  const found = new Map<string, Tie[]>()
  for (const creatorId of new Set(creatorIds)) {
    const ties = await findTies(tx, topUp, creatorId)
    if (ties.length > 0) found.set(creatorId, ties)
  }
  return found
}

/** The holds that the wallet placed since the top-up and that are still open, newest first, locked. */
function listHeldSince(tx: Tx, topUp: PurchaseRow): Promise<{ id: string }[]> {
  return tx
    .selectFrom('wallet_holds')
    .select('id')
    .where('owner_id', '=', topUp.buyer_id!)
    .where('state', '=', 'held')
    .where('placed_at', '>=', topUp.completed_at!)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REVERSED)
    .forUpdate()
    .execute()
}

/** Reverses the rest of a purchase into the wallet. Returns how much more the wallet holds then. */
async function reverseIntoWallet(
  tx: Tx,
  chargebackId: string,
  topUp: PurchaseRow,
  purchase: PurchaseRow,
): Promise<bigint> {
  const { completed, restMinor } = await refundFactsOf(tx, purchase)
  if (!completed || restMinor <= 0n) return 0n
  const refund = (await findOpenRequest(tx, purchase.id)) ?? (await openOne(tx, purchase, restMinor))
  const at = now()
  const cause = { causeKind: 'refund', causeId: refund.id } as const
  const { lines: taken, shortMinor } = await productOf(purchase.kind).reverse(tx, {
    purchase,
    buyerId: purchase.buyer_id!,
    amountMinor: restMinor,
    restMinor,
    ends: true,
    ...cause,
    at,
  })
  // What a fan of a hidden creator got back in the wallet is spent with the rest of it.
  const amountMinor = restMinor - shortMinor
  if (amountMinor <= 0n) {
    await endRefundUnpaid(tx, refund.id, null)
    return 0n
  }
  await grantRefundForChargeback(tx, refund.id, { amountMinor, chargebackId })
  const borne = await bearChargeback(tx, { chargebackId, payment: topUp, ...cause }, purchase, taken)
  const currency = refund.currency
  const lines = withLoss(taken, borne, currency)
  await postEntry(tx, refundDecided({ id: refund.id, amountMinor, currency, at }, lines))
  await sendOnItsWay(tx, { ...refund, amount_minor: amountMinor }, purchase, null, null)
  await notifyCreator(tx, purchase, lines, 'sale_charged_back')
  return amountMinor - fromWallet(lines)
}

/** What no account bears of it is a loss to the bank, as for a purchase that a bank reverses directly. */
function withLoss(taken: readonly Line[], borne: readonly Line[], currency: Currency): Line[] {
  const sumOf = (lines: readonly Line[]) =>
    lines.reduce((sum, line) => (line.account.currency === currency ? sum + line.amountMinor : sum), 0n)
  const loss = debit(platform('chargeback_losses', currency), sumOf(taken) - sumOf(borne))
  return loss.amountMinor === 0n ? [...borne] : [...borne, loss]
}

/** The part that was in the wallet before: the days of a hidden creator were refunded there. */
function fromWallet(lines: readonly Line[]): bigint {
  return lines.reduce((sum, { account, amountMinor }) => (account.purpose === 'wallet' ? sum + amountMinor : sum), 0n)
}

function openOne(tx: Tx, purchase: PurchaseRow, amountMinor: bigint): Promise<RefundRow> {
  return openRefund(tx, purchase, {
    reason: 'top_up_charged_back',
    amountMinor,
    destination: 'wallet',
    askedBy: null,
    note: '',
  })
}

/** A refund request that waits for a decision is granted by this, whole. */
async function findOpenRequest(tx: Tx, purchaseId: string): Promise<RefundRow | undefined> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', ['asked', 'agreed'])
    .where('reason', '<>', 'unmatched')
    .forUpdate()
    .executeTakeFirst()
}
