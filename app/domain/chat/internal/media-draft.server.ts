import { findStopped, fingerprintToCompare } from '#app/domain/blocklist/compare-media.server.ts'
import type { FileKind } from '#app/domain/media/failed-files.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { type Db, db, hasRow, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canWrite, canWriteToMany, sideOf, type WriteDenial } from '../policy.ts'
import { type LockedThread, lockThread } from './thread-row.server.ts'

/** What files are added to: the next message of a thread, or with null the creator's next message to many. */
export type DraftPlace = { threadId: string | null }

export type DraftRefusal = { kind: 'not_permitted'; reason: WriteDenial | 'not_creator' }

/** Why files can't be sent to anybody now. A video or voice note that is not ready is still being prepared. */
export type DraftProblem =
  | { kind: 'media_missing' | 'media_not_ready' | 'media_blocked' }
  | { kind: 'media_failed'; medium: FileKind }

/**
 * The thread, locked, in which its creator prepares or sends media: only that side sends them. Everything of a draft is changed under this
 * lock.
 */
export async function lockThreadOfCreator(
  tx: Tx,
  creator: Person,
  threadId: string,
): Promise<Result<LockedThread, DraftRefusal>> {
  const thread = await lockThread(tx, threadId)
  if (!thread || sideOf(creator, thread) !== 'creator') return refuse({ kind: 'not_permitted', reason: 'not_there' })
  const verdict = canWrite(creator, thread.facts)
  return verdict.allowed ? ok(thread) : refuse({ kind: 'not_permitted', reason: verdict.reason })
}

/** Locks a creator's messages to many: they are made, counted and their draft is changed one after the other. */
export async function lockMassMessages(tx: Tx, creatorId: string): Promise<void> {
  await advisoryLock(tx, `mass messages of ${creatorId}`)
}

/** Locks what files are added to, where its creator may write there. */
export async function lockDraft(
  tx: Tx,
  creator: Person,
  { threadId }: DraftPlace,
): Promise<Result<null, DraftRefusal>> {
  if (threadId !== null) {
    const thread = await lockThreadOfCreator(tx, creator, threadId)
    return thread.ok ? ok(null) : thread
  }
  const verdict = canWriteToMany(creator, { visible: await isVisible(tx, creator.id) })
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  await lockMassMessages(tx, creator.id)
  return ok(null)
}

export function isVisible(tx: Tx, creatorId: string): Promise<boolean> {
  return hasRow(tx.selectFrom('visible_creators').select('profile_id').where('profile_id', '=', creatorId))
}

/** The rows of a draft. Who changes or sends it has locked it. */
export function draftRows(tx: Tx | Db, creatorId: string, { threadId }: DraftPlace) {
  const rows = tx.selectFrom('chat_media_drafts as d').where('d.creator_id', '=', creatorId)
  return threadId === null ? rows.where('d.thread_id', 'is', null) : rows.where('d.thread_id', '=', threadId)
}

/** Before a draft is sent, outside of the transaction: what its photos look like is compared with what staff have removed. */
export async function prepareDraft(creatorId: string, place: DraftPlace): Promise<void> {
  if (place.threadId !== null && !isId(place.threadId)) return
  const media = await draftRows(db, creatorId, place).select('d.media_id').execute()
  await fingerprintToCompare(media.map((row) => row.media_id))
}

/** The media of a locked draft in their order, all of them ready to be sent (with `soon`: or being prepared), or why they can't be. */
export async function readReadyDraft(
  tx: Tx,
  creatorId: string,
  place: DraftPlace,
  { soon = false } = {},
): Promise<Result<string[], DraftProblem>> {
  const media = await draftRows(tx, creatorId, place)
    .innerJoin('media as m', 'm.id', 'd.media_id')
    .select(['m.id', 'm.kind', 'm.state'])
    .orderBy('d.position')
    .execute()
  const ids = media.map(({ id }) => id)
  if (ids.length === 0) return refuse({ kind: 'media_missing' })
  const failed = media.find(({ state }) => state === 'failed')
  if (failed) return refuse({ kind: 'media_failed', medium: failed.kind })
  if (!soon && media.some(({ state }) => state !== 'ready')) return refuse({ kind: 'media_not_ready' })
  return (await findStopped(tx, ids)).length > 0 ? refuse({ kind: 'media_blocked' }) : ok(ids)
}

/** A message that waits for its files, and what became of it, is no more: it was sent, taken back, or its files were changed. */
export async function forgetWaiting(tx: Tx, { threadId }: DraftPlace): Promise<void> {
  if (threadId !== null) await tx.deleteFrom('chat_waiting_messages').where('thread_id', '=', threadId).execute()
}

/** Takes everything, or one medium, out of a locked draft. The files stay in the vault. */
export async function removeFromDraft(
  tx: Tx,
  creatorId: string,
  { threadId }: DraftPlace,
  mediaId?: string,
): Promise<void> {
  const rows = tx.deleteFrom('chat_media_drafts').where('creator_id', '=', creatorId)
  const ofPlace = threadId === null ? rows.where('thread_id', 'is', null) : rows.where('thread_id', '=', threadId)
  await (mediaId === undefined ? ofPlace : ofPlace.where('media_id', '=', mediaId)).execute()
}
