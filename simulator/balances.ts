// The merchant's money at the gateway: collected (ledger) until settled a day later, then available for refunds and transfers.
import type { BalanceRecord, SettlementRecord, TransactionRecord } from './records.ts'
import { isOn, type World } from './world.ts'

export const DAY_MS = 86_400_000

export function balanceOf(world: World, currency: string): BalanceRecord {
  const opening = currency === 'UGX' ? world.config.openingBalance : 0
  return world.store.balances.get(currency) ?? { id: currency, available: opening, ledger: 0 }
}

export function moveBalance(world: World, currency: string, change: { available?: number; ledger?: number }): void {
  const balance = balanceOf(world, currency)
  world.store.balances.put({
    id: currency,
    available: round(balance.available + (change.available ?? 0)),
    ledger: round(balance.ledger + (change.ledger ?? 0)),
  })
}

/** What may be spent now; nothing while balances are frozen. */
export function spendable(world: World, currency: string): number {
  return isOn(world, 'X04') ? 0 : balanceOf(world, currency).available
}

/** Books a collected payment and sets the timer of its settlement. */
export function collect(world: World, tx: TransactionRecord, at: number): void {
  moveBalance(world, tx.currency, { ledger: tx.amountSettled ?? 0 })
  const late = isOn(world, 'X03') ? 3 * DAY_MS : 0
  world.timers.schedule(tx.txRef, at + DAY_MS + late, { kind: 'settle-balance', transactionId: tx.id })
}

/** Moves a payment from the ledger to the available balance and onto the day's settlement. */
export function settle(world: World, tx: TransactionRecord, at: number): void {
  const net = tx.amountSettled ?? 0
  moveBalance(world, tx.currency, { ledger: -net, available: net })
  const row = settlementOf(world, tx.currency, at)
  world.store.settlements.put({
    ...row,
    settledAt: at,
    gross: round(row.gross + tx.amount),
    appFee: round(row.appFee + (tx.appFee ?? 0)),
    count: row.count + 1,
    transactionIds: [...row.transactionIds, tx.id].slice(-1_000),
  })
}

/** Takes money out of the day's settlement: refunds, chargebacks, and reversals that are only visible there. */
export function deduct(
  world: World,
  currency: string,
  kind: 'refund' | 'chargeback' | 'reversal',
  amount: number,
  at: number,
): void {
  moveBalance(world, currency, { available: -amount })
  const row = settlementOf(world, currency, at)
  world.store.settlements.put({ ...row, [kind]: round(row[kind] + amount) })
}

function settlementOf(world: World, currency: string, at: number): SettlementRecord {
  const day = new Date(at).toISOString().slice(0, 10)
  const known = world.store.settlements.of(currency).find((row) => row.day === day)
  if (known) return known
  const id = world.store.nextId('settlement')
  const nothing = { gross: 0, appFee: 0, chargeback: 0, refund: 0, reversal: 0, count: 0, transactionIds: [] }
  return { id, currency, day, settledAt: at, ...nothing }
}

/** Amounts have at most two decimals. */
export function round(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** UGX has no decimals, every other currency two. */
export function roundFor(currency: string, amount: number): number {
  return currency === 'UGX' ? Math.round(amount) : round(amount)
}

/** The gateway's price for collecting: 3.2 % for cards, 3.0 % for mobile money. */
export function collectionFee(currency: string, amount: number, paymentType: string): number {
  return roundFor(currency, amount * (paymentType === 'card' ? 0.032 : 0.03))
}

/** The gateway's price for a payout to mobile money: UGX 1,000 up to 125,000, then 1.2 %. */
export function transferFee(amount: number): number {
  return amount <= 125_000 ? 1_000 : Math.round(amount * 0.012)
}
