import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { log } from '#app/platform/log.server.ts'
import { auditMediaStore, MAX_ORPHANS } from './audit-media-store.server.ts'

/**
 * Scheduled task: deletes stored objects without a row, left by a server that died in between, after a day. Where there are more than
 * crashes explain, the database may have lost its rows: then nothing is deleted, and the audit notifies staff. Returns the number of
 * deleted objects.
 */
export async function destroyOrphans(): Promise<number> {
  const { orphans } = await auditMediaStore()
  if (orphans.length > MAX_ORPHANS) return 0
  for (const key of orphans) await mediaStore().remove(key)
  if (orphans.length > 0) log.info({ orphans: orphans.length }, 'stored objects without a row were deleted')
  return orphans.length
}
