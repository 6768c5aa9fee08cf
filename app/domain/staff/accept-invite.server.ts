import { codeOf } from '#app/platform/exact-text.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Browser } from '#app/domain/identity/browser.server.ts'
import { newSealedTotp } from '#app/domain/identity/enrol-totp.server.ts'
import { INVITE } from '#app/domain/settings/constants.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isRightCode } from '#app/platform/mailed-code.server.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { mayJoin } from './internal/may-join.server.ts'
import { type InviteRefusal, readInvite } from './request-invite-code.server.ts'

export type AcceptRefusal = InviteRefusal | { kind: 'invalid_code' } | { kind: 'has_account' }

/**
 * Uses an invite up, once, for a person who has both its link and its mailbox, and opens the set-up in this browser. Each try of a code
 * is counted before it is compared; of many at the same moment exactly one succeeds.
 */
export async function acceptInvite(input: {
  token: string
  email: string
  code: string
  browser: Browser
}): Promise<Result<{ setupToken: string }, AcceptRefusal>> {
  const read = await inTransaction((tx) => readInvite(tx, input))
  if (!read.ok) return read
  const codeId = await findRightCode(read.value.id, input.code, input.browser)
  if (!codeId) return refuse({ kind: 'invalid_code' })
  return inTransaction(async (tx) => {
    // Everything is checked again, in the transaction that uses it up.
    const still = await readInvite(tx, input)
    if (!still.ok) return still
    const joins = await mayJoin(tx, still.value.email)
    if (!joins) return refuse({ kind: 'has_account' })
    if (!(await useUp(tx, still.value.id, codeId))) return refuse({ kind: 'invalid_invite' })
    const setupToken = randomToken()
    const profileId = joins.returning ?? newId()
    await tx
      .insertInto('staff_setups')
      .values({
        id: newId(),
        invite_id: still.value.id,
        profile_id: profileId,
        token_hash: keyedHash('token', setupToken),
        email: still.value.email,
        sealed_totp: newSealedTotp(),
        expires_at: sql`app_now() + make_interval(hours => ${INVITE.setupHours})`,
      })
      .execute()
    await publish(tx, { actorId: null, event: 'invite_used', objectId: still.value.id })
    return ok({ setupToken })
  })
}

/** Counts a try of this browser's code and compares it; null for a wrong one, and for one that is no longer valid. */
async function findRightCode(inviteId: string, typed: string, browser: Browser): Promise<string | null> {
  const counted = await db
    .updateTable('invite_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('invite_id', '=', inviteId)
    .where('browser_hash', 'in', browser.hashes)
    .where('attempts', '<', INVITE.triesPerCode)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  return counted && isRightCode('invite', counted, codeOf(typed)) ? counted.id : null
}

/** The code first: the second of two requests finds it used, and the invite as well. */
async function useUp(tx: Tx, inviteId: string, codeId: string): Promise<boolean> {
  const code = await tx
    .updateTable('invite_codes')
    .set({ consumed_at: sql<Date>`app_now()` })
    .where('id', '=', codeId)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!code) return false
  const invite = await tx
    .updateTable('admin_invites')
    .set({ used: true, used_at: sql<Date>`app_now()` })
    .where('id', '=', inviteId)
    .where('used', '=', false)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning('id')
    .executeTakeFirst()
  return invite !== undefined
}
