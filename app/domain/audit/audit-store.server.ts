import { auditMediaStore, MOST_STRAYS } from '#app/domain/media/audit-media-store.server.ts'
import type { Breach } from './run-audit.server.ts'

export type StoreAudit = { objects: number; breaches: Breach[] }

/**
 * I14: each stored picture, film, document and copy is there and whole, and no more is. It looks at the store, so it has no place among the checks that one
 * snapshot of the database answers. Throws where the store can't be read. Changes nothing.
 */
export async function auditStore(): Promise<StoreAudit> {
  const { objects, broken, strays } = await auditMediaStore()
  const breaches = broken.map(({ key, flaw }): Breach => {
    if (flaw === 'lost')
      return { invariant: 'I14', name: 'objects-are-there', subject: key, detail: 'nothing is stored' }
    return {
      invariant: 'I14',
      name: 'objects-are-whole',
      subject: key,
      detail: `${flaw.bytes} bytes are stored, its row says ${flaw.wanted}`,
    }
  })
  if (strays.length > MOST_STRAYS)
    breaches.push({
      invariant: 'I14',
      name: 'objects-belong-to-rows',
      subject: strays[0]!,
      detail: `this and at least ${strays.length - 1} more belong to no row; nothing of it is destroyed`,
    })
  return { objects, breaches }
}
