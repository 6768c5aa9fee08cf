import type { Actor } from '#app/domain/identity/actor.ts'
import { isPostPrice } from '#app/domain/posts/price.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import {
  type DraftProblem,
  isVisible,
  lockMassMessages,
  prepareDraft,
  readReadyDraft,
  removeFromDraft,
} from './internal/media-draft.server.ts'
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
  /** What was added to it goes with it, at this price in UGX minor units or free; null: the text alone. */
  files: { priceMinor: bigint | null } | null
}

export type MassRefusal =
  | { kind: 'not_permitted'; reason: 'sign_in_required' | 'not_creator' | 'creator_away' }
  | { kind: 'invalid'; problem: MessageProblem }
  | { kind: 'send_at'; problem: SendAtProblem }
  | { kind: 'no_list' | 'stale_form' | 'too_many' | 'price_out_of_bounds' }
  | DraftProblem

const MANY = { threadId: null }

type Answer = Result<{ id: string }, MassRefusal>

/** Stores a message for many fans; a scheduled task begins to send it when its time has come, two seconds from now at the soonest. */
export async function createMassMessage(creator: Actor, message: NewMassMessage): Promise<Answer> {
  const { body, problem } = readMessage(message.text)
  // Files need no words.
  if (body === null && (problem !== 'empty' || !message.files)) return refuse({ kind: 'invalid', problem })
  const priceMinor = message.files?.priceMinor ?? null
  if (priceMinor !== null && !isPostPrice(priceMinor)) return refuse({ kind: 'price_out_of_bounds' })
  if (!isId(message.clientId)) return refuse({ kind: 'stale_form' })
  if (creator && message.files) await prepareDraft(creator.id, MANY)
  return inTransaction<Answer>(async (tx) => {
    const verdict = canWriteToMany(creator, { visible: creator !== null && (await isVisible(tx, creator.id)) })
    if (!verdict.allowed || !creator)
      return refuse({ kind: 'not_permitted', reason: verdict.allowed ? 'sign_in_required' : verdict.reason })
    const at = now()
    const late = message.sendAt && sendAtProblem(message.sendAt, at)
    // Counted and compared by the page's id: two forms at once wait for each other.
    await lockMassMessages(tx, creator.id)
    const same = await findSame(tx, creator.id, message.clientId)
    if (same) return same.body === (body ?? '') ? ok({ id: same.id }) : refuse({ kind: 'stale_form' })
    if (late) return refuse({ kind: 'send_at', problem: late })
    if ((await countSince(tx, creator.id, addDays(at, -1))) >= MASS.perDay) return refuse({ kind: 'too_many' })
    const list = await listOf(tx, creator.id, message.audience)
    if (list === null) return refuse({ kind: 'no_list' })
    // What is still being prepared is waited for before it goes out.
    const media = message.files ? await readReadyDraft(tx, creator.id, MANY, { soon: true }) : ok([])
    if (!media.ok) return media
    const id = newId()
    await tx
      .insertInto('mass_messages')
      .values({
        id,
        creator_id: creator.id,
        client_id: message.clientId,
        body: body ?? '',
        price_minor: priceMinor,
        audience: message.audience.kind,
        ...list,
        send_at: message.sendAt ?? at,
      })
      .execute()
    if (message.files) await attach(tx, { id, creatorId: creator.id, mediaIds: media.value })
    return ok({ id })
  })
}

async function attach(
  tx: Tx,
  { id, creatorId, mediaIds }: { id: string; creatorId: string; mediaIds: readonly string[] },
): Promise<void> {
  await tx
    .insertInto('mass_message_media')
    .values(mediaIds.map((mediaId, position) => ({ mass_id: id, position, media_id: mediaId })))
    .execute()
  await removeFromDraft(tx, creatorId, MANY)
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
