import type { Actor } from '#app/domain/identity/actor.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { dayOf } from '#app/domain/usage/day.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type Archive, readParts } from './internal/sealed-parts.server.ts'
import { canDownloadExport } from './policy.ts'

export type OpenedArchive = { bytes: number; name: string; open: () => ReadableStream<Uint8Array> }

/** One archive of a person's own export, as a stream. Each opening is recorded. */
export async function openExport(
  actor: Actor,
  exportId: string,
  number: number,
): Promise<Result<OpenedArchive, { kind: 'not_yours' | 'not_there' }>> {
  const copy = await db
    .selectFrom('data_exports')
    .select(['profile_id', 'state', 'expires_at', 'sealed_key', 'archives', 'requested_at'])
    .where('id', '=', exportId)
    .executeTakeFirst()
  if (!copy) return refuse({ kind: 'not_there' })
  const record = { profileId: copy.profile_id, state: copy.state, expiresAt: copy.expires_at }
  const verdict = canDownloadExport(actor, record, now())
  if (!verdict.allowed) return refuse({ kind: verdict.reason })
  const archives = copy.archives as Archive[]
  const archive = archives[number - 1]
  const sealedKey = copy.sealed_key
  if (!archive || !sealedKey) return refuse({ kind: 'not_there' })
  await inTransaction((tx) =>
    publish(tx, {
      actorId: copy.profile_id,
      event: 'export_downloaded',
      objectId: exportId,
      detail: { archive: number },
    }),
  )
  const day = dayOf(copy.requested_at)
  const count = archives.length > 1 ? `-${number}-of-${archives.length}` : ''
  return ok({
    bytes: archive.bytes,
    name: `my-data-${day}${count}.zip`,
    open: () => readParts(exportId, number, sealedKey, archive.parts),
  })
}
