import { type RawBuilder, sql } from 'kysely'
import type { StoredMedium } from '#app/domain/media/media.ts'
import type { Money } from '#app/domain/money/money.ts'
import { now } from '#app/platform/clock.ts'
import { db, hasRow } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { offersOf } from './internal/offers.server.ts'
import type { RequestOffers } from './offers.ts'
import { referenceOf, requestStatus, type RequestState, type StoredKind } from './request.ts'

export type Party = { id: string; name: string; username: string | null; avatarMediaId: string | null }

export type RequestView = {
  id: string
  reference: string
  kind: StoredKind
  words: string
  wantedBy: string
  /** What is held, or was. */
  price: Money
  /** What the creator asks now, while the fan has not confirmed it. */
  changedPrice: Money | null
  version: number
  status: RequestState
  askedAt: Date
  answerBy: Date
  deliverBy: Date
  acceptedAt: Date | null
  closedAt: Date | null
  fan: Party
  creator: Party
}

type Row = {
  id: string
  number: bigint
  kind: StoredKind
  words: string
  wanted_by: string
  price_minor: bigint
  changed_price_minor: bigint | null
  version: number
  state: RequestState
  hold_state: 'held' | 'released' | 'cancelled'
  asked_at: Date
  answer_by: Date
  deliver_by: Date
  accepted_at: Date | null
  closed_at: Date | null
  fan: Party
  creator: Party
}

const party = (alias: string) =>
  sql.raw(`jsonb_build_object('id', ${alias}.id, 'name', coalesce(${alias}.display_name, ${alias}.username, 'A fan'),
    'username', ${alias}.username, 'avatarMediaId', ${alias}.avatar_media_id)`)

async function readRequests(where: RawBuilder<unknown>, limit: number): Promise<RequestView[]> {
  const { rows } = await sql<Row>`
    select r.id, r.number, r.kind, r.words, r.wanted_by::text as wanted_by, r.price_minor, r.changed_price_minor, r.version, r.state,
      h.state as hold_state, r.asked_at, r.answer_by, r.deliver_by, r.accepted_at, r.closed_at,
      ${party('f')} as fan, ${party('c')} as creator
    from custom_requests r join wallet_holds h on h.id = r.hold_id join profiles f on f.id = r.fan_id join profiles c on c.id = r.creator_id
    where ${where} order by r.id desc limit ${limit}`.execute(db)
  const at = now()
  return rows.map((row) => viewOf(row, at))
}

function viewOf(row: Row, at: Date): RequestView {
  const { answer_by: answerBy, deliver_by: deliverBy, changed_price_minor: changed } = row
  return {
    id: row.id,
    reference: referenceOf(row.number),
    kind: row.kind,
    words: row.words,
    wantedBy: row.wanted_by,
    price: { amountMinor: row.price_minor, currency: 'UGX' },
    changedPrice: changed === null ? null : { amountMinor: changed, currency: 'UGX' },
    version: row.version,
    status: requestStatus({ state: row.state, holdState: row.hold_state, answerBy, deliverBy, at }),
    askedAt: row.asked_at,
    answerBy,
    deliverBy,
    acceptedAt: row.accepted_at,
    closedAt: row.closed_at,
    fan: row.fan,
    creator: row.creator,
  }
}

/** A fan's own request; null for everybody else. */
export async function findOwnRequest(fanId: string, requestId: string): Promise<RequestView | null> {
  if (!isId(requestId)) return null
  const [view] = await readRequests(sql`r.id = ${requestId} and r.fan_id = ${fanId}`, 1)
  return view ?? null
}

/** Words that their fan has taken back are gone for the creator. Reports keep their own copy. */
function asReceived(view: RequestView): RequestView {
  return view.status === 'withdrawn' ? { ...view, words: '' } : view
}

/** A request that a creator received; null for everybody else. */
export async function findReceivedRequest(creatorId: string, requestId: string): Promise<RequestView | null> {
  if (!isId(requestId)) return null
  const [view] = await readRequests(sql`r.id = ${requestId} and r.creator_id = ${creatorId}`, 1)
  return view ? asReceived(view) : null
}

export type RequestPage = { before: string | null; limit: number }

const older = (before: string | null) => (before === null ? sql`true` : sql`r.id < ${before}`)

/** A fan's requests, newest first. */
export function listOwnRequests(fanId: string, { before, limit }: RequestPage): Promise<RequestView[]> {
  return readRequests(sql`r.fan_id = ${fanId} and ${older(before)}`, limit)
}

export const REQUEST_FILTERS = ['new', 'accepted', 'closed'] as const
export type RequestFilter = (typeof REQUEST_FILTERS)[number]

const FILTERS: Readonly<Record<RequestFilter, RawBuilder<unknown>>> = {
  new: sql`r.state in ('asked', 'price_changed')`,
  accepted: sql`r.state = 'accepted'`,
  closed: sql`r.state not in ('asked', 'price_changed', 'accepted')`,
}

/** The requests that a creator received, newest first. */
export async function listReceivedRequests(
  creatorId: string,
  filter: RequestFilter | null,
  { before, limit }: RequestPage,
): Promise<RequestView[]> {
  const which = filter === null ? sql`true` : FILTERS[filter]
  const views = await readRequests(sql`r.creator_id = ${creatorId} and ${which} and ${older(before)}`, limit)
  return views.map(asReceived)
}

export type RequestCounts = {
  /** Nobody has answered them yet. */
  toAnswer: number
  toDeliver: number
  closed: number
}

export async function countReceivedRequests(creatorId: string): Promise<RequestCounts> {
  const { rows } = await sql<RequestCounts>`
    select count(*) filter (where r.state = 'asked' and r.answer_by > app_now())::int as "toAnswer",
      count(*) filter (where r.state = 'accepted' and r.deliver_by > app_now())::int as "toDeliver",
      count(*) filter (where r.state not in ('asked', 'price_changed', 'accepted'))::int as closed
    from custom_requests r where r.creator_id = ${creatorId}`.execute(db)
  return rows[0]!
}

/** What a creator knows of a fan who asks: since when they are here, and how many requests they sent this creator. */
export async function findAsker(creatorId: string, fanId: string): Promise<{ since: Date; requests: number }> {
  const { rows } = await sql<{ since: Date; requests: number }>`
    select p.created_at as since,
      (select count(*) from custom_requests r where r.fan_id = p.id and r.creator_id = ${creatorId})::int as requests
    from profiles p where p.id = ${fanId}`.execute(db)
  return rows[0]!
}

/** Which kinds a creator takes, and from which price. */
export function findOffers(creatorId: string): Promise<RequestOffers> {
  return offersOf(db, creatorId)
}

export type RequestDraft = { kind: string; words: string; wantedBy: string; price: string }

/** What a fan typed for this creator before a top-up; null where there is nothing. */
export async function findRequestDraft(fanId: string, creatorId: string): Promise<RequestDraft | null> {
  const row = await db
    .selectFrom('custom_request_drafts')
    .select(['kind', 'words', 'wanted_by as wantedBy', 'price'])
    .where('fan_id', '=', fanId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a request is delivered by itself once its files are ready. */
export async function isDeliveredWhenReady(requestId: string): Promise<boolean> {
  return hasRow(
    db.selectFrom('custom_requests').select('id').where('id', '=', requestId).where('deliver_when_ready', '=', true),
  )
}

/** What a creator has added to a request. Its fan gets it once it is delivered: the pages ask for it then, and so do the files. */
export async function listRequestMedia(requestId: string): Promise<StoredMedium[]> {
  const { rows } = await sql<Omit<StoredMedium, 'byteSize'> & { byteSize: bigint }>`
    select m.id as "mediaId", m.kind, m.state, m.width, m.height, m.duration_ms as "durationMs", m.waveform, m.byte_size as "byteSize",
      (select jsonb_build_object('width', v.width, 'height', v.height, 'size', v.byte_size)
        from media_renditions v where v.media_id = m.id and v.format = 'mp4') as transcoded
    from custom_request_media r join media m on m.id = r.media_id where r.request_id = ${requestId} order by r.position`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, byteSize: Number(row.byteSize) }))
}
