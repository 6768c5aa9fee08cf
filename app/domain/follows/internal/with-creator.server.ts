import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { canContact, type ContactDenial } from '#app/domain/contacts/policy.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type FollowRefusal = { kind: 'not_there' } | { kind: 'oneself' } | { kind: ContactDenial }
export type FollowRow = { fan_id: string; creator_id: string }

/**
 * Changes what a fan and a creator have with each other, under the lock of the creator: a follow and an unfollow at the same time come one
 * after the other, each with what the fan asked to be notified of. `anew`: it begins something, which takes a visible creator, and that
 * neither has blocked the other.
 */
export function withCreator(
  actor: Person,
  creatorId: string,
  { anew }: { anew: boolean },
  change: (tx: Tx, row: FollowRow) => Promise<unknown>,
): Promise<Result<null, FollowRefusal>> {
  if (!isId(creatorId)) return Promise.resolve(refuse({ kind: 'not_there' }))
  if (actor.id === creatorId) return Promise.resolve(refuse({ kind: 'oneself' }))
  return inTransaction(async (tx) => {
    const creator = await tx
      .selectFrom('creators')
      .select('profile_id')
      .where('profile_id', '=', creatorId)
      .forUpdate()
      .executeTakeFirst()
    if (!creator) return refuse({ kind: 'not_there' })
    if (anew) {
      const visible = await tx
        .selectFrom('visible_creators')
        .select('profile_id')
        .where('profile_id', '=', creatorId)
        .executeTakeFirst()
      if (!visible) return refuse({ kind: 'not_there' })
      const contact = canContact(actor, await findContact(tx, actor.id, creatorId))
      if (!contact.allowed) return refuse({ kind: contact.reason })
    }
    await change(tx, { fan_id: actor.id, creator_id: creatorId })
    return ok(null)
  })
}

/** Repeated, it changes nothing; a trigger counts followers. */
export async function follow(tx: Tx, row: FollowRow): Promise<void> {
  const made = await tx
    .insertInto('follows')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('fan_id')
    .executeTakeFirst()
  if (made) await enqueue(tx, 'welcome_fan', { creatorId: row.creator_id, fanId: row.fan_id })
}

export async function endAlerts(tx: Tx, row: FollowRow): Promise<void> {
  await tx
    .deleteFrom('creator_alerts')
    .where((eb) => eb.and(row))
    .execute()
}
