import { sql } from 'kysely'
import { FORMER_USERNAME_DAYS } from '#app/domain/settings/constants.ts'
import { byId, erasedEmail, ERASED_NAME } from '#app/platform/personal-data.ts'
import { definePrivacy, runAll } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    profiles: { whose: byId('id'), exportedAs: 'your account', erased: 'blanked' },
    former_usernames: { whose: byId('profile_id'), exportedAs: 'usernames you gave up', erased: 'swept' },
    sessions: {
      whose: byId('profile_id'),
      exportedAs: 'where you are and were signed in',
      hide: ['token_hash'],
      erased: 'deleted',
    },
    account_devices: {
      whose: byId('profile_id'),
      exportedAs: 'browsers that you signed in with in the last 180 days',
      hide: ['device_hash'],
      erased: 'swept',
    },
    sign_in_codes: {
      whose: [{ column: 'email', holds: 'email' }],
      exportedAs: 'codes that were mailed to you in the last day',
      hide: ['code_hash', 'link_hash', 'browser_hash'],
      erased: 'deleted',
    },
    session_proof_codes: {
      whose: byId('profile_id'),
      exportedAs: 'codes by which you confirmed lately that it is you',
      hide: ['code_hash'],
      erased: 'swept',
      why: 'deleted by the database with the session that each belongs to',
    },
    kept_forms: {
      whose: byId('profile_id'),
      exportedAs: null,
      erased: 'swept',
      why: 'what was typed in a form, for some minutes, deleted by the database with its session',
    },
    passkeys: {
      whose: byId('profile_id'),
      exportedAs: 'your passkeys',
      hide: ['public_key', 'credential_id'],
      erased: 'deleted',
    },
    totp_secrets: {
      whose: byId('profile_id'),
      exportedAs: 'that you use an authenticator app',
      hide: ['sealed_secret', 'last_step'],
      erased: 'deleted',
    },
    totp_enrolments: { whose: byId('profile_id'), exportedAs: null, erased: 'deleted', why: 'a secret on its way in' },
    recovery_codes: {
      whose: byId('profile_id'),
      exportedAs: 'your recovery codes: when they were made and used',
      hide: ['code_hash'],
      erased: 'deleted',
    },
    recovery_code_sheets: {
      whose: byId('profile_id'),
      exportedAs: null,
      erased: 'deleted',
      why: 'secrets, for some minutes',
    },
    fan_onboardings: {
      whose: byId('profile_id'),
      exportedAs: 'how far you came in the first steps',
      erased: 'deleted',
    },
  },
  erase: async ({ id, email }, tx) => {
    // First: the database refuses it where no deletion of the account is due.
    const former = await tx
      .selectFrom('profiles')
      .select('username')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    await runAll(
      tx,
      sql`update profiles set email = ${erasedEmail(id)}, email_proven_at = null, display_name = ${ERASED_NAME}, username = null,
      profile_completed = false, whatsapp_number = null, phone = null, bio = '', city = null, birthday = null, avatar_media_id = null,
      account_status = 'closed', updated_at = app_now() where id = ${id}`,
      sql`delete from sign_in_codes where email = ${email}`,
      sql`delete from sessions where profile_id = ${id}`,
      sql`delete from totp_secrets where profile_id = ${id}`,
      sql`delete from totp_enrolments where profile_id = ${id}`,
      sql`delete from recovery_codes where profile_id = ${id}`,
      sql`delete from recovery_code_sheets where profile_id = ${id}`,
      sql`delete from passkeys where profile_id = ${id}`,
      sql`delete from fan_onboardings where profile_id = ${id}`,
    )
    // The name stays reserved for its time, so that nobody takes it over; then a scheduled task deletes it.
    if (former?.username)
      await sql`insert into former_usernames (username, profile_id, reserved_until)
      values (${former.username}, ${id}, app_now() + make_interval(days => ${FORMER_USERNAME_DAYS}))
      on conflict (username) do update set profile_id = excluded.profile_id, left_at = app_now(), reserved_until = excluded.reserved_until`.execute(
        tx,
      )
  },
})
