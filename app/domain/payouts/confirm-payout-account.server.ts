import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isRightCode } from '#app/platform/mailed-code.server.ts'
import { ACCOUNT_CODE, isSameName, maskedAccount } from './account.ts'
import { openNumber } from './account-number.server.ts'
import { isCreator, lockAccountsOf } from './internal/accounts.server.ts'
import { findPayoutAccount } from './queries.server.ts'
import { type AccountDenial, canSetPayoutAccount } from './policy.ts'

export type ConfirmAccountRefusal =
  | { kind: 'not_permitted'; reason: AccountDenial }
  | { kind: 'nothing_asked' | 'invalid_code' }

/**
 * The account becomes the one in use. A changed one waits before anything is sent there, and its creator is notified by mail, so that
 * somebody who took over an account can't steal its earnings.
 */
export async function confirmPayoutAccount(
  actor: Actor,
  { accountId, code }: { accountId: string; code: string },
): Promise<Result<{ usableFrom: Date; isChange: boolean }, ConfirmAccountRefusal>> {
  if (!actor) return refuse({ kind: 'not_permitted', reason: 'sign_in_required' })
  const asked = await findPayoutAccount(actor.id, 'asked')
  // Another session may have named another account since the page showed this one.
  if (!asked || asked.id !== accountId) return refuse({ kind: 'nothing_asked' })
  // Counted before it is compared, so that parallel guesses get no more tries than sequential ones.
  const counted = await db
    .updateTable('payout_accounts')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', asked.id)
    .where('state', '=', 'asked')
    .where('attempts', '<', ACCOUNT_CODE.tries)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  if (!counted || !isRightCode('payout_account', counted, code)) return refuse({ kind: 'invalid_code' })

  return inTransaction(async (tx) => {
    const verdict = canSetPayoutAccount(actor, await isCreator(tx, actor.id))
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    await lockAccountsOf(tx, actor.id)
    const former = await replaceCurrent(tx, actor.id)
    const { payoutFreezeHours } = await settings(tx)
    const at = now()
    const usableFrom = former.some ? addMinutes(at, payoutFreezeHours * 60) : at
    const taken = await tx
      .updateTable('payout_accounts')
      .set({ state: 'in_use', code_hash: null, confirmed_at: at, usable_from: usableFrom })
      .where('id', '=', asked.id)
      .where('state', '=', 'asked')
      .returning(['id', 'kind', 'bank_name', 'number', 'sealed_number', 'account_name'])
      .executeTakeFirst()
    if (!taken) throw new Error('two creators use the same payout account')
    if (former.names.some((name) => isSameName(name, taken.account_name)))
      await tx.updateTable('payout_accounts').set({ name_check: 'matched' }).where('id', '=', asked.id).execute()
    const account = maskedAccount({ kind: taken.kind, bankName: taken.bank_name, number: openNumber(taken) })
    const published = { actorId: actor.id, objectId: asked.id }
    const creator = { id: actor.id, email: actor.email }
    if (former.some)
      await publish(tx, {
        ...published,
        event: 'payout_account_changed',
        detail: { severity: 'warning' },
        payload: { creator, account, from: showDateTime(usableFrom) },
      })
    else
      await publish(tx, {
        ...published,
        event: 'payout_account_set',
        detail: { severity: 'info' },
        payload: { creator, account },
      })
    return ok({ usableFrom, isChange: former.some })
  })
}

/** Ends the account in use. Returns whether there ever was one, and the names that staff or an earlier match has confirmed. */
async function replaceCurrent(tx: Tx, creatorId: string): Promise<{ some: boolean; names: string[] }> {
  await tx
    .updateTable('payout_accounts')
    .set({ state: 'replaced', replaced_at: now() })
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'in_use')
    .execute()
  const former = await tx
    .selectFrom('payout_accounts')
    .select(['account_name', 'name_check'])
    .where('creator_id', '=', creatorId)
    .where('state', '=', 'replaced')
    .execute()
  const trusted = former.filter((one) => one.name_check === 'matched' || one.name_check === 'accepted')
  return { some: former.length > 0, names: trusted.map((one) => one.account_name) }
}
