import type { Actor } from '#app/domain/identity/actor.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { MASS, type MassAudience, sendAtProblem, type SendAtProblem } from './mass-message.ts'
import { type MessageProblem, readMessage } from './message.ts'
import { canWriteToMany } from './policy.ts'

export type NewMassMessage = {
  text: string
  /** Made by the page, a UUID: a form that is sent twice is one message. */
  clientId: string
  audience: MassAudience
  /** Null: at once. */
  sendAt: Date | null
}

export type MassRefusal =
  | { kind: 'not_permitted'; reason: 'sign_in_required' | 'not_creator' | 'creator_away' }
  | { kind: 'invalid'; problem: MessageProblem }
  | { kind: 'send_at'; problem: SendAtProblem }
  | { kind: 'no_list' | 'stale_form' | 'too_many' }

type Answer = Result<{ id: string }, MassRefusal>

/** Stores a message for many fans; a scheduled task begins to send it when its time has come, two seconds from now at the soonest. */
export async function createMassMessage(creator: Actor, message: NewMassMessage): Promise<Answer> {
  const { body, problem } = readMessage(message.text)
  if (body === null) return refuse({ kind: 'invalid', problem })
  if (!isId(message.clientId)) return refuse({ kind: 'stale_form' })
  return inTransaction<Answer>(async (tx) => {
    const verdict = canWriteToMany(creator, { visible: await isVisible(tx, creator?.id ?? null) })
    if (!verdict.allowed || !creator)
      return refuse({ kind: 'not_permitted', reason: verdict.allowed ? 'sign_in_required' : verdict.reason })
    const at = now()
    const late = message.sendAt && sendAtProblem(message.sendAt, at)
    // Counted and compared by the page's id: two forms at once wait for each other.
    await advisoryLock(tx, `mass messages of ${creator.id}`)
    const same = await findSame(tx, creator.id, message.clientId)
    if (same) return same.body === body ? ok({ id: same.id }) : refuse({ kind: 'stale_form' })
    if (late) return refuse({ kind: 'send_at', problem: late })
    if ((await countSince(tx, creator.id, addDays(at, -1))) >= MASS.perDay) return refuse({ kind: 'too_many' })
    const list = await listOf(tx, creator.id, message.audience)
    if (list === null) return refuse({ kind: 'no_list' })
    const id = newId()
    await tx
      .insertInto('mass_messages')
      .values({
        id,
        creator_id: creator.id,
        client_id: message.clientId,
        body,
        audience: message.audience.kind,
        ...list,
        send_at: message.sendAt ?? at,
      })
      .execute()
    return ok({ id })
  })
}

async function isVisible(tx: Tx, creatorId: string | null): Promise<boolean> {
  if (creatorId === null) return false
  const visible = await tx
    .selectFrom('visible_creators')
    .select('profile_id')
    .where('profile_id', '=', creatorId)
    .executeTakeFirst()
  return visible !== undefined
}

function findSame(tx: Tx, creatorId: string, clientId: string): Promise<{ id: string; body: string } | undefined> {
  return tx
    .selectFrom('mass_messages')
    .select(['id', 'body'])
    .where('creator_id', '=', creatorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

async function countSince(tx: Tx, creatorId: string, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('mass_messages')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('creator_id', '=', creatorId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The list that it goes to, with its name of now; null where the creator has no such list. */
async function listOf(
  tx: Tx,
  creatorId: string,
  audience: MassAudience,
): Promise<{ list_id: string | null; list_name: string | null } | null> {
  if (audience.kind === 'subscribers') return { list_id: null, list_name: null }
  if (!isId(audience.listId)) return null
  const list = await tx
    .selectFrom('fan_lists')
    .select(['id', 'name'])
    .where('id', '=', audience.listId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst()
  return list ? { list_id: list.id, list_name: list.name } : null
}
