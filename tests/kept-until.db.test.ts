import { afterEach, describe, expect, test } from 'vitest'
import { purgeApplicationDrafts } from '#app/domain/applications/purge-application-drafts.server.ts'
import { purgeFanDrafts } from '#app/domain/identity/purge-fan-drafts.server.ts'
import { purgeSignInTraces } from '#app/domain/identity/purge-sign-in-traces.server.ts'
import { purgeNotifications } from '#app/domain/notifications/purge-notifications.server.ts'
import { buildExport } from '#app/domain/privacy/build-export.server.ts'
import { endExports } from '#app/domain/privacy/end-exports.server.ts'
import { requestExport } from '#app/domain/privacy/request-export.server.ts'
import { decideReport } from '#app/domain/reports/decide-report.server.ts'
import { fileReport } from '#app/domain/reports/file-report.server.ts'
import { forgetReports } from '#app/domain/reports/forget-reports.server.ts'
import { forgetRequestDrafts } from '#app/domain/requests/forget-drafts.server.ts'
import { purgeSignInSteps } from '#app/domain/staff/purge-sign-in-steps.server.ts'
import { purgeCaughtMails } from '#app/gateways/mailer/caught-mailer.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeApplication, makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { advanceDays } from '#tests/support/deletions.ts'

const { owner } = useDatabase()
useMediaFolder()
const HOURS = 24
const MINUTE = 1 / (24 * 60)

type Kept = {
  /** How long it is kept, in hours. */
  hours: number
  /** Writes one as of now. */
  write: () => Promise<unknown>
  task: () => Promise<unknown>
  /** How many are left. */
  left: string
}

const insert = (text: string, ...values: unknown[]) => owner().query(text, values)
const byPerson = (text: string) => async () => insert(text, newId(), (await makePerson()).id)

async function aSession(ended: string): Promise<string> {
  const id = newId()
  await insert(
    `insert into sessions (id, profile_id, kind, token_hash, expires_at, ended_at, ended_because)
     values ($1, $2, 'member', decode(md5(random()::text), 'hex'), app_now() + interval '400 days', ${ended}, case when ${ended} is null then null else 'ended_elsewhere' end)`,
    id,
    (await makePerson()).id,
  )
  return id
}

const KEPT: Record<string, Kept> = {
  'NOTIFY-01a a notification, 180 days': {
    hours: 180 * HOURS,
    write: byPerson(
      `insert into notifications (id, profile_id, event, heading, body, path) values ($1, $2, 'tip_received', 'x', 'x', '/')`,
    ),
    task: purgeNotifications,
    left: 'select 1 from notifications',
  },
  'what was delivered with its log, 30 days': {
    hours: 30 * HOURS,
    write: () =>
      insert(`insert into event_outbox (id, event, sealed_payload) values ($1, 'tip_received', 'x')`, newId()),
    task: purgeNotifications,
    left: 'select 1 from event_outbox',
  },
  'ONB-C-07 a draft of an application, 30 days': {
    hours: 30 * HOURS,
    write: async () =>
      insert(
        `insert into application_drafts (application_id, step, typed, saved_at) values ($1, 'profile', '{}', app_now())`,
        (await makeApplication({ state: 'draft' })).applicationId,
      ),
    task: purgeApplicationDrafts,
    left: 'select 1 from application_drafts',
  },
  'an abandoned wizard of a fan, 30 days': {
    hours: 30 * HOURS,
    write: async () =>
      insert('insert into fan_onboardings (profile_id, updated_at) values ($1, app_now())', (await makePerson()).id),
    task: purgeFanDrafts,
    left: 'select 1 from fan_onboardings',
  },
  'a sign-in code, 25 hours': {
    hours: 25,
    write: () =>
      insert(
        `insert into sign_in_codes (id, email, purpose, code_hash, link_hash, browser_hash, network, sent_at, expires_at)
         values ($1, 'a@test.example', 'sign_in', decode(md5(random()::text), 'hex'), decode(md5(random()::text), 'hex'), '\\x00', 'n', app_now(), app_now() + interval '15 minutes')`,
        newId(),
      ),
    task: purgeSignInTraces,
    left: 'select 1 from sign_in_codes',
  },
  'AUTH-08 a code that proves a session, 25 hours': {
    hours: 25,
    write: async () => {
      const sessionId = await aSession('null')
      await insert(
        `insert into session_proof_codes (id, session_id, profile_id, code_hash, sent_at, expires_at)
         select $1, id, profile_id, decode(md5(random()::text), 'hex'), app_now(), app_now() + interval '10 minutes' from sessions where id = $2`,
        newId(),
        sessionId,
      )
    },
    task: purgeSignInTraces,
    left: 'select 1 from session_proof_codes',
  },
  'a browser that signed in, 180 days': {
    hours: 180 * HOURS,
    write: async () =>
      insert(
        `insert into account_devices (profile_id, device_hash, network, last_seen_at) values ($1, decode(md5(random()::text) || md5('x'), 'hex'), 'n', app_now())`,
        (await makePerson()).id,
      ),
    task: purgeSignInTraces,
    left: 'select 1 from account_devices',
  },
  'an ended session, 30 days': {
    hours: 30 * HOURS,
    write: () => aSession('app_now()'),
    task: purgeSignInTraces,
    left: `select 1 from sessions where ended_at is not null`,
  },
  'a step of a staff sign-in, an hour after its end': {
    hours: 1,
    write: async () =>
      insert(
        `insert into staff_sign_in_steps (id, token_hash, profile_id, kind, expires_at) values ($1, decode(md5(random()::text), 'hex'), $2, 'staff', app_now())`,
        newId(),
        (await makeStaff('support')).id,
      ),
    task: purgeSignInSteps,
    left: 'select 1 from staff_sign_in_steps',
  },
  'a form to a creator that was never sent, 7 days': {
    hours: 7 * HOURS,
    write: async () =>
      insert(
        `insert into custom_request_drafts (fan_id, creator_id, kind, words, wanted_by, price, saved_at)
         values ($1, $2, 'photo', 'x', '', '', app_now())`,
        (await makePerson()).id,
        (await makeCreator()).id,
      ),
    task: forgetRequestDrafts,
    left: 'select 1 from custom_request_drafts',
  },
  'SAFE-01d what a decided report says, 30 days': {
    hours: 30 * HOURS,
    write: async () => {
      const about = { kind: 'creator' as const, id: (await makeCreator()).id, network: newId(), email: '' }
      const filed = await fileReport(await makePerson(), { ...about, reason: 'spam', details: 'Look at this' })
      if (!filed.ok) throw new Error(filed.refusal.kind)
      const decision = { decision: 'dismissal' as const, note: 'Checked by a person.' }
      await decideReport(await makeStaff('super-admin'), filed.value.reportId, decision)
    },
    task: forgetReports,
    left: `select 1 from reports where details <> ''`,
  },
  'SAFE-02 a copy of somebody’s data, 7 days': {
    hours: 7 * HOURS,
    write: async () => {
      const person = await makePerson()
      await requestExport(person)
      const { rows } = await owner().query<{ id: string }>('select id from data_exports where profile_id = $1', [
        person.id,
      ])
      await buildExport(rows[0]!.id)
    },
    task: endExports,
    left: `select 1 from data_exports where state = 'ready'`,
  },
  'a caught mail of the demo, 90 days': {
    hours: 90 * HOURS,
    write: () =>
      insert(
        `insert into caught_mails (id, recipient, subject, body_text, body_html, sent_at) values ($1, 'a@test.example', 'x', 'x', 'x', app_now())`,
        newId(),
      ),
    task: purgeCaughtMails,
    left: 'select 1 from caught_mails',
  },
}

afterEach(() => advanceDays(0))

describe('what is kept for a time is there a minute before its end, and gone a minute after', () => {
  test.each(Object.entries(KEPT))('%s', async (_, { hours, write, task, left }) => {
    const count = async () => (await owner().query(left)).rows.length
    await write()
    await advanceDays(hours / HOURS - MINUTE)
    await task()
    expect(await count()).toBe(1)
    await advanceDays(hours / HOURS + MINUTE)
    await task()
    expect(await count()).toBe(0)
  })
})
