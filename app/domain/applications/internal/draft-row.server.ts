import { sql } from 'kysely'
import { type DraftWriter, mayWriteDraft } from '#app/domain/identity/fan-onboarding.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Typed } from '../draft.ts'
import type { WizardStep } from '../steps.ts'

export type StaleDraft = { kind: 'changed_elsewhere'; version: number }

/**
 * Overwrites a step's stored draft, unless another page has written since. The caller holds the application's lock. An empty draft stays
 * as a row: its version shows older pages that they are outdated.
 */
export async function writeDraft(
  tx: Tx,
  applicationId: string,
  step: WizardStep,
  typed: Typed,
  writer: DraftWriter,
): Promise<Result<{ version: number; savedAt: Date }, StaleDraft>> {
  const before = await readWriter(tx, applicationId, step)
  if (!mayWriteDraft(before, writer)) return refuse({ kind: 'changed_elsewhere', version: before.version })
  const next = { typed: JSON.stringify(typed), version: before.version + 1, tab: writer.tab.slice(0, 64) }
  const { version, saved_at } = await tx
    .insertInto('application_drafts')
    .values({ application_id: applicationId, step, ...next })
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'step']).doUpdateSet({ ...next, saved_at: sql<Date>`app_now()` }),
    )
    .returning(['version', 'saved_at'])
    .executeTakeFirstOrThrow()
  return ok({ version, savedAt: saved_at })
}

/** Whether another page has written since this one was opened, checked without writing. */
export async function findStale(
  tx: Tx,
  applicationId: string,
  step: WizardStep,
  writer: DraftWriter,
): Promise<StaleDraft | null> {
  const before = await readWriter(tx, applicationId, step)
  return mayWriteDraft(before, writer) ? null : { kind: 'changed_elsewhere', version: before.version }
}

async function readWriter(tx: Tx, applicationId: string, step: WizardStep): Promise<DraftWriter> {
  const stored = await tx
    .selectFrom('application_drafts')
    .select(['version', 'tab'])
    .where('application_id', '=', applicationId)
    .where('step', '=', step)
    .executeTakeFirst()
  // Nothing was written yet: every page knows version 0.
  return stored ?? { version: 0, tab: '' }
}
