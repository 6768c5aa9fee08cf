import { findStopped } from '#app/domain/blocklist/compare-media.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { isPostPrice } from '#app/domain/posts/price.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { findSame, writesTooFast } from './internal/earlier-messages.server.ts'
import { type DraftRefusal, lockThreadOfCreator } from './internal/media-draft.server.ts'
import { type Sent, storeMessage } from './internal/store-message.server.ts'
import type { LockedThread } from './internal/thread-row.server.ts'
import { readMessage } from './message.ts'

export type NewMediaMessage = {
  threadId: string
  /** As it was typed; may be empty. */
  text: string
  /** UGX minor units; null where it is free. */
  priceMinor: bigint | null
  /** Made by the page, a UUID: a message that is sent twice is one message. */
  clientId: string
}

export type SendMediaRefusal =
  | DraftRefusal
  | { kind: 'too_long' }
  | { kind: 'price_out_of_bounds' }
  /** The page is another one's, or out of date. */
  | { kind: 'stale_form' }
  | { kind: 'too_many' }
  | { kind: 'media_missing' }
  /** A video or voice note is still being prepared. */
  | { kind: 'media_not_ready' }
  | { kind: 'media_failed' }
  /** Staff have removed a file with these bytes. */
  | { kind: 'media_blocked' }

type Answer = Result<Sent, SendMediaRefusal>

/**
 * Sends what a creator has added to their next message of a thread, free or locked at a price. Only what is ready is sent, so that nobody
 * pays for a file that can't be shown. Sent twice, it is one message.
 */
export async function sendMedia(creator: Person, message: NewMediaMessage): Promise<Answer> {
  const { threadId, priceMinor, clientId } = message
  const read = readMessage(message.text)
  if (read.problem === 'too_long') return refuse({ kind: 'too_long' })
  const body = read.body ?? ''
  if (priceMinor !== null && !isPostPrice(priceMinor)) return refuse({ kind: 'price_out_of_bounds' })
  if (!isId(clientId)) return refuse({ kind: 'stale_form' })
  return inTransaction<Answer>(async (tx) => {
    const locked = await lockThreadOfCreator(tx, creator, threadId)
    if (!locked.ok) return locked
    const same = await findSame(tx, creator.id, clientId)
    if (same && (same.threadId !== threadId || same.body !== body)) return refuse({ kind: 'stale_form' })
    if (same) return ok({ threadId, messageId: same.messageId, seq: same.seq })
    if (await writesTooFast(tx, creator.id)) return refuse({ kind: 'too_many' })
    const media = await readDraft(tx, threadId)
    const problem = await mediaProblem(tx, media)
    if (problem) return refuse(problem)
    const id = newId()
    const sent = await storeMessage(tx, locked.value, { id, sender: creator, body, clientId, paid: null, at: now() })
    await attach(tx, locked.value, { id, priceMinor, media })
    return ok(sent)
  })
}

type DraftMedium = { id: string; state: string }

function readDraft(tx: Tx, threadId: string): Promise<DraftMedium[]> {
  return tx
    .selectFrom('chat_media_drafts as d')
    .innerJoin('media as m', 'm.id', 'd.media_id')
    .select(['m.id', 'm.state'])
    .where('d.thread_id', '=', threadId)
    .orderBy('d.position')
    .execute()
}

async function mediaProblem(tx: Tx, media: readonly DraftMedium[]): Promise<SendMediaRefusal | null> {
  if (media.length === 0) return { kind: 'media_missing' }
  if (media.some(({ state }) => state === 'failed')) return { kind: 'media_failed' }
  if (media.some(({ state }) => state !== 'ready')) return { kind: 'media_not_ready' }
  const blocked = await findStopped(
    tx,
    media.map(({ id }) => id),
  )
  return blocked.length > 0 ? { kind: 'media_blocked' } : null
}

async function attach(
  tx: Tx,
  { id: threadId, fanId }: LockedThread,
  { id, priceMinor, media }: { id: string; priceMinor: bigint | null; media: readonly DraftMedium[] },
): Promise<void> {
  await tx.insertInto('chat_media_messages').values({ message_id: id, price_minor: priceMinor }).execute()
  await tx
    .insertInto('chat_message_media')
    .values(media.map((medium, position) => ({ message_id: id, position, media_id: medium.id, fan_id: fanId })))
    .execute()
  await tx.deleteFrom('chat_media_drafts').where('thread_id', '=', threadId).execute()
}
