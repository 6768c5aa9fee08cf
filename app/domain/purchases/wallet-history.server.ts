import { sql } from 'kysely'
import { listAccountMovements } from '#app/domain/ledger/account-history.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'
import { db } from '#app/platform/db.server.ts'
import type { ProductFacts } from '#app/domain/products/registry.ts'

export const HISTORY_FILTERS = ['all', 'in', 'out'] as const
export type HistoryFilter = (typeof HISTORY_FILTERS)[number]

/** One movement of a wallet; positive is money in. */
export type WalletMovement = {
  entryId: string
  /** The kind of the journal entry, such as wallet_topped_up or hold_placed. */
  kind: string
  at: Date
  amount: Money
  /** The purchase behind it, with the payment method where the money came from outside. */
  purchase: { id: string; facts: ProductFacts; name: string; method: string | null; network: string | null } | null
  /** What set-aside money was for, and why the hold ended. */
  hold: { causeKind: string; endReason: string | null } | null
}

type Behind = Pick<WalletMovement, 'purchase' | 'hold'>

type Row = {
  cause_id: string
  purchase_id: string | null
  facts: ProductFacts | null
  product_name: string | null
  payment_method: string | null
  network: string | null
  hold_cause: string | null
  end_reason: string | null
}

/** What went into and out of a wallet, newest first, a page at a time. `before` is the last entry of the previous page. */
export async function listWalletMovements(
  accountId: string,
  options: { filter?: HistoryFilter; before?: string | null; limit: number },
): Promise<WalletMovement[]> {
  const { filter = 'all', before = null, limit } = options
  const only = filter === 'all' ? null : filter === 'in' ? 'credits' : 'debits'
  const movements = await listAccountMovements(walletOf(accountId), { only, before, limit })
  const behind = await findBehind(movements.map((movement) => movement.causeId))
  return movements.map((movement) => ({
    entryId: movement.entryId,
    kind: movement.kind,
    at: movement.happenedAt,
    amount: { amountMinor: -movement.amountMinor, currency: 'UGX' },
    ...(behind.get(movement.causeId) ?? { purchase: null, hold: null }),
  }))
}

/** What these causes of entries are: payments, purchases, refunds and holds. Ids are unique among all of them. */
async function findBehind(causeIds: readonly string[]): Promise<Map<string, Behind>> {
  if (causeIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select cause.id as cause_id, u.id as purchase_id, u.quote as facts, u.product_name, t.payment_method, t.network,
      h.cause_kind as hold_cause, h.end_reason
    from unnest(${[...causeIds]}::uuid[]) as cause (id)
    left join transactions t on t.id = cause.id
    left join refunds r on r.id = cause.id
    left join purchases u on u.id = coalesce(t.purchase_id, r.purchase_id, cause.id)
    left join wallet_holds h on h.id = cause.id`.execute(db)
  return new Map(rows.map((row) => [row.cause_id, behindOf(row)]))
}

function behindOf(row: Row): Behind {
  return {
    purchase: row.purchase_id
      ? {
          id: row.purchase_id,
          facts: row.facts!,
          name: row.product_name!,
          method: row.payment_method,
          network: row.network,
        }
      : null,
    hold: row.hold_cause ? { causeKind: row.hold_cause, endReason: row.end_reason } : null,
  }
}
