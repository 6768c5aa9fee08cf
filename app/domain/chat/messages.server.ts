import { messageBoughtSql, rightsSql } from '#app/domain/entitlements/queries.server.ts'
import type { StoredMedium } from '#app/domain/media/media.ts'
import { previewSql } from '#app/domain/media/preview.server.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import type { MediaKind } from './queries.server.ts'
import type { WaitingMessage } from './waiting-message.ts'

export type MessageView = {
  id: string
  seq: bigint
  body: string
  own: boolean
  /** Made by the sender's page, and for the sender alone. */
  clientId: string | null
  at: Date
  priceMinor: bigint | null
  netMinor: bigint | null
  media: MessageMedia | null
}

/** The media of a message as one side may see them. Those that are locked for the reader are not named: only what is said about them is. */
export type MessageMedia = {
  /** What it costs or has cost to unlock; null where it is free. */
  priceMinor: bigint | null
  state: 'open' | 'locked' | 'removed'
  /** Its fan has unlocked it. */
  bought: boolean
  /** What its creator has earned by it; null for the fan. */
  netMinor: bigint | null
  kinds: { kind: MediaKind; durationMs: number | null }[]
  /** Of the first picture, blurred on the server. */
  preview: string | null
  items: ChatMedium[]
}

/** `pictured`: it has a picture to show, so it is a photo, or a video whose poster is made. */
export type ChatMedium = StoredMedium & { pictured: boolean }

type StoredMedia = {
  priceMinor: number | null
  removed: boolean
  bought: boolean
  netMinor: number | null
  preview: string | null
  items: ChatMedium[]
}
type Row = Omit<MessageView, 'media'> & { media: StoredMedia | null }

const MEDIUM = `'mediaId', f.id, 'kind', f.kind, 'state', f.state, 'width', f.width, 'height', f.height, 'durationMs', f.duration_ms,
  'waveform', f.waveform, 'byteSize', f.byte_size, 'pictured', f.preview is not null, 'transcoded', (select jsonb_build_object('width', v.width, 'height', v.height, 'size', v.byte_size)
    from media_renditions v where v.media_id = f.id and v.format = 'mp4')`

// Of most messages one look-up finds nothing.
const MEDIA = `(select jsonb_build_object('priceMinor', x.price_minor, 'removed', x.removed_at is not null,
    'bought', x.price_minor is not null and ${messageBoughtSql({ account: 't.fan_id', message: 'm.id' })},
    'netMinor', (select e.net_minor from message_unlocks u join earnings e on e.cause_kind = 'purchase' and e.cause_id = u.purchase_id
      where u.message_id = m.id and u.revoked_at is null limit 1),
    'preview', (select ${previewSql('f')} from chat_message_media c join media f on f.id = c.media_id
      where c.message_id = m.id and f.preview is not null order by c.position limit 1),
    'items', coalesce((select jsonb_agg(jsonb_build_object(${MEDIUM}) order by c.position)
      from chat_message_media c join media f on f.id = c.media_id where c.message_id = m.id), '[]'))
  from chat_media_messages x join chat_threads t on t.id = m.thread_id where x.message_id = m.id) as media`

const MESSAGES = `select m.id, m.seq, m.body, m.sender_id = $2 as own, case when m.sender_id = $2 then m.client_id end as "clientId", m.sent_at as at, m.price_minor as "priceMinor", m.net_minor as "netMinor",
    ${MEDIA}
  from chat_messages m where m.thread_id = $1`

/** A page of a thread for one of its sides, the oldest first: the messages before the number `before`, or the last ones. */
export async function listMessages(
  threadId: string,
  personId: string,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<MessageView[]> {
  const rows = await queryPrepared<Row>(
    'chat-messages-before',
    `${MESSAGES} and ($3::bigint is null or m.seq < $3) order by m.seq desc limit $4`,
    [threadId, personId, before?.toString() ?? null, limit],
  )
  return rows.reverse().map(viewOf)
}

/** What has come after the message with the number `since`, the oldest first. */
export async function listMessagesSince(
  threadId: string,
  personId: string,
  { since, limit }: { since: bigint; limit: number },
): Promise<MessageView[]> {
  const rows = await queryPrepared<Row>('chat-messages-since', `${MESSAGES} and m.seq > $3 order by m.seq limit $4`, [
    threadId,
    personId,
    since.toString(),
    limit,
  ])
  return rows.map(viewOf)
}

/** Those of a thread with these numbers: what an open page shows of them may have changed. */
export async function listMessagesAt(
  threadId: string,
  personId: string,
  seqs: readonly bigint[],
): Promise<MessageView[]> {
  if (seqs.length === 0) return []
  const rows = await queryPrepared<Row>(
    'chat-messages-at',
    `${MESSAGES} and m.seq = any($3::bigint[]) order by m.seq`,
    [threadId, personId, seqs.map(String)],
  )
  return rows.map(viewOf)
}

function viewOf(row: Row): MessageView {
  return { ...row, media: row.media && mediaOf(row.media, row.own) }
}

function mediaOf({ removed, bought, items, preview, ...stored }: StoredMedia, own: boolean): MessageMedia {
  const priceMinor = stored.priceMinor === null ? null : BigInt(stored.priceMinor)
  const state = removed ? 'removed' : priceMinor === null || own || bought ? 'open' : 'locked'
  return {
    priceMinor,
    state,
    bought,
    netMinor: own && stored.netMinor !== null ? BigInt(stored.netMinor) : null,
    kinds: items.map(({ kind, durationMs }) => ({ kind, durationMs })),
    preview: removed ? null : preview,
    items: state === 'open' ? items : [],
  }
}

/** What a creator has added to their next message with media in a thread, or with null to many, in its order. Only this creator may ask. */
export function listMediaDraft(creatorId: string, threadId: string | null): Promise<ChatMedium[]> {
  return queryPrepared<{ medium: ChatMedium }>(
    'chat-media-draft',
    `select jsonb_build_object(${MEDIUM}) as medium from chat_media_drafts d join media f on f.id = d.media_id
     where d.creator_id = $1 and d.thread_id is not distinct from $2 order by d.position`,
    [creatorId, threadId],
  ).then((rows) => rows.map(({ medium }) => medium))
}

/** The message of this thread that waits for its files, or could not be sent; null where none does. */
export async function findWaiting(creatorId: string, threadId: string): Promise<WaitingMessage | null> {
  const [row] = await queryPrepared<WaitingMessage>(
    'chat-waiting-message',
    `select body, price_minor as "priceMinor", problem from chat_waiting_messages where thread_id = $2 and creator_id = $1`,
    [creatorId, threadId],
  )
  return row ?? null
}

export type LockedMessage = {
  id: string
  threadId: string
  seq: number
  creatorId: string
  creatorName: string
  creatorUsername: string | null
  priceMinor: bigint
  bought: boolean
  entitled: boolean
  /** It can be bought now: its creator is visible and neither side has blocked the other. */
  onSale: boolean
  preview: string | null
  kinds: { kind: MediaKind; durationMs: number | null }[]
}

const LOCKED = `select m.id, t.id as "threadId", m.seq::int as seq, t.creator_id as "creatorId", p.username as "creatorUsername",
    coalesce(p.display_name, p.username, 'A creator') as "creatorName", x.price_minor as "priceMinor",
    ${messageBoughtSql({ account: 't.fan_id', message: 'm.id' })} as bought,
    ${rightsSql({ account: 't.fan_id', creator: 't.creator_id', post: 'null' }).access} as entitled,
    t.blocked_by_fan_at is null and t.blocked_by_creator_at is null
      and exists (select from visible_creators v where v.profile_id = t.creator_id) as "onSale",
    (select ${previewSql('f')} from chat_message_media c join media f on f.id = c.media_id
      where c.message_id = m.id and f.preview is not null order by c.position limit 1) as preview,
    (select jsonb_agg(jsonb_build_object('kind', f.kind, 'durationMs', f.duration_ms) order by c.position)
      from chat_message_media c join media f on f.id = c.media_id where c.message_id = m.id) as kinds
  from chat_messages m join chat_media_messages x on x.message_id = m.id join chat_threads t on t.id = m.thread_id
    join profiles p on p.id = t.creator_id
  where m.id = $2 and t.fan_id = $1 and x.price_minor is not null and x.removed_at is null`

/** A message with a price that was sent to this fan; null for everybody else, and where it was removed. */
export async function findLockedMessage(fanId: string, messageId: string): Promise<LockedMessage | null> {
  if (!isId(messageId)) return null
  const [row] = await queryPrepared<LockedMessage>('find-locked-message', LOCKED, [fanId, messageId])
  return row ?? null
}
