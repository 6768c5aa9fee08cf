import { sql } from 'kysely'
import type { Browser } from '#app/domain/identity/browser.server.ts'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { INVITE } from '#app/domain/settings/constants.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { newCode } from '#app/platform/mailed-code.server.ts'
import { findLiveInvite } from './internal/live-invite.server.ts'
import { readOfficialEmail } from './invite.ts'

export type InviteRefusal =
  | { kind: 'no_token' }
  | { kind: 'email_missing' }
  | { kind: 'not_official' }
  /** Unknown, ended, used, deleted or another person's: which of them is not revealed. */
  | { kind: 'invalid_invite' }

export type RequestCodeRefusal = InviteRefusal | { kind: 'too_soon' } | { kind: 'too_many_codes' }

/**
 * Mails a code to the invited address. A link can be copied and shared, so having it doesn't prove the mailbox: the code does, in the
 * browser that requested it. A newer code ends the older one.
 */
export function requestInviteCode(input: {
  token: string
  email: string
  browser: Browser
}): Promise<Result<null, RequestCodeRefusal>> {
  return inTransaction(async (tx) => {
    const read = await readInvite(tx, input)
    if (!read.ok) return read
    const { id, email } = read.value
    await advisoryLock(tx, `invite code ${id}`)
    const { rows } = await sql<{ count: number; too_soon: boolean }>`
      select count(*)::int as count,
        coalesce(max(sent_at) > app_now() - make_interval(secs => ${INVITE.resendSeconds}), false) as too_soon
      from invite_codes where invite_id = ${id}
    `.execute(tx)
    if (rows[0]!.too_soon) return refuse({ kind: 'too_soon' })
    if (rows[0]!.count >= INVITE.maxCodes) return refuse({ kind: 'too_many_codes' })
    await tx
      .updateTable('invite_codes')
      .set({ voided_at: sql<Date>`app_now()` })
      .where('invite_id', '=', id)
      .where('consumed_at', 'is', null)
      .where('voided_at', 'is', null)
      .execute()
    await sendCode(tx, id, email, input.browser)
    return ok(null)
  })
}

/** The invite of a token and of the address that was typed for it. */
export async function readInvite(
  tx: Tx,
  input: { token: string; email: string },
): Promise<Result<{ id: string; email: string }, InviteRefusal>> {
  if (input.token === '') return refuse({ kind: 'no_token' })
  const official = readOfficialEmail(input.email, config().adminEmailDomain)
  if (!official.ok) return refuse({ kind: official.problem === 'missing' ? 'email_missing' : 'not_official' })
  const invite = await findLiveInvite(tx, input.token)
  if (!invite || invite.email !== official.email) return refuse({ kind: 'invalid_invite' })
  return ok({ id: invite.id, email: invite.email })
}

async function sendCode(tx: Tx, inviteId: string, email: string, browser: Browser): Promise<void> {
  const id = newId()
  const { code, hash } = newCode('invite', id)
  const { expires_at } = await tx
    .insertInto('invite_codes')
    .values({
      id,
      invite_id: inviteId,
      code_hash: hash,
      browser_hash: browser.storedHash,
      expires_at: sql`app_now() + make_interval(mins => ${INVITE.codeMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await enqueueSecretMail(tx, email, 'staff_code', {
    code,
    minutes: INVITE.codeMinutes,
    expiresAt: expires_at.toISOString(),
  })
}
