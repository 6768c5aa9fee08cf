import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { maskedAccount } from './account.ts'
import { openNumber } from './account-number.server.ts'
import { canRunPayout, type RunDenial } from './policy.ts'

export type NameRefusal = { kind: 'not_permitted'; reason: RunDenial } | { kind: 'not_there' | 'judged_before' }

/** Staff decides whether the name on a payout account is the creator's; before that nothing is sent there. */
export function decideAccountName(
  actor: Actor,
  accountId: string,
  verdict: 'accepted' | 'refused',
): Promise<Result<null, NameRefusal>> {
  return inTransaction(async (tx) => {
    if (!isId(accountId)) return refuse({ kind: 'not_there' })
    const account = await tx
      .selectFrom('payout_accounts')
      .select(['id', 'creator_id', 'state', 'name_check', 'kind', 'bank_name', 'number', 'sealed_number'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!account) return refuse({ kind: 'not_there' })
    const allowed = canRunPayout(actor, account.creator_id)
    if (!allowed.allowed) return refuse({ kind: 'not_permitted', reason: allowed.reason })
    if (account.state !== 'in_use' || account.name_check !== 'waiting') return refuse({ kind: 'judged_before' })
    await tx
      .updateTable('payout_accounts')
      .set({ name_check: verdict, name_checked_by: actor!.id, name_checked_at: now() })
      .where('id', '=', account.id)
      .execute()
    const published = { actorId: actor!.id, objectId: account.id }
    if (verdict === 'accepted') await publish(tx, { ...published, event: 'payout_account_name_accepted' })
    else
      await publish(tx, {
        ...published,
        event: 'payout_account_name_refused',
        payload: {
          creator: { id: account.creator_id },
          account: maskedAccount({ kind: account.kind, bankName: account.bank_name, number: openNumber(account) }),
        },
      })
    return ok(null)
  })
}
