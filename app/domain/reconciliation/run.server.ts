import { now } from '#app/platform/clock.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

/** Records that a run has begun: a comparison with the gateway, or an audit. Returns its id. */
export async function beginRun(
  kind: 'gateway' | 'audit',
  startedAt: Date,
  window?: { from: Date; to: Date },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('reconciliation_runs')
    .values({ id, kind, started_at: startedAt, window_from: window?.from, window_to: window?.to })
    .execute()
  return id
}

/** Records what a run has found. `failure` says what could not be read. */
export async function finishRun(
  tx: Tx,
  id: string,
  result: { found: number; failure: string | null; counts: Readonly<Record<string, number>> },
): Promise<void> {
  await tx
    .updateTable('reconciliation_runs')
    .set({
      finished_at: now(),
      found: result.found,
      failure: result.failure,
      counts: JSON.stringify(result.counts),
    })
    .where('id', '=', id)
    .execute()
}
