import { checkDisplayName } from './internal/check-display-name.server.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, isPgError, type Tx, UNIQUE_VIOLATION } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor } from './actor.ts'
import { type DraftWriter, type FanDraft, mayWriteDraft } from './fan-onboarding.ts'
import { makeUsername } from './internal/claim-username.server.ts'
import { lockOnboarding } from './internal/fan-onboarding-row.server.ts'
import {
  type BirthdayProblem,
  type DisplayNameProblem,
  readBirthday,
  readCity,
  readDisplayName,
} from './profile-rules.ts'

export type FanSetupProblems = {
  displayName?: DisplayNameProblem
  birthday?: BirthdayProblem
  city?: 'too_long'
}

export type FanSetupRefusal =
  | { kind: 'no_user_logged_in' }
  | { kind: 'changed_elsewhere'; version: number }
  | { kind: 'invalid'; problems: FanSetupProblems }

/**
 * The fan wizard's second step: name, birthday (entered once) and city. It completes a new account's profile, whose username is made of
 * the name.
 */
export async function setUpFan(
  actor: Actor,
  typed: FanDraft,
  writer: DraftWriter,
): Promise<Result<null, FanSetupRefusal>> {
  if (!actor) return refuse({ kind: 'no_user_logged_in' })
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await inTransaction((tx) => setUp(tx, actor.id, typed, writer))
    } catch (error) {
      // Somebody took the same username between our check and our write: try again.
      if (attempt === 5 || !isPgError(error, UNIQUE_VIOLATION, 'profiles_username_key')) throw error
    }
  }
}

async function setUp(tx: Tx, id: string, typed: FanDraft, writer: DraftWriter): Promise<Result<null, FanSetupRefusal>> {
  const profile = await tx
    .selectFrom('profiles')
    .select(['username', 'birthday', 'profile_completed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const stored = await lockOnboarding(tx, id)
  if (!mayWriteDraft(stored, writer)) return refuse({ kind: 'changed_elsewhere', version: stored.version })

  const displayName = readDisplayName(typed.displayName)
  const city = readCity(typed.city)
  const birthday = profile.birthday ? { value: profile.birthday, problem: null } : readBirthday(typed, now())
  if (displayName.problem || city.problem || birthday.problem)
    return refuse({
      kind: 'invalid',
      problems: {
        ...(displayName.problem && { displayName: displayName.problem }),
        ...(city.problem && { city: city.problem }),
        ...(birthday.problem && { birthday: birthday.problem }),
      },
    })
  const denial = await checkDisplayName(tx, id, displayName.value, { sells: false })
  if (denial) return refuse({ kind: 'invalid', problems: { displayName: denial } })
  await tx
    .updateTable('profiles')
    .set({
      display_name: displayName.value,
      city: city.value,
      birthday: birthday.value,
      username: profile.username ?? (await makeUsername(tx, id, displayName.value)),
      profile_completed: true,
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .execute()
  await emptyDraft(tx, id, stored.version + 1)
  const event = profile.profile_completed ? 'profile_changed' : 'profile_completed'
  await publish(tx, { actorId: id, event, objectId: id, detail: { by: 'fan_wizard' } })
  return ok(null)
}

/** The profile has it all now: no second copy stays. */
async function emptyDraft(tx: Tx, id: string, version: number): Promise<void> {
  await tx
    .updateTable('fan_onboardings')
    .set({
      version,
      draft_display_name: '',
      draft_day: '',
      draft_month: '',
      draft_year: '',
      draft_city: '',
      draft_tab: '',
      updated_at: sql<Date>`app_now()`,
    })
    .where('profile_id', '=', id)
    .execute()
}
