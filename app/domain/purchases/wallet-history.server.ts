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
  /** The chat message that it paid for. */
  message: { creatorName: string } | null
}

type Behind = Pick<WalletMovement, 'purchase' | 'hold' | 'message'>

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
    ...(behind.get(movement.causeId) ?? { purchase: null, hold: null, message: null }),
  }))
}

/** What these causes of entries are: payments, purchases, refunds, holds and messages. Ids are unique among all of them. */
async function findBehind(causeIds: readonly string[]): Promise<Map<string, Behind>> {
  if (causeIds.length === 0) return new Map()
  const { rows } = await sql<Behind & { id: string }>`
    select cause.id, case when u.id is not null then jsonb_build_object(
        'id', u.id, 'facts', u.quote, 'name', u.product_name, 'method', t.payment_method, 'network', t.network) end as purchase,
      case when h.id is not null then jsonb_build_object('causeKind', h.cause_kind, 'endReason', h.end_reason) end as hold,
      case when m.id is not null then jsonb_build_object('creatorName', coalesce(c.display_name, c.username, 'a creator')) end as message
    from unnest(${[...causeIds]}::uuid[]) as cause (id)
    left join transactions t on t.id = cause.id
    left join refunds r on r.id = cause.id
    left join purchases u on u.id = coalesce(t.purchase_id, r.purchase_id, cause.id)
    left join wallet_holds h on h.id = cause.id
    left join chat_messages m on m.id = cause.id
    left join chat_threads d on d.id = m.thread_id
    left join profiles c on c.id = d.creator_id`.execute(db)
  return new Map(rows.map(({ id, ...behind }) => [id, behind]))
}
