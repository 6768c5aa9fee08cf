import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { addData, addFiles } from './internal/archive-content.server.ts'
import { fileNameOf, type PlannedFile, planArchives } from './internal/archive-plan.ts'
import { type Archive, openPartWriter } from './internal/sealed-parts.server.ts'
import { openZipWriter } from './internal/zip-writer.server.ts'

// Longer than a job may run.
const RUN_MINUTES = 10

/**
 * Makes the next archive of an export, or marks it as ready. One archive a run, so that a large export never outlives its job and an
 * interrupted run repeats only its own archive.
 */
export async function buildExport(exportId: string): Promise<void> {
  const copy = await db
    .selectFrom('data_exports as e')
    .innerJoin('profiles as p', 'p.id', 'e.profile_id')
    .select(['e.sealed_key', 'e.requested_at', 'p.id', 'p.email'])
    .where('e.id', '=', exportId)
    .where('e.state', '=', 'building')
    .executeTakeFirst()
  if (!copy?.sealed_key) return
  const run = newId()
  const lent = await borrow(exportId, run)
  if (!lent) throw new Error('another run is making this export')
  try {
    await makeArchive({
      ...copy,
      exportId,
      sealedKey: copy.sealed_key,
      run,
      done: lent.archives as Archive[],
    })
  } finally {
    await db.updateTable('data_exports').set({ run: null, run_until: null }).where('run', '=', run).execute()
  }
}

type Run = {
  exportId: string
  run: string
  sealedKey: string
  done: Archive[]
  id: string
  email: string
  requested_at: Date
}

/** Two runs would overwrite each other's parts. The lease of a killed run ends by its time. */
function borrow(exportId: string, run: string) {
  return db
    .updateTable('data_exports')
    .set({ run, run_until: sql<Date>`app_now() + make_interval(mins => ${RUN_MINUTES})` })
    .where('id', '=', exportId)
    .where('state', '=', 'building')
    .where(sql<boolean>`(run_until is null or run_until < app_now())`)
    .returning('archives')
    .executeTakeFirst()
}

async function makeArchive(copy: Run): Promise<void> {
  const { exportId, done } = copy
  const plan = planArchives(await listFiles(copy.id, copy.requested_at))
  const number = done.length + 1

  const writer = openPartWriter(exportId, number, copy.sealedKey)
  const zip = openZipWriter((chunk) => writer.write(chunk))
  if (number === 1) await addData(zip, copy, plan.length)
  await addFiles(zip, plan[number - 1] ?? [])
  await zip.end()
  await saveArchive(copy, number, await writer.end(), number >= plan.length)
}

/** In an order that is the same in a second run. */
async function listFiles(ownerId: string, before: Date): Promise<PlannedFile[]> {
  const rows = await db
    .selectFrom('media as m')
    // Of a video and of a voice note only what was encoded is kept.
    .leftJoin('media_renditions as video', (join) =>
      join.onRef('video.media_id', '=', 'm.id').on('video.format', '=', 'mp4'),
    )
    .select(['m.id', 'm.kind', 'm.original_key', 'm.content_type', 'm.byte_size'])
    .select(['video.storage_key as video_key', 'video.byte_size as video_size'])
    .where('m.owner_id', '=', ownerId)
    .where('m.created_at', '<=', before)
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    key: row.video_key ?? row.original_key,
    name: fileNameOf(row.id, typeOf(row)),
    bytes: row.video_size ?? row.byte_size,
  }))
}

function typeOf(row: { kind: string; content_type: string; video_key: string | null }): string {
  if (row.video_key === null) return row.content_type
  return row.kind === 'voice' ? 'audio/mp4' : 'video/mp4'
}

/** Records that an archive is stored. A run that lost its lease changes nothing. */
function saveArchive({ exportId, run }: Run, number: number, archive: Archive, last: boolean): Promise<void> {
  return inTransaction(async (tx) => {
    const at = now()
    const expiresAt = addDays(at, PRIVACY.exportDays)
    const saved = await tx
      .updateTable('data_exports')
      .set({
        archives: sql`archives || ${JSON.stringify([archive])}::jsonb`,
        ...(last && { state: 'ready' as const, ready_at: at, expires_at: expiresAt }),
      })
      .where('id', '=', exportId)
      .where('state', '=', 'building')
      .where('run', '=', run)
      .where(sql<boolean>`jsonb_array_length(archives) = ${number - 1}`)
      .returning('profile_id')
      .executeTakeFirst()
    if (!saved) return
    if (!last) return enqueue(tx, 'build_export', { exportId })
    const payload = { person: { id: saved.profile_id }, until: showDate(expiresAt) }
    await publish(tx, { actorId: null, event: 'export_made', objectId: exportId, payload })
  })
}
