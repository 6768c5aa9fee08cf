import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canManageInvites, type InviteDenial } from './invite-policy.ts'

export type ChangeInviteRefusal = { kind: 'not_allowed'; reason: InviteDenial } | { kind: 'invite_not_found' }

/** Deletes an invite: its link no longer works, nor does an unfinished set-up that was begun with it. */
export function deleteInvite(actor: Actor, inviteId: string): Promise<Result<null, ChangeInviteRefusal>> {
  return change(actor, inviteId, 'deleted')
}

/** Restores a deleted invite, within the hour, unless another invite for the address was made since. */
export function restoreInvite(actor: Actor, inviteId: string): Promise<Result<null, ChangeInviteRefusal>> {
  return change(actor, inviteId, 'restored')
}

function change(
  actor: Actor,
  inviteId: string,
  to: 'deleted' | 'restored',
): Promise<Result<null, ChangeInviteRefusal>> {
  return inTransaction(async (tx) => {
    const verdict = canManageInvites(actor)
    if (!verdict.allowed) return refuse({ kind: 'not_allowed', reason: verdict.reason })
    if (!/^[0-9a-f-]{36}$/.test(inviteId)) return refuse({ kind: 'invite_not_found' })
    const changed = to === 'deleted' ? await markDeleted(tx, inviteId) : await markRestored(tx, inviteId)
    if (!changed) return refuse({ kind: 'invite_not_found' })
    await publish(tx, { actorId: actor!.id, event: `invite_${to}`, objectId: inviteId })
    return ok(null)
  })
}

async function markDeleted(tx: Tx, inviteId: string): Promise<boolean> {
  const marked = await tx
    .updateTable('admin_invites')
    .set({ deleted_at: sql<Date>`app_now()` })
    .where('id', '=', inviteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

async function markRestored(tx: Tx, inviteId: string): Promise<boolean> {
  const invite = await tx
    .selectFrom('admin_invites')
    .select('email')
    .where('id', '=', inviteId)
    .where('deleted_at', '>', sql<Date>`app_now() - interval '1 hour'`)
    .executeTakeFirst()
  if (!invite) return false
  await advisoryLock(tx, `invite ${invite.email}`)
  const marked = await tx
    .updateTable('admin_invites')
    .set({ deleted_at: null })
    .where('id', '=', inviteId)
    .where('deleted_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('admin_invites as other')
            .select('other.id')
            .where('other.email', '=', invite.email)
            .where('other.id', '<>', inviteId)
            .where('other.used', '=', false)
            .where('other.deleted_at', 'is', null)
            .where('other.expires_at', '>', sql<Date>`app_now()`),
        ),
      ),
    )
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}
