import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import type { UploadPurpose } from './limits.ts'

export type UploadFound = {
  id: string
  purpose: UploadPurpose
  sizeBytes: number
  state: 'open' | 'finished' | 'accepted'
  acceptedAs: string | null
}

/** An upload of this owner that can still be used. Another's, a cancelled and an expired one are not found. */
export async function findUpload(ownerId: string, uploadId: string): Promise<UploadFound | null> {
  if (!isId(uploadId)) return null
  const row = await db
    .selectFrom('uploads')
    .select(['id', 'purpose', 'size_bytes', 'state', 'accepted_as'])
    .where('id', '=', uploadId)
    .where('owner_id', '=', ownerId)
    .where('state', '!=', 'gone')
    .where((row) => row.or([row('state', '=', 'accepted'), row('expires_at', '>', sql<Date>`app_now()`)]))
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    purpose: row.purpose,
    sizeBytes: Number(row.size_bytes),
    state: row.state as UploadFound['state'],
    acceptedAs: row.accepted_as,
  }
}

/** The announced size of a file, whoever uploads it. Null where there is none. */
export async function findUploadSize(uploadId: string): Promise<number | null> {
  if (!isId(uploadId)) return null
  const row = await db.selectFrom('uploads').select('size_bytes').where('id', '=', uploadId).executeTakeFirst()
  return row ? Number(row.size_bytes) : null
}
