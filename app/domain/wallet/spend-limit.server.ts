import { sql } from 'kysely'
import { WALLET_SPENDS_PER_MINUTE } from '#app/domain/settings/constants.ts'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Whether a wallet has paid so often in the last minute that it has to wait: nobody buys by hand that fast, and a stolen session can't
 * empty a wallet at once. Exact where the caller holds the wallet's lock.
 */
export async function spendsTooFast(tx: Tx, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ spends: number }>`
    select ((select count(*) from purchases where buyer_id = ${ownerId} and paid_from = 'wallet' and created_at > app_now() - interval '1 minute')
      + (select count(*) from wallet_holds where owner_id = ${ownerId} and placed_at > app_now() - interval '1 minute'))::int as spends`.execute(
    tx,
  )
  return rows[0]!.spends >= WALLET_SPENDS_PER_MINUTE
}
