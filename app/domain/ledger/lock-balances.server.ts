import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import type { LedgerAccount } from './chart.ts'
import { openAccounts } from './open-account.server.ts'

/**
 * Locks the balances of accounts that aren't folded and returns them in the requested order: debits minus credits, so a positive holding is
 * negative. A command that decides by a balance locks it here first, and locks all its balances in one call.
 */
export async function lockBalances(tx: Tx, accounts: readonly LedgerAccount[]): Promise<bigint[]> {
  const ids = await openAccounts(tx, accounts)
  const rows = await queryPreparedIn<{ account_id: string; balance_minor: bigint }>(
    tx,
    'lock-ledger-balances',
    'select * from lock_ledger_balances($1::uuid[])',
    [ids],
  )
  const balances = new Map(rows.map((row) => [row.account_id, row.balance_minor]))
  return ids.map((id) => balances.get(id)!)
}

/** The balance of an owner's account as people count it: never below zero. Locked until the transaction ends. */
export async function lockBalance(tx: Tx, account: LedgerAccount): Promise<bigint> {
  const [balance] = await lockBalances(tx, [account])
  return -balance!
}
