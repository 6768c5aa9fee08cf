import type { Person } from '#app/domain/identity/actor.ts'
import { isPostPrice } from '#app/domain/posts/price.ts'
import { now } from '#app/platform/clock.ts'
import { hasRow, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { announceMessage } from './internal/announce.server.ts'
import { findSame, writesTooFast } from './internal/earlier-messages.server.ts'
import {
  type DraftProblem,
  type DraftRefusal,
  forgetWaiting,
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

/** `waiting`: a file is still being prepared; it is sent by itself once all are ready (`sendWaitingMedia`). */
type SentMedia = (Stored & { waiting: false }) | { threadId: string; waiting: true }

type Answer = Result<SentMedia, SendMediaRefusal>

/**
 * Sends what a creator has added to their next message of a thread, free or locked at a price. Only what is ready is sent, so that nobody
 * pays for a file that can't be shown: until then the message waits. Sent twice, it is one message. `waited`: the scheduled task sends what
 * has waited, unless it was taken back meanwhile.
 */
export async function sendMedia(creator: Person, message: NewMediaMessage, { waited = false } = {}): Promise<Answer> {
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
      return ok({ threadId, messageId: same.messageId, seq: same.seq, waiting: false })
    }
    if (waited && !(await stillWaits(tx, message))) return refuse({ kind: 'stale_form' })
    if (await writesTooFast(tx, creator.id)) return refuse({ kind: 'too_many' })
    const media = await readReadyDraft(tx, creator.id, { threadId })
    if (!media.ok && media.refusal.kind === 'media_not_ready') {
      await wait(tx, creator, { ...message, text: body })
      return ok({ threadId, waiting: true })
    }
    if (!media.ok) return media
    const id = newId()
    const sent = await storeMessage(tx, locked.value, { id, sender: creator, body, clientId, paid: null, at: now() })
    await attach(tx, locked.value, { id, priceMinor, mediaIds: media.value })
    await removeFromDraft(tx, creator.id, { threadId })
    await forgetWaiting(tx, { threadId })
    return ok({ ...sent, waiting: false })
  })
}

/** Sent again before it went out, the message is the later one. */
async function wait(tx: Tx, creator: Person, message: NewMediaMessage): Promise<void> {
  const values = { client_id: message.clientId, body: message.text, price_minor: message.priceMinor, problem: null }
  await tx
    .insertInto('chat_waiting_messages')
    .values({ thread_id: message.threadId, creator_id: creator.id, ...values })
    .onConflict((conflict) => conflict.column('thread_id').doUpdateSet(values))
    .execute()
}

function stillWaits(tx: Tx, { threadId, clientId }: NewMediaMessage): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('chat_waiting_messages')
      .select('thread_id')
      .where('thread_id', '=', threadId)
      .where('client_id', '=', clientId)
      .where('problem', 'is', null),
  )
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
