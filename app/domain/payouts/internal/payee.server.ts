import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { Payee } from './schedule-payouts.server.ts'

export type NotPayable = {
  kind: 'not_there' | 'no_account' | 'account_frozen' | 'account_refused' | 'name_unchecked' | 'not_active'
}

/** Where a payout of a creator would go now, or why it can't be paid. */
export async function payeeOf(tx: Tx, creatorId: string): Promise<Payee | NotPayable> {
  const { rows } = await sql<{
    account_id: string | null
    usable: boolean | null
    name_check: string | null
    refused: boolean | null
    active: boolean
  }>`
    select a.id as account_id, a.usable_from <= app_now() as usable, a.name_check,
      a.refused_at is not null as refused,
      p.account_status = 'active' and not p.is_blocked and c.verification_status = 'approved'
        and not exists (select from account_flags f where f.account_id = c.profile_id and f.cleared_at is null) as active
    from creators c join profiles p on p.id = c.profile_id
      left join payout_accounts a on a.creator_id = c.profile_id and a.state = 'in_use'
    where c.profile_id = ${creatorId}`.execute(tx)
  const row = rows[0]
  if (!row) return { kind: 'not_there' }
  if (!row.active) return { kind: 'not_active' }
  if (row.account_id === null) return { kind: 'no_account' }
  if (row.name_check !== 'matched' && row.name_check !== 'accepted') return { kind: 'name_unchecked' }
  if (row.refused) return { kind: 'account_refused' }
  return row.usable ? { creatorId, accountId: row.account_id } : { kind: 'account_frozen' }
}
