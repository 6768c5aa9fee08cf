import { auditMediaStore, MAX_ORPHANS } from '#app/domain/media/audit-media-store.server.ts'
import type { Breach } from './run-audit.server.ts'

export type StoreAudit = { objects: number; breaches: Breach[] }

/**
 * I14: each stored picture, video, document and copy is there and whole, and nothing else is. It reads the store, so it can't be among the
 * checks of one database snapshot. Throws where the store can't be read. Changes nothing.
 */
export async function auditStore(): Promise<StoreAudit> {
  const { objects, broken, orphans } = await auditMediaStore()
  const breaches = broken.map(({ key, problem }): Breach => {
    if (problem === 'lost')
      return { invariant: 'I14', name: 'objects-are-there', subject: key, detail: 'nothing is stored' }
    return {
      invariant: 'I14',
      name: 'objects-are-whole',
      subject: key,
      detail: `${problem.bytes} bytes are stored, its row says ${problem.wanted}`,
    }
  })
  if (orphans.length > MAX_ORPHANS)
    breaches.push({
      invariant: 'I14',
      name: 'objects-belong-to-rows',
      subject: orphans[0]!,
      detail: `this and at least ${orphans.length - 1} more belong to no row; none of them is destroyed`,
    })
  return { objects, breaches }
}
