import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { failedFileText } from './failed-files.ts'
import type { VideoFailure } from './video.ts'

/** What became of a file that its owner has sent: for the pages on which they wait for it. */
export type MediaState = {
  mediaId: string
  kind: 'photo' | 'video' | 'voice'
} & (
  | { state: 'processing'; percent: number | null }
  | { state: 'ready' }
  /** `retry`: only our work failed, and its owner may have it tried again. */
  | { state: 'failed'; reason: string; retry: boolean }
)

/** The state of each of these media that this owner has; others are left out. */
export async function listMediaStates(ownerId: string, mediaIds: readonly string[]): Promise<MediaState[]> {
  const ids = mediaIds.filter(isId)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .select(['id', 'kind', 'state', 'failure', 'progress', 'work_until'])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .execute()
  const states = new Map(rows.map((row) => [row.id, stateOf(row)]))
  return ids.flatMap((id) => states.get(id) ?? [])
}

function stateOf(row: {
  id: string
  kind: MediaState['kind']
  state: MediaState['state']
  failure: VideoFailure | null
  progress: number | null
  work_until: Date | null
}): MediaState {
  const { id: mediaId, kind, state } = row
  if (state === 'processing') return { mediaId, kind, state, percent: row.progress }
  if (state === 'ready') return { mediaId, kind, state }
  const retry = kind === 'photo' || (row.failure === 'gave_up' && row.work_until !== null)
  return { mediaId, kind, state, reason: failedFileText(kind, row.failure), retry }
}
