import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { Money } from '#app/domain/money/money.ts'
import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'
import type { Side } from '../policy.ts'
import { announceMessage } from './announce.server.ts'
import { type LockedThread, noticeKey } from './thread-row.server.ts'

/** What a fan paid for a message: its ledger entry is in the same transaction. */
export type PaidPrice = { entryId: string; price: Money; netMinor: bigint }

export type MessageToStore = {
  id: string
  /** One of the thread's two sides. */
  sender: Pick<Person, 'id' | 'displayName'>
  body: string
  /** One for each message of a sender; the caller looks it up first. */
  clientId: string
  paid: PaidPrice | null
  at: Date
  /** Sent by itself, as a welcome is: the creator has neither read nor answered by it. */
  automatic?: true
}

export type Stored = { threadId: string; messageId: string; seq: bigint }

const STORE = `with message as (
    insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, price_minor, net_minor, entry_id, sent_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)),
    draft as (delete from chat_drafts where thread_id = $2 and fan_id = $4)
  update chat_threads set last_seq = $3, last_at = $10,
    fan_read_seq = case when $11 = 'fan' then $3 else fan_read_seq end,
    creator_read_seq = case when $11 = 'creator' and (not $12::boolean or creator_read_seq = last_seq) then $3 else creator_read_seq end,
    agreed_rate_minor = case when $7::bigint is null then agreed_rate_minor else greatest(agreed_rate_minor, $7) end,
    waits_since = case when $12 then waits_since when $11 = 'creator' then null else coalesce(waits_since, $10) end
  where id = $2`

/**
 * Stores a message as the next one of its locked thread, notifies the other side where nothing unread is there before it, at most once an
 * hour, and announces it to open pages. Whoever writes has read what stands above. The caller has decided that it may be stored.
 */
export async function storeMessage(tx: Tx, thread: LockedThread, message: MessageToStore): Promise<Stored> {
  const { id, sender, body, clientId, paid, at } = message
  const side: Side = sender.id === thread.fanId ? 'fan' : 'creator'
  const seq = thread.lastSeq + 1n
  await queryPreparedIn(tx, 'store-chat-message', STORE, [
    id,
    thread.id,
    seq.toString(),
    sender.id,
    clientId,
    body,
    paid?.price.amountMinor.toString() ?? null,
    paid?.netMinor.toString() ?? null,
    paid?.entryId ?? null,
    at,
    side,
    message.automatic ?? false,
  ])
  await notifyOther(tx, thread, { id, sender, side })
  announceMessage(tx, thread, seq)
  return { threadId: thread.id, messageId: id, seq }
}

/** One notice for all that waits unread, and one in an hour: whoever reads and answers at once needs none for each message. */
async function notifyOther(
  tx: Tx,
  thread: LockedThread,
  { id, sender, side }: Pick<MessageToStore, 'id' | 'sender'> & { side: Side },
): Promise<void> {
  const [readSeq, muted, noticed, toId] =
    side === 'fan'
      ? [thread.creatorReadSeq, thread.creatorMuted, thread.creatorNoticed, thread.creatorId]
      : [thread.fanReadSeq, thread.fanMuted, thread.fanNoticed, thread.fanId]
  if (muted || noticed || readSeq !== thread.lastSeq) return
  if (!(await consumeRateLimits(tx, [{ key: noticeKey(thread.id, toId), max: 1 }], id))) return
  await publish(tx, {
    event: 'message_received',
    actorId: sender.id,
    objectId: id,
    payload: {
      reader: { id: toId },
      aboutId: sender.id,
      senderName: sender.displayName ?? 'Somebody',
      threadId: thread.id,
    },
  })
}
