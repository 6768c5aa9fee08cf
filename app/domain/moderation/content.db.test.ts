import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import { addMinutes, now, setClockAdvance } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { makeApplication, makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { openPost } from '#tests/support/review.ts'
import { recordMediumOpened, showText } from './record-opening.server.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { listing } from '#tests/support/listing.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { countContent, findContentForReview, listContent } from './content-queries.server.ts'
import type { ContentFilter } from './content.ts'
import { clearCreatorFlag, flagCreator } from './flag-creator.server.ts'
import {
  approveWaitingPost,
  blockMedium,
  openPostForReview,
  rejectWaitingPost,
  takeDownPost,
} from './review-content.server.ts'

const { owner } = useDatabase()
useMediaFolder()

const REASON = 'This breaks the rules of Peach.'
let moderator: Person
let wrong: (Person | null)[]

beforeAll(async () => {
  moderator = await makeStaff('content-moderator')
  wrong = [
    null,
    await makePerson('fan'),
    await makeCreator(),
    await makeStaff('support'),
    await makeStaff('earnings-manager'),
  ]
})

/** A post of this creator that waits for a person. */
async function waitingPost(creator: Person, caption = 'Backstage, Friday'): Promise<string> {
  const postId = newId()
  const submitted = await submitDraft(creator, postId, { caption, audience: 'public' }, { tab: 'tab-1', version: 0 })
  expect(submitted).toEqual({ ok: true, value: { state: 'in_review' } })
  return postId
}

/** A post in review with a photo. */
async function waitingPhoto(creator: Person): Promise<{ postId: string; mediaId: string }> {
  const made = await makePost(creator, { kind: 'subscribers' })
  await ownerDb
    .updateTable('posts')
    .set({ state: 'in_review', published_at: null, reviewed_at: null, review_reasons: ['new_creator'] })
    .where('id', '=', made.postId)
    .execute()
  return made
}

const stateOf = async (postId: string) =>
  (await ownerDb.selectFrom('posts').select('state').where('id', '=', postId).executeTakeFirstOrThrow()).state
const actionsOf = async (actor: Person, objectId: string) =>
  (
    await owner().query<{ event: string }>(
      'select event from activity where actor_id = $1 and object_id = $2 order by id',
      [actor.id, objectId],
    )
  ).rows.map(({ event }) => event)
const idsIn = async (filter: ContentFilter, find = '') =>
  (await listContent(listing(filter, { oldestFirst: true, find }))).map(({ id }) => id)

describe('an approval', () => {
  const refused = (...kinds: string[]) => ({
    ok: false,
    refusal: { kind: 'not_opened', items: kinds.map((kind) => expect.objectContaining({ kind })) },
  })

  test('ADMIN-06a SAFE-01 of a post that its reviewer has not opened is refused, and says what was not opened', async () => {
    const creator = await makeCreator()
    const { postId, mediaId } = await waitingPhoto(creator)
    const { mediaId: second } = await makePost(creator, { kind: 'subscribers' })
    await ownerDb.insertInto('post_media').values({ post_id: postId, position: 1, media_id: second }).execute()
    await ownerDb.updateTable('media').set({ kind: 'video', state: 'ready' }).where('id', '=', second).execute()
    await ownerDb.updateTable('posts').set({ caption: 'Backstage' }).where('id', '=', postId).execute()
    expect(await approveWaitingPost(moderator, postId)).toMatchObject(refused('text', 'photo', 'video'))
    await showText(moderator, postId)
    await recordMediumOpened(moderator, mediaId, { played: false })
    // The picture that stands for a video is not the video.
    await recordMediumOpened(moderator, second, { played: false })
    expect(await approveWaitingPost(moderator, postId)).toMatchObject(refused('video'))
    await recordMediumOpened(moderator, second, { played: true })
    // What one reviewer has opened, another one has not.
    const other = await makeStaff('super-admin')
    expect(await approveWaitingPost(other, postId)).toMatchObject(refused('text', 'photo', 'video'))
    // What has changed since is opened again, and only that.
    await ownerDb.updateTable('posts').set({ caption: 'Something else' }).where('id', '=', postId).execute()
    await sql`update media set content_sha256 = sha256('another file') where id = ${mediaId}`.execute(ownerDb)
    expect(await approveWaitingPost(moderator, postId)).toMatchObject(refused('text', 'photo'))
    expect(await stateOf(postId)).toBe('in_review')
    expect((await findContentForReview(moderator, postId))!.unopened.map(({ kind }) => kind)).toEqual(['text', 'photo'])
    await openPost(moderator, postId)
    expect((await approveWaitingPost(moderator, postId)).ok).toBe(true)
  })

  test('ADMIN-06a nobody but a reviewer records a look, and nothing is recorded of what does not wait', async () => {
    const creator = await makeCreator()
    const { postId, mediaId } = await waitingPhoto(creator)
    for (const actor of wrong) {
      await recordMediumOpened(actor, mediaId, { played: true })
      await showText(actor, postId)
    }
    const { mediaId: published } = await makePost(creator, { kind: 'subscribers' })
    await recordMediumOpened(moderator, published, { played: true })
    const { rows } = await owner().query('select 1 from review_openings where item_id = any($1)', [
      [postId, mediaId, published],
    ])
    expect(rows).toEqual([])
    await ownerDb.updateTable('posts').set({ state: 'removed' }).where('id', '=', postId).execute()
  })
})

describe('the queue of posts', () => {
  test('ADMIN-06a content by state: what waits, the longest first, and why; decided posts are in their own lists', async () => {
    const creator = await makeCreator()
    const [first, second] = [await waitingPost(creator, 'The first'), await waitingPost(creator, 'The second')]
    await ownerDb
      .updateTable('posts')
      .set({ submitted_at: addMinutes(now(), -90) })
      .where('id', '=', second)
      .execute()
    expect(await idsIn('pending')).toEqual([second, first])
    expect(await idsIn('new_creator')).toEqual([second, first])
    expect(await idsIn('pending', 'the fir')).toEqual([first])
    expect(await idsIn('flagged')).toEqual([])
    const before = await countContent()
    await openPost(moderator, first)
    await approveWaitingPost(moderator, first)
    await rejectWaitingPost(moderator, second, { message: REASON, block: false })
    expect(await idsIn('approved')).toContain(first)
    expect(await idsIn('rejected')).toContain(second)
    expect(await countContent()).toEqual({
      ...before,
      pending: before.pending - 2,
      new_creator: before.new_creator - 2,
      approved: before.approved + 1,
      rejected: before.rejected + 1,
    })
  })

  test('ADMIN-06a a draft and the first post of an application are not in it', async () => {
    const { postId } = await makeApplication()
    const draft = newId()
    const creator = await makeCreator()
    await ownerDb
      .insertInto('posts')
      .values({ id: draft, creator_id: creator.id, kind: 'text', audience: 'public', state: 'draft' })
      .execute()
    const all = await idsIn('all')
    for (const id of [postId, draft]) {
      expect(all).not.toContain(id)
      expect(await findContentForReview(moderator, id)).toBeNull()
    }
  })

  test.each([
    ['scheduled', { state: 'scheduled' }],
    ['archived', { state: 'archived' }],
    ['an ended story', { kind: 'story', expires_at: new Date(Date.now() - 60_000) }],
    ['deleted', { state: 'deleted' }],
  ] as const)(
    'SAFE-01 MEDIA-02a a post that is %s and that nobody reviewed is unknown to reviewers until it is reported',
    async (what, change) => {
      const { postId } = await makePost(await makeCreator(), { kind: 'subscribers' })
      const knows = async () => [
        (await idsIn('all')).includes(postId),
        (await findContentForReview(moderator, postId)) !== null,
      ]
      expect(await knows()).toEqual([true, true])
      await ownerDb
        .updateTable('posts')
        .set({ ...change, reviewed_at: null })
        .where('id', '=', postId)
        .execute()
      expect(await knows()).toEqual([false, false])
      await owner().query(
        `insert into reports (id, kind, subject_id, reported_id, reason, urgent, details)
       select $1, 'post', p.id, p.creator_id, 'spam', false, '' from posts p where p.id = $2`,
        [newId(), postId],
      )
      expect(await knows()).toEqual(what === 'deleted' ? [false, false] : [true, true])
    },
  )
})

describe('a decision about a post', () => {
  test('ADMIN-06b SAFE-01c approved, it is published; its creator is told, and the audit log names who', async () => {
    const creator = await makeCreator()
    const postId = await waitingPost(creator)
    for (const actor of wrong)
      expect(await approveWaitingPost(actor, postId)).toMatchObject({ refusal: { kind: 'not_permitted' } })
    expect(await stateOf(postId)).toBe('in_review')
    await openPost(moderator, postId)
    expect(await approveWaitingPost(moderator, postId)).toEqual({ ok: true, value: { state: 'published' } })
    expect(await approveWaitingPost(moderator, postId)).toEqual({ ok: false, refusal: { kind: 'not_in_review' } })
    expect((await mailsTo(creator.email)).map(({ name }) => name)).toEqual(['post_approved'])
    expect(await actionsOf(moderator, postId)).toEqual(['post_approved'])
  })

  test('ADMIN-06b rejected with a reason, fans never see it, and its creator reads the reason', async () => {
    const creator = await makeCreator()
    const postId = await waitingPost(creator)
    for (const actor of wrong)
      expect(await rejectWaitingPost(actor, postId, { message: REASON, block: true })).toMatchObject({
        refusal: { kind: 'not_permitted' },
      })
    expect((await rejectWaitingPost(moderator, postId, { message: REASON, block: false })).ok).toBe(true)
    expect(await stateOf(postId)).toBe('removed')
    expect((await mailsTo(creator.email)).map(({ name }) => name)).toEqual(['post_rejected'])
    expect(await actionsOf(moderator, postId)).toEqual(['post_rejected'])
  })

  test('ADMIN-06b a published post is taken down, its creator is told, and a draft can not be', async () => {
    const creator = await makeCreator()
    const { postId, mediaId } = await makePost(creator, { kind: 'public' })
    for (const actor of wrong)
      expect(await takeDownPost(actor, postId, REASON)).toMatchObject({ refusal: { kind: 'not_permitted' } })
    expect((await findMediaForViewer(null, mediaId, { kind: 'original' })).ok).toBe(true)
    expect(await takeDownPost(moderator, postId, REASON)).toEqual({ ok: true, value: { blocked: 1 } })
    expect((await findMediaForViewer(null, mediaId, { kind: 'original' })).ok).toBe(false)
    expect(await takeDownPost(moderator, postId, REASON)).toEqual({ ok: false, refusal: { kind: 'not_published' } })
    expect((await mailsTo(creator.email)).map(({ name }) => name)).toEqual(['post_removed'])
    expect(await actionsOf(moderator, postId)).toEqual(['post_removed'])
    const draft = newId()
    await ownerDb
      .insertInto('posts')
      .values({ id: draft, creator_id: creator.id, kind: 'text', audience: 'public', state: 'draft' })
      .execute()
    expect(await takeDownPost(moderator, draft, REASON)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
  })

  test('ROLE-01 a file is blocked by reviewers of content alone', async () => {
    const { postId, mediaId } = await makePost(await makeCreator(), { kind: 'public' })
    for (const actor of wrong)
      expect(await blockMedium(actor, { postId, mediaId, reason: 'A known file' })).toMatchObject({
        refusal: { kind: 'not_permitted' },
      })
    expect(await blockMedium(moderator, { postId, mediaId: newId(), reason: 'A known file' })).toEqual({
      ok: false,
      refusal: { kind: 'not_there' },
    })
    expect((await blockMedium(moderator, { postId, mediaId, reason: 'A known file' })).ok).toBe(true)
    expect(await actionsOf(moderator, mediaId)).toEqual(['medium_blocked'])
  })
})

describe('a reviewer who looks at a post', () => {
  test('SAFE-01c sees its media for two minutes, each view is logged first, and nobody else sees them', async () => {
    const creator = await makeCreator()
    const { postId, mediaId } = await waitingPhoto(creator)
    const sees = async (actor: Person | null) => (await findMediaForViewer(actor, mediaId, { kind: 'original' })).ok
    for (const actor of wrong) {
      expect(await openPostForReview(actor, postId)).toMatchObject({ refusal: { kind: 'not_permitted' } })
      expect(await sees(actor)).toBe(false)
    }
    expect(await sees(moderator)).toBe(false)
    expect((await openPostForReview(moderator, postId)).ok).toBe(true)
    expect(await sees(moderator)).toBe(true)
    const another = await makeStaff('content-moderator')
    expect(await sees(another)).toBe(false)
    const views = await ownerDb.selectFrom('post_views').select('staff_id').where('post_id', '=', postId).execute()
    expect(views).toEqual([{ staff_id: moderator.id }])
    expect(await actionsOf(moderator, postId)).toEqual(['post_opened_for_review'])
    await owner().query(`update app_clock set advanced_by = interval '3 minutes'`)
    setClockAdvance(180_000)
    expect(await sees(moderator)).toBe(false)
    await owner().query(`update app_clock set advanced_by = interval '0'`)
    setClockAdvance(0)
  })

  test('SAFE-01e sees the blocked photo beside the one that looks like it, in one logged view', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()]
    const removed = await makePost(other, { kind: 'subscribers' })
    await takeDownPost(moderator, removed.postId, REASON)
    const { id: blockId } = await ownerDb
      .selectFrom('blocked_media')
      .select('id')
      .where('media_id', '=', removed.mediaId)
      .executeTakeFirstOrThrow()
    const waiting = await waitingPhoto(creator)
    await ownerDb
      .insertInto('blocked_matches')
      .values({ post_id: waiting.postId, media_id: waiting.mediaId, block_id: blockId, differing_bits: 12 })
      .execute()
    const sees = async (mediaId: string) => (await findMediaForViewer(moderator, mediaId, { kind: 'original' })).ok
    expect(await sees(removed.mediaId)).toBe(false)
    const post = await findContentForReview(moderator, waiting.postId)
    expect(post!.matches).toMatchObject([{ blockedMediaId: removed.mediaId, reason: REASON, stored: true }])
    await openPostForReview(moderator, waiting.postId)
    expect([await sees(waiting.mediaId), await sees(removed.mediaId)]).toEqual([true, true])
    expect(await actionsOf(moderator, removed.postId)).toContain('post_opened_for_review')
  })
})

describe('a flagged creator', () => {
  test('ADMIN-06b SAFE-01c all new posts wait until the flag is removed; nobody but reviewers flags', async () => {
    const creator = await makeCreator()
    for (let count = 0; count < 3; count += 1) {
      const postId = await waitingPost(creator)
      await openPost(moderator, postId)
      await approveWaitingPost(moderator, postId)
    }
    const submit = async () => {
      const postId = newId()
      await submitDraft(creator, postId, { caption: 'A text', audience: 'public' }, { tab: 'tab-1', version: 0 })
      return postId
    }
    expect(await stateOf(await submit())).toBe('published')
    for (const actor of [...wrong, creator])
      expect(await flagCreator(actor, creator.id, 'Reported twice')).toMatchObject({
        refusal: { kind: 'not_permitted' },
      })
    expect((await flagCreator(moderator, creator.id, 'Reported twice')).ok).toBe(true)
    expect(await flagCreator(moderator, creator.id, 'Again')).toEqual({
      ok: false,
      refusal: { kind: 'stands_so_already' },
    })
    const waiting = await submit()
    expect(await idsIn('flagged')).toEqual([waiting])
    expect((await findContentForReview(moderator, waiting))!.flag).toMatchObject({ reason: 'Reported twice' })
    for (const actor of wrong)
      expect(await clearCreatorFlag(actor, creator.id)).toMatchObject({ refusal: { kind: 'not_permitted' } })
    expect((await clearCreatorFlag(moderator, creator.id)).ok).toBe(true)
    expect(await stateOf(waiting)).toBe('published')
    expect(await actionsOf(moderator, creator.id)).toEqual(['creator_flagged', 'creator_flag_cleared'])
  })
})
