import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import type { LedgerAccount } from './chart.ts'
import { openAccounts } from './open-account.server.ts'

/**
 * Locks the balances of accounts that aren't folded and answers what stands on them, in the order asked: debits less credits, so a pot of
 * money is negative. Whoever decides by a balance locks it here first; all balances of one act are locked by one call.
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

/** What somebody's own pot holds, as people count it: never below zero. Locked until the transaction ends. */
export async function lockBalance(tx: Tx, account: LedgerAccount): Promise<bigint> {
  const [balance] = await lockBalances(tx, [account])
  return -balance!
}
