import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { newSealedKey } from './internal/sealed-parts.server.ts'
import { exportFactsOf } from './internal/export-facts.server.ts'
import { canRequestExport } from './policy.ts'

export type ExportRefusal = { kind: 'sign_in_required' | 'staff' | 'under_way' | 'asked_today' | 'proof_needed' }

/** Requests a copy of all data about the person; a job makes it, and a mail notifies them when it is ready. */
export function requestExport(actor: Actor): Promise<Result<null, ExportRefusal>> {
  return inTransaction(async (tx) => {
    if (!actor) return refuse({ kind: 'sign_in_required' })
    if (!actor.freshlyProved) return refuse({ kind: 'proof_needed' })
    await advisoryLock(tx, `data export ${actor.id}`)
    const verdict = canRequestExport(actor, { ...(await exportFactsOf(tx, actor.id)), at: now() })
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const id = newId()
    await tx.insertInto('data_exports').values({ id, profile_id: actor.id, sealed_key: newSealedKey() }).execute()
    await publish(tx, { actorId: actor.id, event: 'export_requested', objectId: id })
    await enqueue(tx, 'build_export', { exportId: id })
    return ok(null)
  })
}
