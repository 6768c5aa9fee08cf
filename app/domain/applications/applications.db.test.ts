import { beforeEach, describe, expect, test } from 'vitest'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { useDatabase } from '#tests/support/database.ts'
import { makeCreator, makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { submitPost } from '#app/domain/posts/submit-post.server.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { now, setClockAdvance } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { settleWaitingPosts } from '#app/domain/posts/settle-waiting-posts.server.ts'
import { signReleaseByLink } from '#app/domain/releases/answer-release.server.ts'
import { askAgain } from '#app/domain/releases/name-person.server.ts'
import { findReleaseByToken, listNamedPeople } from '#app/domain/releases/queries.server.ts'
import { CONSENT_NAMES } from '#app/domain/releases/release.ts'
import { newId } from '#app/platform/id.ts'
import { decideVerification } from '#app/domain/creators/verification.server.ts'
import { findCreatorStatus } from '#app/domain/moderation/creator-status.server.ts'
import { markDecided } from './move-application.server.ts'
import { finishFirstPostStep, type FirstPostTyped } from './finish-first-post-step.server.ts'
import { finishPricesStep } from './finish-prices-step.server.ts'
import { finishProfileStep, type ProfileStepTyped } from './finish-profile-step.server.ts'
import { finishTour } from './finish-tour.server.ts'
import { findApplicationOf, findStepDraft, listDocumentStatuses } from './queries.server.ts'
import { saveApplicationDraft } from './save-application-draft.server.ts'
import { submitApplication } from './submit-application.server.ts'
import { acceptApplicationDocument } from './accept-application-document.server.ts'
import { acceptFirstPostFile } from './accept-first-post-file.server.ts'
import { acceptProfilePicture } from './accept-profile-picture.server.ts'

const { owner } = useDatabase()
useMediaFolder()
useSpoolFolder()

const DEVICE = { network: '10.9.0.0/24', userAgent: 'test' }
const FIRST = { tab: 'one', version: 0 }
let fan: Person
let names = 0

beforeEach(async () => {
  setClockAdvance(0)
  fan = await makePerson('fan', { birthday: null })
  names += 1
})

const profile = (values: Partial<ProfileStepTyped> = {}): ProfileStepTyped => ({
  whatsappNumber: '0772 123 456',
  displayName: 'Amina',
  username: `applicant_${names}`,
  city: 'Kampala',
  bio: 'Dancer. New set every Friday.',
  birthday: { day: '27', month: '3', year: '1999' },
  tags: ['new', 'dancer'],
  ...values,
})

const ONLY_ME = { shown: 'only_me', people: '' }

async function upTo(
  step: 'first_post' | 'prices' | 'verification',
  price: Partial<FirstPostTyped> & Record<'locked' | 'price' | 'other', string> = {
    locked: 'yes',
    price: '50000',
    other: '',
  },
) {
  expect((await finishProfileStep(fan, profile(), FIRST)).ok).toBe(true)
  if (step === 'first_post') return
  const uploadId = await makeUpload(fan, 'post_photo', await noisyPhoto())
  expect((await acceptFirstPostFile(fan, 'photo', uploadId)).ok).toBe(true)
  expect((await finishFirstPostStep(fan, { kind: 'photo', ...ONLY_ME, ...price }, FIRST)).ok).toBe(true)
  if (step === 'prices') return
  const prices = { subscription: '180000', goal: '100000', payToUnlock: true }
  expect((await finishPricesStep(fan, prices, FIRST)).ok).toBe(true)
}

async function addDocuments(kinds: ('selfie' | 'identity_document' | 'proof_of_address')[]) {
  const purposes = {
    selfie: 'verification_selfie',
    identity_document: 'identity_document',
    proof_of_address: 'proof_of_address',
  } as const
  for (const kind of kinds) {
    const uploadId = await makeUpload(fan, purposes[kind], await noisyPhoto(320, 400))
    expect((await acceptApplicationDocument(fan, kind, uploadId)).ok).toBe(true)
  }
}

const ALL = ['selfie', 'identity_document', 'proof_of_address'] as const
const today = () => {
  const at = now()
  return {
    dated: { day: String(at.getUTCDate()), month: String(at.getUTCMonth() + 1), year: String(at.getUTCFullYear()) },
    legalName: ' Amina  Nakato ',
  }
}
const waitingPosts = (id: string) =>
  db
    .selectFrom('posts')
    .select(['id', 'state', 'audience', 'price_minor', 'kind'])
    .where('creator_id', '=', id)
    .orderBy('id')
    .execute()

async function ask(decision: 'approved' | 'changes_requested' | 'rejected', steps: string[] = []) {
  const reviewer = newId()
  await owner().query(
    `insert into profiles (id, email, display_name, user_type) values ($1, $2, 'Reviewer', 'admin')`,
    [reviewer, `${reviewer}@staff.example`],
  )
  await enlistStaff((...asked) => owner().query(...asked), reviewer, 'content-moderator')
  const { rows } = await owner().query<{ id: string }>(
    `insert into application_decisions (id, application_id, submitted_at, decision, failed_steps, message, decided_by)
     select $1, a.id, a.submitted_at, $2, $3, 'Please take it once more, in daylight.', $4 from creator_applications a
     where a.profile_id = $5 returning application_id as id`,
    [newId(), decision, steps, reviewer, fan.id],
  )
  await inTransaction(async (tx) => {
    await markDecided(tx, rows[0]!.id, decision)
    if (decision !== 'changes_requested') await decideVerification(tx, fan.id, decision)
  })
}

describe('drafts', () => {
  test('ONB-C-07 a draft is stored and found on another device', async () => {
    const saved = await saveApplicationDraft(fan, 'profile', { display_name: 'Am', bio: 'Dan', role: 'owner' }, FIRST)
    expect(saved).toMatchObject({ ok: true, value: { version: 1 } })
    const application = await findApplicationOf(fan.id)
    const draft = await findStepDraft(application!.id, 'profile')
    expect(draft).toMatchObject({ typed: { display_name: 'Am', bio: 'Dan' }, version: 1 })
    // A draft changes nobody's profile.
    const row = await db.selectFrom('profiles').select(['bio']).where('id', '=', fan.id).executeTakeFirstOrThrow()
    expect(row.bio).toBe('')
  })

  test('ONB-C-07 an outdated tab is notified and overwrites nothing; it can save once it has loaded the newest state', async () => {
    await saveApplicationDraft(fan, 'profile', { bio: 'first' }, FIRST)
    await saveApplicationDraft(fan, 'profile', { bio: 'first, longer' }, FIRST)
    const late = await saveApplicationDraft(fan, 'profile', { bio: 'second' }, { tab: 'two', version: 0 })
    expect(late).toEqual({ ok: false, refusal: { kind: 'changed_elsewhere', version: 2 } })
    const application = await findApplicationOf(fan.id)
    expect((await findStepDraft(application!.id, 'profile')).typed).toEqual({ bio: 'first, longer' })
    const done = await finishProfileStep(fan, profile(), { tab: 'two', version: 0 })
    expect(done).toEqual({ ok: false, refusal: { kind: 'changed_elsewhere', version: 2 } })
    expect((await saveApplicationDraft(fan, 'profile', { bio: 'second' }, { tab: 'two', version: 2 })).ok).toBe(true)
    // A finished step is newer than every page that was open before it.
    expect((await finishProfileStep(fan, profile(), { tab: 'two', version: 3 })).ok).toBe(true)
    expect((await saveApplicationDraft(fan, 'profile', { bio: 'late' }, FIRST)).ok).toBe(false)
  })

  test('ONB-C-07 twenty tabs that save at the same time leave one row and consistent versions', async () => {
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        saveApplicationDraft(fan, 'profile', { bio: `tab ${index}` }, { tab: `tab ${index}`, version: 0 }),
      ),
    )
    expect(saves.filter((save) => save.ok)).toHaveLength(1)
    const rows = await db
      .selectFrom('creator_applications')
      .select('version')
      .where('profile_id', '=', fan.id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('ONB-C-07 a later step is refused before the earlier ones are finished', async () => {
    expect(await saveApplicationDraft(fan, 'prices', { goal: '50000' }, FIRST)).toMatchObject({
      refusal: { kind: 'not_yet' },
    })
    const prices = { subscription: '180000', goal: '100000', payToUnlock: true }
    expect(await finishPricesStep(fan, prices, FIRST)).toMatchObject({ refusal: { kind: 'not_yet' } })
    expect(await submitApplication(fan, today(), DEVICE)).toMatchObject({ refusal: { kind: 'not_yet' } })
    const uploadId = await makeUpload(fan, 'verification_selfie', await noisyPhoto(320, 400))
    expect(await acceptApplicationDocument(fan, 'selfie', uploadId)).toMatchObject({ refusal: { kind: 'not_yet' } })
  })

  test('ONB-C-07 nobody can edit another person’s application or use another person’s file', async () => {
    await upTo('first_post')
    const stranger = await makePerson()
    const foreign = await makeUpload(stranger, 'post_photo', await noisyPhoto())
    expect(await acceptFirstPostFile(fan, 'photo', foreign)).toEqual({ ok: false, refusal: { kind: 'upload_missing' } })
    expect(await acceptProfilePicture(null, foreign)).toMatchObject({ refusal: { reason: 'no_user_logged_in' } })
    expect(await saveApplicationDraft(null, 'profile', {}, FIRST)).toMatchObject({ refusal: { kind: 'not_permitted' } })
    // A stranger's save goes into their own draft.
    await saveApplicationDraft(stranger, 'profile', { bio: 'mine' }, FIRST)
    const [own, other] = [await findApplicationOf(fan.id), await findApplicationOf(stranger.id)]
    expect(other!.id).not.toBe(own!.id)
    expect(other!.done).toEqual([])
  })
})

describe('the profile\u2019s page', () => {
  test('ONB-C-02 the step writes the whole profile, completes it, and keeps the tags for the submission', async () => {
    expect((await finishProfileStep(fan, profile({ username: `Applicant-${names}` }), FIRST)).ok).toBe(true)
    const row = await db.selectFrom('profiles').selectAll().where('id', '=', fan.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      whatsapp_number: '+256772123456',
      display_name: 'Amina',
      username: `applicant${names}`,
      city: 'Kampala',
      birthday: '1999-03-27',
      profile_completed: true,
      user_type: 'fan',
    })
    expect((await findApplicationOf(fan.id))!.tags).toEqual(['new', 'dancer'])
  })

  test('ONB-C-02 every field is required, all mistakes are shown at once, and nothing is written', async () => {
    const empty = {
      whatsappNumber: ' ',
      displayName: '',
      username: '',
      city: '',
      bio: ' ',
      birthday: { day: '', month: '', year: '' },
    }
    const refused = await finishProfileStep(fan, profile({ ...empty, tags: ['new', 'vip', 'music', 'flirty'] }), FIRST)
    expect(refused).toMatchObject({
      refusal: {
        kind: 'invalid',
        problems: {
          whatsappNumber: 'missing',
          displayName: 'missing',
          username: 'missing',
          city: 'missing',
          bio: 'missing',
          birthday: 'missing',
          tags: 'too_many',
        },
      },
    })
    const row = await db.selectFrom('profiles').selectAll().where('id', '=', fan.id).executeTakeFirstOrThrow()
    expect(row.whatsapp_number).toBeNull()
    expect((await findApplicationOf(fan.id))!.done).toEqual([])
  })

  test('ONB-C-08a a birthday in the future, one day short of 18 and a 29 February that never existed are refused', async () => {
    const at = now()
    const parts = (years: number, days: number) => {
      const date = new Date(Date.UTC(at.getUTCFullYear() - years, at.getUTCMonth(), at.getUTCDate() + days))
      return {
        day: String(date.getUTCDate()),
        month: String(date.getUTCMonth() + 1),
        year: String(date.getUTCFullYear()),
      }
    }
    const problemOf = async (birthday: ProfileStepTyped['birthday']) => {
      const result = await finishProfileStep(fan, profile({ birthday }), FIRST)
      return result.ok
        ? null
        : result.refusal.kind === 'invalid'
          ? result.refusal.problems.birthday
          : result.refusal.kind
    }
    expect(await problemOf(parts(0, 2))).toBe('invalid')
    expect(await problemOf(parts(18, 2))).toBe('too_young')
    expect(await problemOf({ day: '29', month: '2', year: '2001' })).toBe('invalid')
    expect(await problemOf({ day: '29', month: '2', year: '2000' })).toBeNull()
  })

  test('ONB-C-02 of two people who choose the same username one gets it, and the other is notified', async () => {
    const other = await makePerson('fan', { birthday: null })
    const username = `wanted_${names}`
    const results = await Promise.all([
      finishProfileStep(fan, profile({ username }), FIRST),
      finishProfileStep(other, profile({ username }), FIRST),
    ])
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(results.find((result) => !result.ok)).toMatchObject({ refusal: { problems: { username: 'taken' } } })
  })

  test('ONB-C-02 ROUTE-04c reserved words and names that are empty after cleaning are refused', async () => {
    for (const [username, problem] of [
      ['admin', 'reserved'],
      ['ab', 'too_short'],
      ['\u00e9\u00e8', 'unusable'],
    ] as const)
      expect(await finishProfileStep(fan, profile({ username }), FIRST)).toMatchObject({
        refusal: { problems: { username: problem } },
      })
  })
})

describe('the first post and the prices', () => {
  test('ONB-C-03 the step is finished only when a file of the chosen kind is uploaded', async () => {
    await upTo('first_post')
    const typed = { kind: 'photo', locked: 'yes', price: '50000', other: '', ...ONLY_ME }
    expect(await finishFirstPostStep(fan, typed, FIRST)).toMatchObject({ refusal: { problems: { file: 'missing' } } })
    const uploadId = await makeUpload(fan, 'post_photo', await noisyPhoto())
    const [first, again] = [
      await acceptFirstPostFile(fan, 'photo', uploadId),
      await acceptFirstPostFile(fan, 'photo', uploadId),
    ]
    expect(first).toEqual(again)
    expect(await finishFirstPostStep(fan, { ...typed, kind: 'video' }, FIRST)).toMatchObject({
      refusal: { problems: { file: 'missing' } },
    })
    expect(await finishFirstPostStep(fan, { ...typed, other: '5000001' }, FIRST)).toMatchObject({
      refusal: { problems: { price: 'out_of_bounds' } },
    })
    expect(await finishFirstPostStep(fan, { ...typed, locked: '' }, FIRST)).toMatchObject({
      refusal: { problems: { locked: 'missing' } },
    })
    expect((await finishFirstPostStep(fan, typed, FIRST)).ok).toBe(true)
  })

  test('SAFE-01 who is shown is asked, and others are named', async () => {
    await upTo('prices')
    const typed = { kind: 'photo', locked: 'no', price: '', other: '' }
    const finish = (shown: string, people: string) => finishFirstPostStep(fan, { ...typed, shown, people }, FIRST)
    expect(await finish('', '')).toMatchObject({ refusal: { problems: { shown: 'missing' } } })
    expect(await finish('with_others', ' \n ')).toMatchObject({ refusal: { problems: { people: 'missing' } } })
    const eleven = Array.from({ length: 11 }, (_, at) => `Person ${at}`).join('\n')
    expect(await finish('with_others', eleven)).toMatchObject({ refusal: { problems: { people: 'too_many' } } })
    expect((await finish('with_others', 'Sara N.\n\nsara n.\nTom')).ok).toBe(true)
    expect((await findApplicationOf(fan.id))?.firstPost).toMatchObject({
      shown: 'with_others',
      people: ['sara n.', 'Tom'],
    })
  })

  test('ONB-C-04 prices that are not on offer are refused', async () => {
    await upTo('prices')
    const refused = await finishPricesStep(fan, { subscription: '1', goal: '', payToUnlock: true }, FIRST)
    expect(refused).toMatchObject({ refusal: { problems: { subscription: 'invalid', goal: 'missing' } } })
  })

  test('ONB-C-09 with pay-to-unlock off no post of the creator has a price', async () => {
    const creator = await makeCreator()
    await db.updateTable('creators').set({ pay_to_unlock: false }).where('profile_id', '=', creator.id).execute()
    const stored = await storePhoto({ ownerId: creator.id, purpose: 'post', bytes: await noisyPhoto() })
    if (!stored.ok) throw new Error('no photo')
    const post = {
      creatorId: creator.id,
      kind: 'photo' as const,
      caption: '',
      audience: { kind: 'pay_to_unlock' as const, priceMinor: 5_000_000n },
      mediaIds: [stored.value.mediaId],
      expiresAt: null,
    }
    expect(await inTransaction((tx) => submitPost(tx, post))).toEqual({
      ok: false,
      refusal: { kind: 'pay_to_unlock_is_off' },
    })
    await expect(inTransaction((tx) => publishPost(tx, { ...post, publishedAt: now() }))).rejects.toThrow(
      /carry a price/,
    )
    expect(await waitingPosts(creator.id)).toEqual([])
  })
})

describe('sending', () => {
  test('ONB-C-05 an incomplete application is not submitted, and what is missing is named', async () => {
    await upTo('verification')
    const dated = { dated: { day: '1', month: '1', year: '2020' }, legalName: '<b>' }
    expect(await submitApplication(fan, dated, DEVICE)).toMatchObject({
      refusal: { problems: { documents: [...ALL], dated: 'too_old', name: 'invalid' } },
    })
    await addDocuments(['selfie'])
    expect(await submitApplication(fan, today(), DEVICE)).toMatchObject({
      refusal: { problems: { documents: ['identity_document', 'proof_of_address'] } },
    })
    expect((await findApplicationOf(fan.id))!.state).toBe('draft')
    expect(await waitingPosts(fan.id)).toEqual([])
  })

  test('ONB-C-05 submitting sends everything: page, prices, first post, documents, consents; the fan becomes a creator', async () => {
    await upTo('verification')
    await addDocuments([...ALL])
    const old = await inTransaction((tx) => startSession(tx, { profileId: fan.id, ...DEVICE }))
    const signedIn = (await findPersonBySession(old))!.person
    const sent = await submitApplication(signedIn, today(), DEVICE)
    if (!sent.ok) throw new Error(JSON.stringify(sent.refusal))
    // The user type has changed, so the session has a new token.
    expect(await findPersonBySession(old)).toBeNull()
    expect((await findPersonBySession(sent.value.sessionToken!))!.person.userType).toBe('creator')

    const application = (await findApplicationOf(fan.id))!
    // The name is the creator's once a reviewer has seen it on the document.
    expect(application).toMatchObject({ state: 'in_review', done: [], legalName: 'Amina Nakato' })
    const creator = await db
      .selectFrom('creators')
      .selectAll()
      .where('profile_id', '=', fan.id)
      .executeTakeFirstOrThrow()
    expect(creator).toMatchObject({
      verification_status: 'in_review',
      subscription_price_minor: 18_000_000n,
      daily_goal_minor: 10_000_000n,
      pay_to_unlock: true,
      tags: ['new', 'dancer'],
      listed: false,
      legal_name: null,
    })
    expect(await waitingPosts(fan.id)).toMatchObject([
      { state: 'in_review', audience: 'pay_to_unlock', price_minor: 5_000_000n },
    ])
    const documents = await db
      .selectFrom('sealed_documents')
      .select('submitted_at')
      .where('application_id', '=', application.id)
      .execute()
    expect(documents).toHaveLength(3)
    expect(documents.every((one) => one.submitted_at !== null)).toBe(true)
    const consents = await db.selectFrom('consents').select('document').where('profile_id', '=', fan.id).execute()
    expect(consents.map((one) => one.document).sort()).toEqual(['acceptable-use', 'creator-verification'])

    // After submission nothing can be changed or sent again.
    expect(await submitApplication(fan, today(), DEVICE)).toMatchObject({ refusal: { reason: 'in_review' } })
    expect(await saveApplicationDraft(fan, 'profile', {}, FIRST)).toMatchObject({ refusal: { reason: 'in_review' } })
    await finishTour(fan)
    expect((await findApplicationOf(fan.id))!.touredAt).not.toBeNull()
  })

  test('ONB-C-05 ten submissions at the same time submit once, with one post', async () => {
    await upTo('verification')
    await addDocuments([...ALL])
    const sent = await Promise.all(Array.from({ length: 10 }, () => submitApplication(fan, today(), DEVICE)))
    expect(sent.filter((one) => one.ok)).toHaveLength(1)
    expect(await waitingPosts(fan.id)).toHaveLength(1)
  })

  test('ONB-C-09 with pay-to-unlock off the first post is for subscribers, without a price', async () => {
    await upTo('prices')
    expect((await finishPricesStep(fan, { subscription: '120000', goal: '50000', payToUnlock: false }, FIRST)).ok).toBe(
      true,
    )
    await addDocuments([...ALL])
    expect((await submitApplication(fan, today(), DEVICE)).ok).toBe(true)
    expect(await waitingPosts(fan.id)).toMatchObject([{ audience: 'subscribers', price_minor: null }])
  })

  test('ONB-C-05 after requested changes only the failed parts are done again; the new post replaces the older one', async () => {
    await upTo('verification')
    await addDocuments([...ALL])
    await submitApplication(fan, today(), DEVICE)
    await ask('changes_requested', ['first_post', 'selfie'])
    expect(await finishProfileStep(fan, profile({ bio: 'New' }), FIRST)).toMatchObject({ refusal: { kind: 'not_yet' } })
    expect(await submitApplication(fan, today(), DEVICE)).toMatchObject({ refusal: { kind: 'not_yet' } })
    const identity = await makeUpload(fan, 'identity_document', await noisyPhoto(320, 400))
    await acceptFirstPostFile(fan, 'photo', await makeUpload(fan, 'post_photo', await noisyPhoto()))
    const again = await finishFirstPostStep(
      fan,
      { kind: 'photo', locked: 'no', price: '', other: '', ...ONLY_ME },
      FIRST,
    )
    expect(again.ok).toBe(true)
    // What was accepted can't be changed behind the reviewer's back.
    expect(await acceptApplicationDocument(fan, 'identity_document', identity)).toMatchObject({
      refusal: { kind: 'not_yet' },
    })
    expect(await submitApplication(fan, today(), DEVICE)).toMatchObject({
      refusal: { problems: { documents: ['selfie'] } },
    })
    await addDocuments(['selfie'])
    const statuses = await listDocumentStatuses((await findApplicationOf(fan.id))!)
    expect(statuses.map((one) => one.state)).toEqual(['ready', 'accepted', 'accepted'])
    const sent = await submitApplication(fan, { dated: { day: '', month: '', year: '' }, legalName: '' }, DEVICE)
    expect(sent).toMatchObject({ ok: true, value: { sessionToken: null } })
    expect(await waitingPosts(fan.id)).toMatchObject([
      { state: 'removed', audience: 'pay_to_unlock' },
      { state: 'in_review', audience: 'subscribers' },
    ])
  })

  test('SAFE-01 a first post with others waits after the approval until each of them has signed', async () => {
    await upTo('verification', { locked: 'no', price: '', other: '', shown: 'with_others', people: 'Joan' })
    await addDocuments([...ALL])
    expect((await submitApplication(fan, today(), DEVICE)).ok).toBe(true)
    await owner().query(`update media set state = 'ready' where owner_id = '${fan.id}'`)
    await inTransaction(async (tx) => settleWaitingPosts(tx, fan.id, 'published'))
    const post = () => db.selectFrom('posts').selectAll().where('creator_id', '=', fan.id).executeTakeFirstOrThrow()
    const { id } = await post()
    expect(await post()).toMatchObject({
      state: 'in_review',
      shown: 'with_others',
      review_reasons: ['missing_release'],
    })
    expect((await findCreatorStatus(fan.id)).unsignedPostId).toBe(id)
    const [joan] = await listNamedPeople(fan.id, id)
    const creator: Person = { ...fan, userType: 'creator' }
    const asked = await askAgain(creator, id, joan!.id)
    if (!asked.ok) throw new Error(asked.refusal.kind)
    const consents = Object.fromEntries(CONSENT_NAMES.map((name) => [`consent_${name}`, 'on']))
    const names = { fullName: 'Joan Nakato', signature: 'Joan Nakato' }
    const { version } = (await findReleaseByToken(asked.value.token!))!
    const typed = { ...names, day: '3', month: '4', year: '1999', ...consents, version }
    expect((await signReleaseByLink(asked.value.token!, typed, await noisyPhoto(320, 400))).ok).toBe(true)
    expect((await post()).state).toBe('published')
    expect((await findCreatorStatus(fan.id)).unsignedPostId).toBeNull()
  })

  test('ONB-C-05 after the decision nothing can be changed or submitted', async () => {
    await upTo('verification')
    await addDocuments([...ALL])
    await submitApplication(fan, today(), DEVICE)
    await ask('approved')
    expect(await submitApplication(fan, today(), DEVICE)).toMatchObject({ refusal: { reason: 'decided' } })
    expect(await saveApplicationDraft(fan, 'prices', {}, FIRST)).toMatchObject({ refusal: { reason: 'decided' } })
  })

  test('ONB-C-07 a creator from before applications existed gets no second one', async () => {
    const creator = await makeCreator()
    expect(await saveApplicationDraft(creator, 'profile', { bio: 'x' }, FIRST)).toMatchObject({
      refusal: { reason: 'decided' },
    })
    expect((await findApplicationOf(creator.id))!.state).toBe('approved')
    const rows = await db.selectFrom('creator_applications').select('id').where('profile_id', '=', creator.id).execute()
    expect(rows).toEqual([])
  })

  test.each([
    `update creator_applications set state = 'approved'`,
    `update creator_applications set submitted_at = null`,
    `update creator_applications set profile_id = profile_id`,
    `delete from creator_applications`,
    `update creators set verification_status = 'approved'`,
  ])('the server’s database role is not allowed to: %s', async (statement) => {
    const { sql } = await import('kysely')
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/)
  })
})
