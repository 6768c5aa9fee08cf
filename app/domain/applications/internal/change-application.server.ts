import { sql } from 'kysely'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { type ApplicationDenial, canChangeApplication } from '../policy.ts'
import { stepFor, type PageStep, type WizardStep } from '../steps.ts'
import { type ApplicationRow, lockApplication } from './application-row.server.ts'
import { type StaleDraft, writeDraft } from './draft-row.server.ts'

/** `not_yet`: the page comes after an unfinished one, or no correction of it was requested. */
export type ChangeRefusal = { kind: 'not_permitted'; reason: ApplicationDenial } | { kind: 'not_yet' } | StaleDraft

/** Locks the person's application if they may change it in this step. */
export async function lockForStep(
  tx: Tx,
  actor: Actor,
  step: WizardStep,
): Promise<Result<{ person: Person; application: ApplicationRow }, ChangeRefusal>> {
  const barred = canChangeApplication(actor, null)
  if (!barred.allowed || !actor)
    return refuse({ kind: 'not_permitted', reason: barred.allowed ? 'no_user_logged_in' : barred.reason })
  const application = await lockApplication(tx, actor.id)
  const verdict = canChangeApplication(actor, application)
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  if (stepFor(step, application) !== step) return refuse({ kind: 'not_yet' })
  return { ok: true, value: { person: actor, application } }
}

/** The columns that a completed step writes. */
type Accepted =
  | { tags: string[] }
  | {
      first_post_price_minor: bigint | null
      first_post_shown: 'only_me' | 'with_others'
      first_post_people: string[]
    }
  | { subscription_price_minor: bigint; daily_goal_minor: bigint; pay_to_unlock: boolean }

/** Stores what a completed page has accepted and empties its draft. Refuses if another page has written in the meantime. */
export async function finishStep(
  tx: Tx,
  application: ApplicationRow,
  step: PageStep,
  writer: DraftWriter,
  accepted: Accepted,
): Promise<Result<null, StaleDraft>> {
  const emptied = await writeDraft(tx, application.id, step, {}, writer)
  if (!emptied.ok) return emptied
  const done = new Set([...application.done, step])
  await tx
    .updateTable('creator_applications')
    .set({ ...accepted, steps_done: [...done], version: application.version + 1, updated_at: sql<Date>`app_now()` })
    .where('id', '=', application.id)
    .execute()
  return { ok: true, value: null }
}
