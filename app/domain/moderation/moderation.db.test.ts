import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { reopenApplication } from '#app/domain/applications/move-application.server.ts'
import { expireVerification } from '#app/domain/creators/verification.server.ts'
import { setAccountStatus } from '#app/domain/identity/account-status.server.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { asRole, db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeApplication, makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { approveApplication } from './approve-application.server.ts'
import { changeCreatorStatus } from './change-creator-status.server.ts'
import { claimApplication } from './claim-application.server.ts'
import { findCreatorStatus } from './creator-status.server.ts'
import { keepVerifications } from './keep-verifications.server.ts'
import { openWaitingPost } from './open-waiting-post.server.ts'
import {
  type ApplicationFilter,
  countApplications,
  findApplicationForReview,
  listApplications,
} from './queries.server.ts'
import { rejectApplication } from './reject-application.server.ts'
import { requestApplicationChanges } from './request-application-changes.server.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { openApplication } from '#tests/support/review.ts'
import { listing } from '#tests/support/listing.ts'

const { owner } = useDatabase()
const TEXTS = 'The word on the paper can\u2019t be read.'
const DAY_MS = 86_400_000

const namesOfMailsTo = async (person: Person) => (await mailsTo(person.email)).map(({ name }) => name)

async function creatorRow(id: string) {
  return ownerDb.selectFrom('creators').selectAll().where('profile_id', '=', id).executeTakeFirstOrThrow()
}

async function postState(id: string): Promise<string> {
  return (await ownerDb.selectFrom('posts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
}

async function decisionsOf(applicationId: string) {
  return ownerDb.selectFrom('application_decisions').selectAll().where('application_id', '=', applicationId).execute()
}

/** Moves the clock of SQL and of the code together. */
async function travel(milliseconds: number): Promise<void> {
  await owner().query('update app_clock set advanced_by = make_interval(secs => $1)', [milliseconds / 1_000])
  setClockAdvance(milliseconds)
}

describe('a decision', () => {
  test('ADMIN-04b SAFE-01b SAFE-01c NOTIFY-01j approval: the creator is approved, the first post appears, the next verification is set, and the creator is notified', async () => {
    const moderator = await makeStaff('content-moderator')
    const { creator, applicationId, submittedAt, postId } = await makeApplication()
    const decided = await approveApplication(moderator, { applicationId, submittedAt })
    expect(decided).toMatchObject({ ok: true, value: { profileId: creator.id } })
    const row = await creatorRow(creator.id)
    // The reviewer has seen the name on the document.
    expect(row).toMatchObject({ verification_status: 'approved', legal_name: 'Amina Nakato' })
    expect(row.approved_at).not.toBeNull()
    const days = (row.reverify_by!.getTime() - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(364.9)
    expect(days).toBeLessThan(366.1)
    expect(await postState(postId)).toBe('published')
    expect(await namesOfMailsTo(creator)).toEqual(['application_approved'])
    expect(await findCreatorStatus(creator.id)).toMatchObject({
      verification: 'approved',
      visible: false,
      application: { state: 'approved' },
      decision: { kind: 'approved' },
    })
    const { rows } = await owner().query('select actor_id from activity where event = $1 and object_id = $2', [
      'application_approved',
      applicationId,
    ])
    expect(rows).toEqual([{ actor_id: moderator.id }])
  })

  test('ONB-C-05 requested changes: the steps and the message go to the creator, everything else is kept', async () => {
    const moderator = await makeStaff('content-moderator')
    const { creator, applicationId, submittedAt, postId } = await makeApplication()
    const decided = await requestApplicationChanges(moderator, {
      applicationId,
      submittedAt,
      steps: ['selfie', 'profile'],
      message: TEXTS,
    })
    expect(decided.ok).toBe(true)
    expect((await creatorRow(creator.id)).verification_status).toBe('in_review')
    expect(await postState(postId)).toBe('in_review')
    expect(await findCreatorStatus(creator.id)).toMatchObject({
      application: { state: 'changes_requested' },
      decision: { kind: 'changes_requested', failedSteps: ['profile', 'selfie'], message: TEXTS },
    })
    expect(await namesOfMailsTo(creator)).toEqual(['application_changes_requested'])
    // Submitted again, it is decided again.
    const again = new Date(submittedAt.getTime() + 60_000)
    await ownerDb
      .updateTable('creator_applications')
      .set({ state: 'in_review', submitted_at: again })
      .where('id', '=', applicationId)
      .execute()
    expect(await approveApplication(moderator, { applicationId, submittedAt })).toEqual({
      ok: false,
      refusal: { kind: 'changed_meanwhile' },
    })
    expect((await approveApplication(moderator, { applicationId, submittedAt: again })).ok).toBe(true)
    expect(await decisionsOf(applicationId)).toHaveLength(2)
  })

  test('ADMIN-04b SAFE-01b an application is not approved unseen: every document and post is opened by whoever approves, since its last change', async () => {
    const moderator = await makeStaff('content-moderator')
    const { creator, applicationId, submittedAt, postId } = await makeApplication()
    await ownerDb.updateTable('posts').set({ caption: 'My first' }).where('id', '=', postId).execute()
    const document = async (kind: string) => {
      const id = newId()
      await owner().query(
        `insert into sealed_documents (id, owner_id, application_id, kind, content_type, byte_size, content_sha256, width, height, storage_key, sealed_key, submitted_at, keep_until)
         values ($1, $2, $3, $4, 'image/jpeg', 1, sha256($5::bytea), 1, 1, 'x', 'x', app_now(), app_now() + interval '30 days')`,
        [id, creator.id, applicationId, kind, id],
      )
      return id
    }
    await document('selfie')
    const paper = await document('identity_document')
    const refusedFor = async (actor: Person) => {
      const decided = await approveApplication(actor, { applicationId, submittedAt })
      return !decided.ok && decided.refusal.kind === 'not_opened'
        ? decided.refusal.items.map(({ kind }) => kind)
        : decided
    }
    expect(await refusedFor(moderator)).toEqual(['selfie', 'identity_document', 'text'])
    await openApplication(moderator, creator.id)
    // Another person has opened nothing.
    expect(await refusedFor(await makeStaff('owner'))).toEqual(['selfie', 'identity_document', 'text'])
    // The ID was taken again since.
    await ownerDb
      .updateTable('sealed_documents')
      .set({ replaced_at: sql`app_now()` })
      .where('id', '=', paper)
      .execute()
    await document('identity_document')
    expect(await refusedFor(moderator)).toEqual(['identity_document'])
    expect(await decisionsOf(applicationId)).toEqual([])
    expect(await postState(postId)).toBe('in_review')
    await openApplication(moderator, creator.id)
    expect((await approveApplication(moderator, { applicationId, submittedAt })).ok).toBe(true)
  })

  test('ADMIN-04b rejection: the post is removed with it, and nobody becomes visible', async () => {
    const boss = await makeStaff('owner')
    const { creator, applicationId, submittedAt, postId } = await makeApplication()
    expect((await rejectApplication(boss, { applicationId, submittedAt, message: TEXTS })).ok).toBe(true)
    expect((await creatorRow(creator.id)).verification_status).toBe('rejected')
    expect(await postState(postId)).toBe('removed')
    expect(await approveApplication(boss, { applicationId, submittedAt })).toMatchObject({
      refusal: { kind: 'changed_meanwhile' },
    })
  })

  test('ADMIN-04 twelve reviewers at the same moment: one decision, one mail', async () => {
    const { creator, applicationId, submittedAt } = await makeApplication()
    const reviewers = await Promise.all(Array.from({ length: 6 }, () => makeStaff('content-moderator')))
    const results = await Promise.all([
      ...reviewers.map((reviewer) => approveApplication(reviewer, { applicationId, submittedAt })),
      ...reviewers.map((reviewer) => rejectApplication(reviewer, { applicationId, submittedAt, message: TEXTS })),
    ])
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    for (const result of results) if (!result.ok) expect(result.refusal).toEqual({ kind: 'changed_meanwhile' })
    expect(await decisionsOf(applicationId)).toHaveLength(1)
    expect(await namesOfMailsTo(creator)).toEqual([expect.stringMatching(/^application_/)])
  })

  test('ROLE-01 the wrong person can’t decide', async () => {
    const { creator, applicationId, submittedAt } = await makeApplication()
    const wrong = [
      await makePerson(),
      creator,
      await makeStaff('earnings-manager'),
      await makeStaff('support'),
      { ...(await makeStaff('content-moderator')), staffRole: null },
    ]
    for (const actor of [null, ...wrong]) {
      const input = { applicationId, submittedAt, message: TEXTS, steps: ['profile' as const] }
      for (const command of [approveApplication, rejectApplication, requestApplicationChanges]) {
        expect(await command(actor, input)).toEqual({
          ok: false,
          refusal: { kind: 'not_permitted', reason: 'not_yours' },
        })
      }
    }
    expect(await decisionsOf(applicationId)).toEqual([])
    expect((await creatorRow(creator.id)).verification_status).toBe('in_review')
  })

  test('ROLE-01 a moderator who is a creator too does not decide on their own application', async () => {
    const { creator, applicationId, submittedAt } = await makeApplication()
    await ownerDb
      .insertInto('staff_members')
      .values({
        profile_id: creator.id,
        role: 'super-admin',
        password_hash: 'x',
        terms_version: '1.0',
        terms_accepted_at: new Date(),
        sensitive_data_acknowledged_at: new Date(),
      })
      .execute()
    const self: Person = { ...creator, staffRole: 'super-admin' }
    expect(await approveApplication(self, { applicationId, submittedAt })).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'own_application' },
    })
    // Not even without the check above: the database enforces it as well.
    const call = (by: string) =>
      inTransaction((tx) =>
        asRole(tx, 'peach_decisions', () =>
          tx
            .insertInto('application_decisions')
            .values({
              id: newId(),
              application_id: applicationId,
              submitted_at: submittedAt,
              decision: 'approved',
              decided_by: by,
            })
            .execute(),
        ),
      )
    await expect(call(self.id)).rejects.toThrow(/own application/)
    await expect(call((await makeStaff('support')).id)).rejects.toThrow(/only a reviewer/)
    await expect(call((await makePerson()).id)).rejects.toThrow(/only a reviewer/)
    const gone = await makeStaff('content-moderator')
    await owner().query('update staff_members set ended_at = app_now() where profile_id = $1', [gone.id])
    await expect(call(gone.id)).rejects.toThrow(/only a reviewer/)
    expect(await decisionsOf(applicationId)).toEqual([])
  })

  test('ADMIN-04 an application that does not exist, is not submitted or has a malformed id can’t be decided', async () => {
    const moderator = await makeStaff('content-moderator')
    const { applicationId, submittedAt } = await makeApplication({ state: 'draft' })
    expect(await approveApplication(moderator, { applicationId, submittedAt })).toMatchObject({
      refusal: { kind: 'changed_meanwhile' },
    })
    for (const id of [newId(), 'nonsense', "'; drop table creators"]) {
      expect(await approveApplication(moderator, { applicationId: id, submittedAt })).toMatchObject({
        refusal: { kind: 'not_there' },
      })
    }
  })

  test('the server itself can’t write a decision, a creator status or an application status', async () => {
    for (const statement of [
      `insert into application_decisions (id, application_id, submitted_at, decision, decided_by) values (gen_random_uuid(), gen_random_uuid(), app_now(), 'approved', gen_random_uuid())`,
      `update application_decisions set decision = 'approved'`,
      `update creators set verification_status = 'approved'`,
      `update creators set reverify_by = null`,
      `update suspensions set lifted_at = app_now()`,
      `update posts set audience = 'public'`,
      `delete from post_views`,
    ])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/)
  })
})

describe('the list', () => {
  test('ADMIN-04a the longest waiting comes first; filters, counts and a search return the right creators', async () => {
    const moderator = await makeStaff('content-moderator')
    const old = await makeApplication({ submittedAt: new Date(Date.now() - 51 * 3_600_000), displayName: 'Esther Q' })
    const young = await makeApplication({ displayName: 'Doreen Q' })
    await makeApplication({ state: 'draft', displayName: 'Unsent Q' })
    const active = await makeCreator({ displayName: 'Active Q' })
    const blocked = await makeCreator({ displayName: 'Blocked Q' })
    await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', blocked.id).execute()
    const names = async (filter: ApplicationFilter) =>
      (await listApplications(listing(filter, { find: 'q', oldestFirst: true }))).map((creator) => creator.displayName)
    const pending = await names('pending')
    expect(pending.indexOf('Esther Q')).toBeLessThan(pending.indexOf('Doreen Q'))
    expect(pending).not.toContain('Unsent Q')
    expect(await names('active')).toEqual(['Active Q'])
    expect(await names('suspended')).toEqual(['Blocked Q'])
    expect(new Set(await names('all'))).toEqual(new Set(['Esther Q', 'Doreen Q', 'Active Q', 'Blocked Q']))
    for (const odd of ['%', '\\', "'", '100%'])
      expect(
        (await listApplications(listing('all', { find: odd }))).some((creator) => creator.displayName.endsWith('Q')),
      ).toBe(false)
    const counts = await countApplications()
    expect(counts.suspended).toBeGreaterThanOrEqual(1)
    expect(counts.all).toBeGreaterThanOrEqual(counts.pending + counts.suspended)

    await claimApplication(moderator, { id: old.applicationId, profileId: old.creator.id, state: 'in_review' })
    const other = await makeStaff('super-admin')
    await claimApplication(other, { id: old.applicationId, profileId: old.creator.id, state: 'in_review' })
    const claimed = (await listApplications(listing('pending', { find: 'esther', oldestFirst: true })))[0]!
    expect(claimed.claimedBy?.id).toBe(moderator.id)
    await travel(16 * 60_000)
    try {
      expect(
        (await listApplications(listing('pending', { find: 'esther', oldestFirst: true })))[0]!.claimedBy,
      ).toBeNull()
      await claimApplication(other, { id: old.applicationId, profileId: old.creator.id, state: 'in_review' })
      expect(
        (await listApplications(listing('pending', { find: 'esther', oldestFirst: true })))[0]!.claimedBy?.id,
      ).toBe(other.id)
    } finally {
      await travel(0)
    }
    expect((await findApplicationForReview(moderator, active.id))?.visible).toBe(true)
    expect((await findApplicationForReview(moderator, young.creator.id))?.posts).toHaveLength(1)
    expect(await findApplicationForReview(moderator, 'nonsense')).toBeNull()
    expect(await findApplicationForReview(moderator, moderator.id)).toBeNull()
  })
})

describe('a post that waits', () => {
  test('SAFE-01c only a reviewer with an open view sees it, for two minutes, and each view is recorded', async () => {
    const moderator = await makeStaff('content-moderator')
    const { creator, postId } = await makeApplication()
    const mediaId = newId()
    await owner().query(
      `insert into media (id, owner_id, purpose, kind, state, original_key, content_type, content_sha256, byte_size, width, height)
       values ($1, $2, 'post', 'photo', 'ready', 'k', 'image/jpeg', 'x', 10, 10, 10)`,
      [mediaId, creator.id],
    )
    await owner().query('insert into post_media (post_id, position, media_id) values ($1, 0, $2)', [postId, mediaId])
    const sees = async (actor: Person | null) => (await findMediaForViewer(actor, mediaId, { kind: 'original' })).ok
    expect(await sees(moderator)).toBe(false)
    for (const actor of [null, await makePerson(), creator, await makeStaff('support')])
      expect((await openWaitingPost(actor, postId)).ok).toBe(false)
    expect((await openWaitingPost(moderator, postId)).ok).toBe(true)
    expect(await sees(moderator)).toBe(true)
    expect(await sees(await makeStaff('super-admin'))).toBe(false)
    // The right ends with the role, even while a view is open.
    expect(await sees({ ...moderator, staffRole: 'support' })).toBe(false)
    await travel(2 * 60_000 + 1_000)
    try {
      expect(await sees(moderator)).toBe(false)
    } finally {
      await travel(0)
    }
    const { rows } = await owner().query(
      `select actor_id from activity where event = 'waiting_post_opened' and object_id = $1`,
      [postId],
    )
    expect(rows).toEqual([{ actor_id: moderator.id }])
    expect(await openWaitingPost(moderator, newId())).toMatchObject({ refusal: { kind: 'not_there' } })
  })
})

describe('the yearly verification', () => {
  async function dueIn(days: number) {
    const { creator, applicationId, submittedAt } = await makeApplication()
    await approveApplication(await makeStaff('content-moderator'), { applicationId, submittedAt })
    await owner().query(
      'update creators set reverify_by = app_now() + make_interval(secs => $2) where profile_id = $1',
      [creator.id, days * 86_400],
    )
    await owner().query(
      `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at) values ($1, $2, 'grant', $1, app_now(), app_now() + interval '2 years')`,
      [newId(), creator.id],
    )
    return { creator, applicationId }
  }

  test('ONB-C-08c reminders are sent 30 and 7 days before, once each, and the application opens again', async () => {
    const { creator } = await dueIn(40)
    await keepVerifications()
    expect(await namesOfMailsTo(creator)).toEqual(['application_approved'])
    for (const [day, mails] of [
      [11, 1],
      [12, 1],
      [34, 2],
      [35, 2],
    ] as const) {
      await travel(day * DAY_MS)
      await keepVerifications()
      expect((await namesOfMailsTo(creator)).filter((name) => name.startsWith('verification_'))).toHaveLength(mails)
    }
    expect(await findCreatorStatus(creator.id)).toMatchObject({
      verification: 'approved',
      visible: true,
      application: { state: 'changes_requested' },
    })
    await travel(0)
  })

  test('ONB-C-08c at its end the creator is in review and hidden again; a new approval starts the next year', async () => {
    const { creator, applicationId } = await dueIn(5)
    await keepVerifications()
    await travel(5 * DAY_MS + 1_000)
    try {
      await keepVerifications()
      await keepVerifications()
      expect(await findCreatorStatus(creator.id)).toMatchObject({ verification: 'in_review', visible: false })
      expect((await creatorRow(creator.id)).listed).toBe(false)
      expect((await namesOfMailsTo(creator)).filter((name) => name.startsWith('verification_'))).toHaveLength(2)
      const submittedAt = new Date(Date.now() + 5 * DAY_MS)
      await ownerDb
        .updateTable('creator_applications')
        .set({ state: 'in_review', submitted_at: submittedAt })
        .where('id', '=', applicationId)
        .execute()
      const again = await approveApplication(await makeStaff('super-admin'), { applicationId, submittedAt })
      expect(again.ok).toBe(true)
      const row = await creatorRow(creator.id)
      expect(row).toMatchObject({ verification_status: 'approved', reverify_reminded_days: null, listed: true })
      expect(row.reverify_by!.getTime()).toBeGreaterThan(Date.now() + 360 * DAY_MS)
    } finally {
      await travel(0)
    }
  })

  test('ONB-C-08 the server can’t end a verification before its time', async () => {
    const { creator } = await dueIn(100)
    expect(await inTransaction((tx) => expireVerification(tx, creator.id))).toBe(false)
    await inTransaction((tx) => reopenApplication(tx, creator.id))
    const state = await db
      .selectFrom('creator_applications')
      .select('state')
      .where('profile_id', '=', creator.id)
      .executeTakeFirst()
    expect(state?.state ?? 'approved').toBe('approved')
    // Not even in the role that decides.
    await expect(
      inTransaction((tx) =>
        asRole(tx, 'peach_decisions', () =>
          sql`update creators set verification_status = 'in_review' where profile_id = ${creator.id}`.execute(tx),
        ),
      ),
    ).rejects.toThrow(/can not become in_review now/)
  })
})

describe('the status of a creator', () => {
  test('ADMIN-04c suspended and blocked creators leave the feeds at once and return when it is lifted', async () => {
    const moderator = await makeStaff('content-moderator')
    const creator = await makeCreator()
    const change = (what: 'suspend' | 'reinstate' | 'block' | 'unblock') =>
      changeCreatorStatus(moderator, { creatorId: creator.id, change: what, reason: 'A reason for the record.' })
    const listed = async () => (await creatorRow(creator.id)).listed
    expect(await listed()).toBe(true)
    expect((await change('suspend')).ok).toBe(true)
    expect(await listed()).toBe(false)
    expect(await findCreatorStatus(creator.id)).toMatchObject({
      suspension: { kind: 'suspended', reason: 'A reason for the record.' },
    })
    expect(await change('suspend')).toMatchObject({ refusal: { reason: 'stands_so_already' } })
    expect((await change('reinstate')).ok).toBe(true)
    expect(await listed()).toBe(true)
    expect((await change('block')).ok).toBe(true)
    expect(await listed()).toBe(false)
    expect((await change('unblock')).ok).toBe(true)
    expect(await listed()).toBe(true)
    const rows = await ownerDb.selectFrom('suspensions').selectAll().where('profile_id', '=', creator.id).execute()
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatchObject({ imposed_by: moderator.id, lifted_by: moderator.id })
  })

  test('CSUB-03 paid time is paused from the suspension until nothing hides the page any more', async () => {
    const moderator = await makeStaff('content-moderator')
    const creator = await makeCreator()
    const change = (what: 'suspend' | 'reinstate' | 'block' | 'unblock') =>
      changeCreatorStatus(moderator, { creatorId: creator.id, change: what, reason: 'A reason for the record.' })
    const { lastEnd: before } = await findCreatorStatus(creator.id)
    const began = Date.now()
    try {
      await change('suspend')
      await travel(DAY_MS)
      await change('block')
      await travel(2 * DAY_MS)
      await change('reinstate')
      await travel(3 * DAY_MS)
      expect((await findCreatorStatus(creator.id)).visible).toBe(false)
      await change('unblock')
      const { lastEnd: after, visible } = await findCreatorStatus(creator.id)
      expect(visible).toBe(true)
      const given = after!.getTime() - before!.getTime()
      expect(given).toBeGreaterThanOrEqual(3 * DAY_MS)
      expect(given).toBeLessThanOrEqual(3 * DAY_MS + (Date.now() - began))
      expect((await creatorRow(creator.id)).fee_paused_at).toBeNull()
    } finally {
      await travel(0)
    }
  })

  test('ROLE-01 the wrong person can’t suspend, and staff or fans can’t be suspended here', async () => {
    const creator = await makeCreator()
    const reason = 'A reason for the record.'
    for (const actor of [
      null,
      await makePerson(),
      creator,
      await makeStaff('support'),
      await makeStaff('earnings-manager'),
    ])
      expect(await changeCreatorStatus(actor, { creatorId: creator.id, change: 'block', reason })).toMatchObject({
        refusal: { kind: 'not_permitted', reason: 'not_yours' },
      })
    const boss = await makeStaff('owner')
    expect(
      await changeCreatorStatus(boss, { creatorId: (await makePerson()).id, change: 'block', reason }),
    ).toMatchObject({ refusal: { kind: 'not_there' } })
    // Not even without the checks above: the database enforces them as well.
    const call = (target: string, by: string) =>
      inTransaction((tx) =>
        asRole(tx, 'peach_decisions', () =>
          tx
            .insertInto('suspensions')
            .values({ id: newId(), profile_id: target, kind: 'blocked', reason, imposed_by: by })
            .execute(),
        ),
      )
    await expect(call((await makePerson()).id, boss.id)).rejects.toThrow(/only creators are suspended/)
    await expect(call((await makeStaff('support')).id, boss.id)).rejects.toThrow(/only creators are suspended/)
    await expect(call(creator.id, (await makeStaff('support')).id)).rejects.toThrow(/only a moderator/)
    await expect(inTransaction((tx) => setAccountStatus(tx, creator.id, { isBlocked: true }))).rejects.toThrow(
      /no row that explains it/,
    )
  })
})
