import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { log } from '#app/platform/log.server.ts'
import { auditMediaStore, MAX_ORPHANS } from './audit-media-store.server.ts'

/**
 * Sweep: what was stored and got no row, since a server died in between, goes after a day. Where there is more of it than deaths explain, the
 * database may be the one that lost its rows: then nothing goes, and the audit tells people. Returns how many objects went.
 */
export async function destroyOrphans(): Promise<number> {
  const { orphans } = await auditMediaStore()
  if (orphans.length > MAX_ORPHANS) return 0
  for (const key of orphans) await mediaStore().remove(key)
  if (orphans.length > 0)
    log.info({ orphans: orphans.length }, 'stored objects that belonged to nothing were destroyed')
  return orphans.length
}
