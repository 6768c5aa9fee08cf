import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { fileLimitsOf } from '#app/domain/media/limits.ts'
import { documentsAreOn } from '#app/domain/media/picture-tools.server.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { freeDiskBytes } from '#app/platform/spool.server.ts'
import { canStartUpload, type UploadStatus } from './policy.ts'
import { isUploadPurpose, UPLOAD_LIMITS, UPLOAD_PLANS } from './limits.ts'
import { sizeProblem, spoolProblem, type UploadRefusal } from './upload.ts'

/**
 * Announces a file of `sizeBytes` that its owner will upload. Returns the id for sending its bytes. The limits count announcements,
 * uploaded or not, one after the other: the announcements of everybody together are counted too.
 */
export async function startUpload(
  actor: Actor,
  announced: { purpose: string; sizeBytes: number },
  status: UploadStatus,
): Promise<Result<{ uploadId: string }, UploadRefusal>> {
  const { purpose, sizeBytes } = announced
  if (!actor) return refuse({ kind: 'no_user_logged_in' })
  if (!isUploadPurpose(purpose)) return refuse({ kind: 'unknown_purpose' })
  const verdict = canStartUpload(actor, purpose, status)
  if (!verdict.allowed) return refuse({ kind: verdict.reason })
  const problem = sizeProblem(purpose, sizeBytes, fileLimitsOf(await settings()))
  if (problem) return refuse(problem)
  const plan = UPLOAD_PLANS[purpose]
  const limits = status.posts ? UPLOAD_LIMITS.posting : UPLOAD_LIMITS.everybody
  if (plan.kind !== 'photo' && !(await videoIsOn())) return refuse({ kind: 'video_is_off' })
  if (plan.sealed && !(await documentsAreOn())) return refuse({ kind: 'documents_are_off' })
  const free = await freeDiskBytes()
  return inTransaction(async (tx) => {
    await advisoryLock(tx, `uploads of ${actor.id}`)
    const sent = await countRecent(tx, actor.id, limits.countMinutes)
    if (sent.lately >= limits.count) return refuse({ kind: 'too_many', limits })
    if (sent.bytesToday + BigInt(sizeBytes) > BigInt(limits.bytesPerDay)) return refuse({ kind: 'too_much', limits })
    // Last, so that a refused announcement delays nobody.
    await advisoryLock(tx, 'uploads of everybody')
    const full = spoolProblem({ announcedBytes: await announcedByAll(tx), freeDiskBytes: free }, sizeBytes)
    if (full) return refuse(full)
    const uploadId = newId()
    await tx
      .insertInto('uploads')
      .values({
        id: uploadId,
        owner_id: actor.id,
        purpose,
        size_bytes: BigInt(sizeBytes),
        expires_at: addMinutes(now(), plan.expiresInMinutes),
      })
      .execute()
    return ok({ uploadId })
  })
}

async function countRecent(tx: Tx, ownerId: string, minutes: number): Promise<{ lately: number; bytesToday: bigint }> {
  const { rows } = await sql<{ lately: number; bytes: bigint }>`
    select count(*) filter (where created_at > app_now() - make_interval(mins => ${minutes}))::int as lately,
      coalesce(sum(size_bytes), 0)::bigint as bytes
    from uploads where owner_id = ${ownerId} and created_at > app_now() - interval '1 day'
  `.execute(tx)
  return { lately: rows[0]!.lately, bytesToday: rows[0]!.bytes }
}

/** The bytes that wait in the spool or may still be sent to it, of everybody. */
async function announcedByAll(tx: Tx): Promise<number> {
  const { rows } = await sql<{ bytes: bigint }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from uploads where state in ('open', 'finished')`.execute(tx)
  return Number(rows[0]!.bytes)
}
