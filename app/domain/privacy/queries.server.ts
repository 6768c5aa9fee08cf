import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { deletionFactsOf } from './internal/deletion-facts.server.ts'
import { exportFactsOf } from './internal/export-facts.server.ts'
import type { Archive } from './internal/sealed-parts.server.ts'
import { type Blocker, canDeleteAccount, canRequestExport, deletionBlockers } from './policy.ts'

export type OwnExport = {
  id: string
  requestedAt: Date
  state: 'building' | 'ready' | 'failed' | 'expired'
  expiresAt: Date | null
  archives: { number: number; bytes: number }[]
}

/** A person's newest exports, with why no new one can be requested now and from when it can. */
export async function getOwnExports(person: Person): Promise<{
  exports: OwnExport[]
  refused: 'staff' | 'under_way' | 'asked_today' | 'sign_in_required' | null
  nextAt: Date | null
}> {
  const facts = await exportFactsOf(db, person.id)
  const verdict = canRequestExport(person, { ...facts, at: now() })
  const rows = await db
    .selectFrom('data_exports')
    .select(['id', 'state', 'requested_at', 'expires_at', 'archives'])
    .where('profile_id', '=', person.id)
    .orderBy('requested_at', 'desc')
    .limit(5)
    .execute()
  return {
    exports: rows.map((row) => ({
      id: row.id,
      requestedAt: row.requested_at,
      // An export is over at its time, even before the scheduled task has ended it.
      state: row.state === 'ready' && row.expires_at && row.expires_at <= now() ? 'expired' : row.state,
      expiresAt: row.expires_at,
      archives: (row.archives as Archive[]).map(({ bytes }, index) => ({ number: index + 1, bytes })),
    })),
    refused: verdict.allowed ? null : verdict.reason,
    nextAt: facts.lastAskedAt && addDays(facts.lastAskedAt, PRIVACY.daysBetweenExports),
  }
}

/** Whether a person may delete their account now, what prevents it, and whether a code is awaited. */
export async function getDeletionState(person: Person): Promise<{
  refused: 'staff' | 'not_active' | 'something_open' | 'sign_in_required' | null
  blockers: Blocker[]
  awaitsCode: boolean
}> {
  const facts = await deletionFactsOf(db, person.id)
  const verdict = canDeleteAccount(person, facts)
  const asked = await findAskedDeletion(person.id)
  return {
    refused: verdict.allowed ? null : verdict.reason,
    blockers: deletionBlockers(facts),
    awaitsCode: asked !== undefined,
  }
}

/** The deletion that waits for its mailed code. */
export function findAskedDeletion(profileId: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('account_deletions')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('state', '=', 'asked')
    .where('code_expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst()
}
