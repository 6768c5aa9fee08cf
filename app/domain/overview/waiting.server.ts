import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { db } from '#app/platform/db.server.ts'
import type { Waiting } from './waiting.ts'

export type MoneyWaiting = {
  chargebacks: number
  nextDueAt: Date | null
  halts: number
  payoutChecks: number
  refundsFailed: number
  refundsOpen: number
  differences: number
}

/** All money-related work that waits for a person, in one query: each part uses an index of open rows. */
export async function countMoneyWaiting(): Promise<MoneyWaiting> {
  const { rows } = await sql<MoneyWaiting>`
    select c.open as chargebacks, c.due as "nextDueAt", r.failed as "refundsFailed", r.open as "refundsOpen",
      (select count(*)::int from payout_halts where resumed_at is null) as halts,
      (select count(*)::int from payouts where state = 'unknown' or (state = 'pending' and reason in ('approval', 'first_approval'))
        or (state = 'sent' and reason = 'gateway_approval'))
      + (select count(*)::int from payout_accounts where state = 'in_use' and name_check = 'waiting') as "payoutChecks",
      (select count(*)::int from reconciliation_differences where state = 'open') as differences
    from (select count(*)::int as open, min(due_at) as due from chargebacks where ended_at is null and answer is null) as c
    cross join (
      select count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state <> 'failed')::int as open
      from refunds where state in ('asked', 'agreed', 'failed')
    ) as r`.execute(db)
  return rows[0]!
}

/** The same for a member of staff: only what their role may open. */
export async function findWaiting(actor: Actor): Promise<Waiting> {
  const all = await countMoneyWaiting()
  return {
    chargebacks: hasPermission(actor, 'refunds.decide') ? { open: all.chargebacks, nextDueAt: all.nextDueAt } : null,
    payouts: hasPermission(actor, 'payouts.run') ? { halted: all.halts > 0, checks: all.payoutChecks } : null,
    refunds: hasPermission(actor, 'refunds.view') ? { failed: all.refundsFailed, open: all.refundsOpen } : null,
    differences: hasPermission(actor, 'reconciliation.view') ? { open: all.differences } : null,
  }
}
