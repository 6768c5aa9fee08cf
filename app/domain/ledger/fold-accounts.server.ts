import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'

const BATCH = 20_000

/** Scheduled task: folds the waiting credits of hot accounts into their balances. Returns how many lines it folded. */
export async function foldAccounts(): Promise<number> {
  let folded = 0
  for (;;) {
    const { rows } = await sql<{ lines: number }>`select fold_hot_accounts(${BATCH}) as lines`.execute(db)
    const lines = rows[0]!.lines
    folded += lines
    if (lines < BATCH) return folded
  }
}
