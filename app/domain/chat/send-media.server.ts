import type { Person } from '#app/domain/identity/actor.ts'
import { isPostPrice } from '#app/domain/posts/price.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { announceMessage } from './internal/announce.server.ts'
import { findSame, writesTooFast } from './internal/earlier-messages.server.ts'
import {
  type DraftProblem,
  type DraftRefusal,
  lockThreadOfCreator,
  prepareDraft,
  readReadyDraft,
  removeFromDraft,
} from './internal/media-draft.server.ts'
import { type Stored, storeMessage } from './internal/store-message.server.ts'
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

export type { DraftProblem }

export type SendMediaRefusal =
  | DraftRefusal
  | { kind: 'too_long' }
  | { kind: 'price_out_of_bounds' }
  /** The page is another one's, or out of date. */
  | { kind: 'stale_form' }
  | { kind: 'too_many' }
  | DraftProblem

type Answer = Result<Stored, SendMediaRefusal>

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
  await prepareDraft(creator.id, { threadId })
  return inTransaction<Answer>(async (tx) => {
    const locked = await lockThreadOfCreator(tx, creator, threadId)
    if (!locked.ok) return locked
    const same = await findSame(tx, creator.id, clientId)
    if (same && (same.threadId !== threadId || same.body !== body)) return refuse({ kind: 'stale_form' })
    if (same) {
      announceMessage(tx, locked.value, same.seq)
      return ok({ threadId, messageId: same.messageId, seq: same.seq })
    }
    if (await writesTooFast(tx, creator.id)) return refuse({ kind: 'too_many' })
    const media = await readReadyDraft(tx, creator.id, { threadId })
    if (!media.ok) return media
    const id = newId()
    const sent = await storeMessage(tx, locked.value, { id, sender: creator, body, clientId, paid: null, at: now() })
    await attach(tx, locked.value, { id, priceMinor, mediaIds: media.value })
    await removeFromDraft(tx, creator.id, { threadId })
    return ok(sent)
  })
}

async function attach(
  tx: Tx,
  { fanId }: LockedThread,
  { id, priceMinor, mediaIds }: { id: string; priceMinor: bigint | null; mediaIds: readonly string[] },
): Promise<void> {
  await tx.insertInto('chat_media_messages').values({ message_id: id, price_minor: priceMinor }).execute()
  await tx
    .insertInto('chat_message_media')
    .values(mediaIds.map((mediaId, position) => ({ message_id: id, position, media_id: mediaId, fan_id: fanId })))
    .execute()
}
