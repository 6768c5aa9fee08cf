import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { enqueueSecretMail } from '#app/domain/events/enqueue-secret-mail.server.ts'
import { INVITE } from '#app/domain/settings/constants.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { mayJoin } from './internal/may-join.server.ts'
import { linkOf, newInviteToken } from './internal/invite-token.server.ts'
import { readOfficialEmail } from './invite.ts'
import { canInvite, type InviteDenial } from './invite-policy.ts'

export type CreateInviteRefusal =
  | { kind: 'not_allowed'; reason: InviteDenial }
  | { kind: 'email_missing' }
  | { kind: 'not_official' }
  | { kind: 'has_account' }
  | { kind: 'already_invited' }

/** Invites a person to the team, with a fixed role or a free choice. The link is mailed, and can be copied from the list. */
export function createInvite(
  actor: Actor,
  typed: { email: string; role: InvitedRole | null },
): Promise<Result<{ inviteId: string }, CreateInviteRefusal>> {
  return inTransaction(async (tx) => {
    const official = readOfficialEmail(typed.email, config().adminEmailDomain)
    const verdict = canInvite(actor, official.ok ? official.email : '')
    if (!verdict.allowed) return refuse({ kind: 'not_allowed', reason: verdict.reason })
    if (!official.ok) return refuse({ kind: official.problem === 'not_official' ? 'not_official' : 'email_missing' })
    const { email } = official
    await advisoryLock(tx, `invite ${email}`)
    if (!(await mayJoin(tx, email))) return refuse({ kind: 'has_account' })
    const active = await tx
      .selectFrom('admin_invites')
      .select('id')
      .where('email', '=', email)
      .where('used', '=', false)
      .where('deleted_at', 'is', null)
      .where('expires_at', '>', sql<Date>`app_now()`)
      .executeTakeFirst()
    if (active) return refuse({ kind: 'already_invited' })

    const id = newId()
    const { token, stored } = newInviteToken(id)
    await tx
      .insertInto('admin_invites')
      .values({
        id,
        invite_token: stored,
        email,
        role: typed.role,
        created_by: actor!.id,
        expires_at: sql`app_now() + make_interval(days => ${INVITE.days})`,
      })
      .execute()
    await publish(tx, {
      actorId: actor!.id,
      event: 'invite_created',
      objectId: id,
      detail: { role: typed.role },
    })
    await enqueueSecretMail(tx, email, 'staff_invite', {
      link: linkOf(token),
      role: typed.role && ROLE_LABELS[typed.role],
      days: INVITE.days,
    })
    return ok({ inviteId: id })
  })
}
