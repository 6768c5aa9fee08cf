import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { codeLimit, type CodeLimit, newCode } from '#app/platform/mailed-code.server.ts'
import { ACCOUNT_CODE, type Destination, maskedAccount } from './account.ts'
import { openNumber, sealNumber } from './account-number.server.ts'
import { isCreator, lockAccountsOf } from './internal/accounts.server.ts'
import { type AccountDenial, canSetPayoutAccount } from './policy.ts'

export type AskAccountRefusal = { kind: 'not_permitted'; reason: AccountDenial } | { kind: 'same_account' } | CodeLimit

/**
 * A creator enters the account for their earnings. Nothing changes yet: a code is mailed to them, and the account counts once name and
 * number are confirmed with it. That code is the fresh proof, so that nobody types two.
 */
export function askPayoutAccount(actor: Actor, requested: Destination): Promise<Result<null, AskAccountRefusal>> {
  return inTransaction(async (tx) => {
    const verdict = canSetPayoutAccount(actor, actor !== null && (await isCreator(tx, actor.id)))
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const person = actor!
    await lockAccountsOf(tx, person.id)
    const current = await tx
      .selectFrom('payout_accounts')
      .select(['id', 'bank_code', 'number', 'sealed_number', 'account_name'])
      .where('creator_id', '=', person.id)
      .where('state', '=', 'in_use')
      .executeTakeFirst()
    const same =
      current?.bank_code === requested.bankCode &&
      openNumber(current) === requested.number &&
      current.account_name === requested.accountName
    if (same) return refuse({ kind: 'same_account' })
    const limit = await limitOf(tx, person.id)
    if (limit) return refuse(limit)

    await tx
      .updateTable('payout_accounts')
      .set({ state: 'abandoned', code_hash: null })
      .where('creator_id', '=', person.id)
      .where('state', '=', 'asked')
      .execute()
    const id = newId()
    const { code, hash } = newCode('payout_account', id)
    const expiresAt = addMinutes(now(), ACCOUNT_CODE.minutes)
    await tx
      .insertInto('payout_accounts')
      .values({
        id,
        creator_id: person.id,
        kind: requested.kind,
        bank_code: requested.bankCode,
        bank_name: requested.bankName,
        sealed_number: sealNumber(id, requested.number),
        account_name: requested.accountName,
        code_hash: hash,
        code_expires_at: expiresAt,
      })
      .execute()
    await publish(tx, {
      actorId: person.id,
      event: 'payout_account_asked',
      objectId: id,
    })
    await enqueueSecretMail(tx, person.email, 'payout_account_code', {
      code,
      minutes: ACCOUNT_CODE.minutes,
      account: maskedAccount(requested),
      expiresAt: expiresAt.toISOString(),
    })
    return ok(null)
  })
}

async function limitOf(tx: Tx, creatorId: string): Promise<CodeLimit | null> {
  const rows = await tx
    .selectFrom('payout_accounts')
    .select('asked_at')
    .where('creator_id', '=', creatorId)
    .where('asked_at', '>', addDays(now(), -1))
    .orderBy('asked_at', 'desc')
    .execute()
  const sent = rows.map(({ asked_at }) => asked_at)
  return codeLimit(now(), sent[0], ACCOUNT_CODE.resendSeconds, [{ sent, most: ACCOUNT_CODE.perDay, hours: 24 }])
}
