import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { tellsFollowers } from './presence.ts'

export type PresenceRefusal =
  | { kind: 'not_a_creator' }
  /** Fans can't see the page, so there is nobody to be live for. */
  | { kind: 'not_visible' }

/** Switches a creator live or away. Going live tells the followers who asked for it, at most once in a few hours. */
export function setPresence(actor: Person, live: boolean): Promise<Result<null, PresenceRefusal>> {
  return inTransaction<Result<null, PresenceRefusal>>(async (tx) => {
    const creator = await tx
      .selectFrom('creators')
      .select(['is_live', 'live_told_at'])
      .where('profile_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!creator) return refuse({ kind: 'not_a_creator' })
    const own = tx.updateTable('creators').where('profile_id', '=', actor.id)
    announce(tx, { channel: `presence:${actor.id}`, kind: 'presence' })
    if (!live) {
      await own.set({ is_live: false }).execute()
      return ok(null)
    }
    const visible = await tx
      .selectFrom('visible_creators')
      .select('profile_id')
      .where('profile_id', '=', actor.id)
      .executeTakeFirst()
    if (!visible) return refuse({ kind: 'not_visible' })
    const at = now()
    const tells = tellsFollowers(creator.live_told_at, at)
    await own.set({ is_live: true, heartbeat_at: at, ...(tells && { live_told_at: at }) }).execute()
    if (tells) await tellFollowers(tx, actor.id)
    return ok(null)
  })
}

/** Notifies followers, as far as the outbox. */
async function tellFollowers(tx: Tx, creatorId: string): Promise<void> {
  const { username, display_name: name } = await tx
    .selectFrom('profiles')
    .select(['display_name', 'username'])
    .where('id', '=', creatorId)
    .executeTakeFirstOrThrow()
  await publish(tx, {
    event: 'creator_went_live',
    actorId: creatorId,
    objectId: creatorId,
    payload: username === null ? null : { creatorId, aboutId: creatorId, creatorName: name ?? username, username },
  })
}
