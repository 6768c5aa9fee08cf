import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Person } from './actor.ts'
import { renewToken } from './internal/renew-token.server.ts'

export type ProofMethod = 'code' | 'passkey' | 'password'

/**
 * Records that the person of this session has just proved their identity. Returns the session's new token: a copy of the former cookie
 * gets nothing from the proof. Null where the session ended in the meantime.
 */
export async function recordProof(tx: Tx, actor: Person, by: ProofMethod): Promise<string | null> {
  const token = await renewToken(tx, actor.sessionId)
  if (!token) return null
  await tx
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`app_now()` })
    .where('id', '=', actor.sessionId)
    .execute()
  await publish(tx, { actorId: actor.id, event: 'identity_confirmed', objectId: actor.sessionId, detail: { by } })
  return token
}
