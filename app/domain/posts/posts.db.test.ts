import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import type { RequestedFile } from '#app/domain/media/media.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { vote } from '#app/domain/polls/vote.server.ts'
import { addDays, addMinutes, now, setClockAdvance } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { kampalaField } from '#app/platform/kampala-time.ts'
import {
  giveFullAccess,
  giveUnlock,
  makeCreator,
  makePerson,
  noisyPhoto,
  useMediaFolder,
} from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { addMedia } from './add-media.server.ts'
import { archivePost, restorePost } from './archive-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { editPost } from './edit-post.server.ts'
import { moveMedium } from './move-medium.server.ts'
import { countOwnPosts, findOwnPost, listOwnPosts } from './own-posts.server.ts'
import { pinPost } from './pin-post.server.ts'
import { publishDuePosts } from './publish-due-posts.server.ts'
import { findPostForViewer, listBoughtPosts, listPostsForViewer } from './queries.server.ts'
import { reorderMedia } from './reorder-media.server.ts'
import { approvePost, rejectPost } from './review-post.server.ts'
import { saveDraft } from './save-draft.server.ts'
import { submitDraft } from './submit-draft.server.ts'
import type { TypedPost } from './typed-post.ts'
import { withdrawToDraft } from './withdraw-to-draft.server.ts'

const { owner } = useDatabase()
useMediaFolder()

const WRITER = { tab: 'tab-1', version: 0 }
const TEXT: TypedPost = { caption: 'Rehearsal set', audience: 'subscribers' }
const LOCKED: TypedPost = { caption: 'Rehearsal set', audience: 'pay_to_unlock', price: '50000' }

/** A creator whose first posts were reviewed long ago. */
async function makeKnownCreator(): Promise<Person> {
  const creator = await makeCreator()
  for (let count = 0; count < 3; count += 1)
    await ownerDb
      .insertInto('posts')
      .values({
        id: newId(),
        creator_id: creator.id,
        kind: 'text',
        audience: 'public',
        state: 'archived',
        published_at: addDays(now(), -9),
        reviewed_at: addDays(now(), -9),
      })
      .execute()
  return creator
}

async function makePhotoOf(person: Person, ready = true): Promise<string> {
  const stored = await storePhoto({ ownerId: person.id, purpose: 'post', bytes: await noisyPhoto(320, 400) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  if (ready) await makeRenditions(stored.value.mediaId)
  return stored.value.mediaId
}

async function submit(creator: Person, typed: TypedPost = TEXT, postId = newId(), mediaIds: string[] = []) {
  if (mediaIds.length > 0) expect((await addMedia(creator, postId, mediaIds, WRITER)).ok).toBe(true)
  return { postId, result: await submitDraft(creator, postId, typed, WRITER) }
}

const stateOf = async (postId: string) =>
  (await db.selectFrom('posts').select('state').where('id', '=', postId).executeTakeFirst())?.state
const announcements = async (creator: Person) =>
  (
    await owner().query<{ object_id: string }>(
      `select object_id from activity where event = 'post_published' and actor_id = $1`,
      [creator.id],
    )
  ).rows.map((row) => row.object_id)
const mediaOf = async (creator: Person, postId: string) =>
  (await findOwnPost(creator.id, postId))?.media.map((medium) => medium.mediaId)

describe('a draft', () => {
  test('DASH-03a is kept as it was typed, and an older page does not overwrite a newer one', async () => {
    const creator = await makeKnownCreator()
    const postId = newId()
    const first = await saveDraft(creator, postId, { caption: 'One', price: 'nonsense' }, WRITER)
    expect(first.ok).toBe(true)
    // The same tab writes again with the version that it knew.
    expect((await saveDraft(creator, postId, { caption: 'Two' }, WRITER)).ok).toBe(true)
    const other = await saveDraft(creator, postId, { caption: 'Three' }, { tab: 'tab-2', version: 0 })
    expect(other).toMatchObject({ ok: false, refusal: { kind: 'changed_elsewhere' } })
    const draft = await findOwnPost(creator.id, postId)
    expect(draft).toMatchObject({ caption: 'Two', state: 'draft', typed: { caption: 'Two' } })
    const newest = { tab: 'tab-2', version: draft!.version }
    expect((await saveDraft(creator, postId, { caption: 'Three' }, newest)).ok).toBe(true)
    expect(await saveDraft(creator, postId, { caption: 'Old' }, WRITER)).toMatchObject({
      refusal: { kind: 'changed_elsewhere' },
    })
  })

  test('DASH-03a is found and changed by nobody but its creator', async () => {
    const [creator, other, fan] = [await makeKnownCreator(), await makeKnownCreator(), await makePerson()]
    const postId = newId()
    await saveDraft(creator, postId, TEXT, WRITER)
    const mediaId = await makePhotoOf(creator)
    await addMedia(creator, postId, [mediaId], WRITER)
    expect(await saveDraft(other, postId, TEXT, WRITER)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
    expect(await submitDraft(other, postId, TEXT, WRITER)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
    expect(await addMedia(other, postId, [], WRITER)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
    expect(await deletePost(other, postId, { keepFiles: true })).toEqual({ ok: false, refusal: { kind: 'not_there' } })
    expect(await findOwnPost(other.id, postId)).toBeNull()
    for (const person of [fan, null])
      expect(await saveDraft(person, newId(), TEXT, WRITER)).toMatchObject({ refusal: { kind: 'not_permitted' } })
    await giveFullAccess(fan)
    for (const viewer of [fan, other, null])
      expect(await findMediaForViewer(viewer, mediaId, { kind: 'original' })).toMatchObject({ ok: false })
    expect(await listPostsForViewer(fan, creator.id, 50)).toEqual([])
  })

  test('DASH-03a a creator who is not approved, suspended or blocked writes nothing', async () => {
    const waiting = await makeCreator({ approved: false })
    expect(await saveDraft(waiting, newId(), TEXT, WRITER)).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'not_approved' },
    })
    const creator = await makeKnownCreator()
    for (const status of [{ accountStatus: 'suspended' as const }, { isBlocked: true }])
      expect(await submitDraft({ ...creator, ...status }, newId(), TEXT, WRITER)).toMatchObject({
        refusal: { kind: 'not_permitted', reason: 'not_active' },
      })
  })

  test('DASH-03a files stay in the order in which they were chosen, whichever arrives first', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()]
    const [first, second, third] = [await makePhotoOf(creator), await makePhotoOf(creator), await makePhotoOf(creator)]
    const postId = newId()
    await addMedia(creator, postId, [third], WRITER)
    await addMedia(creator, postId, [first], WRITER, third)
    await addMedia(creator, postId, [second], WRITER, third)
    // Repeated after a lost answer, and before a medium that is in no list of this post.
    await addMedia(creator, postId, [second], WRITER, first)
    const last = await makePhotoOf(creator)
    await addMedia(creator, postId, [last], WRITER, await makePhotoOf(other))
    expect((await findOwnPost(creator.id, postId))!.media.map((one) => one.mediaId)).toEqual([
      first,
      second,
      third,
      last,
    ])
  })

  test('DASH-03a its media are put in order and removed; an outdated order is refused, and no foreign file gets in', async () => {
    const [creator, other] = [await makeKnownCreator(), await makeKnownCreator()]
    const postId = newId()
    const [a, b, c, foreign] = [
      await makePhotoOf(creator),
      await makePhotoOf(creator),
      await makePhotoOf(creator),
      await makePhotoOf(other),
    ]
    await addMedia(creator, postId, [a, b], WRITER)
    await addMedia(creator, postId, [b, c], WRITER)
    expect(await mediaOf(creator, postId)).toEqual([a, b, c])
    expect(await addMedia(creator, postId, [foreign], WRITER)).toEqual({
      ok: false,
      refusal: { kind: 'no_such_media' },
    })
    expect((await reorderMedia(creator, postId, [c, a, b], WRITER)).ok).toBe(true)
    expect(await mediaOf(creator, postId)).toEqual([c, a, b])
    expect(await reorderMedia(creator, postId, [c, a], WRITER)).toMatchObject({
      refusal: { kind: 'changed_elsewhere' },
    })
    expect(await reorderMedia(creator, postId, [c, a, foreign], WRITER)).toMatchObject({ ok: false })
    await moveMedium(creator, postId, { mediaId: a, to: 'earlier' }, WRITER)
    await moveMedium(creator, postId, { mediaId: a, to: 'earlier' }, WRITER)
    expect(await mediaOf(creator, postId)).toEqual([a, c, b])
    await moveMedium(creator, postId, { mediaId: c, to: 'later' }, WRITER)
    await moveMedium(creator, postId, { mediaId: a, to: 'removed' }, WRITER)
    expect(await mediaOf(creator, postId)).toEqual([b, c])
  })
})

describe('publishing', () => {
  test('DASH-03a a form that is sent twice, also at once, makes one post and one announcement', async () => {
    const creator = await makeKnownCreator()
    const postId = newId()
    const answers = await Promise.all([1, 2, 3].map(() => submitDraft(creator, postId, TEXT, WRITER)))
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: { state: 'published' } })))
    expect(await submitDraft(creator, postId, { ...TEXT, caption: 'Another' }, WRITER)).toEqual({
      ok: true,
      value: { state: 'published' },
    })
    expect(await announcements(creator)).toEqual([postId])
    const [post, ...more] = await listPostsForViewer(creator, creator.id, 50)
    expect(more).toEqual([])
    expect(post).toMatchObject({ id: postId, kind: 'text', caption: 'Rehearsal set', typeLine: 'Text' })
  })

  test('DASH-03a a post waits for its media and is then published by itself, once', async () => {
    const creator = await makeKnownCreator()
    const mediaId = await makePhotoOf(creator, false)
    const { postId, result } = await submit(creator, TEXT, newId(), [mediaId])
    expect(result).toEqual({ ok: true, value: { state: 'processing' } })
    await publishDuePosts()
    expect(await stateOf(postId)).toBe('processing')
    await makeRenditions(mediaId)
    await Promise.all([publishDuePosts(), publishDuePosts()])
    expect(await stateOf(postId)).toBe('published')
    expect(await announcements(creator)).toEqual([postId])
  })

  test('DASH-03a a post whose file failed goes back to the drafts as it was typed, and its creator is told', async () => {
    const creator = await makeKnownCreator()
    const mediaId = await makePhotoOf(creator, false)
    const { postId } = await submit(creator, LOCKED, newId(), [mediaId])
    await ownerDb.updateTable('media').set({ state: 'failed' }).where('id', '=', mediaId).execute()
    await publishDuePosts()
    const draft = await findOwnPost(creator.id, postId)
    expect(draft).toMatchObject({ state: 'draft', typed: LOCKED, media: [{ state: 'failed' }] })
    const { rows } = await owner().query(`select 1 from activity where event = 'post_failed' and object_id = $1`, [
      postId,
    ])
    expect(rows).toHaveLength(1)
    expect(await submitDraft(creator, postId, LOCKED, { tab: 'tab-1', version: draft!.version })).toEqual({
      ok: false,
      refusal: { kind: 'media_failed' },
    })
    await moveMedium(creator, postId, { mediaId, to: 'removed' }, null)
    expect(await submitDraft(creator, postId, TEXT, WRITER)).toEqual({ ok: true, value: { state: 'published' } })
  })

  test('DASH-03b a scheduled post is published at its time and not before', async () => {
    const creator = await makeKnownCreator()
    const [date = '', time = ''] = kampalaField(addMinutes(now(), 60)).split('T')
    const { postId, result } = await submit(creator, { ...TEXT, when: 'later', date, time })
    expect(result).toEqual({ ok: true, value: { state: 'scheduled' } })
    await publishDuePosts()
    const fan = await makePerson()
    await giveFullAccess(fan)
    expect(await listPostsForViewer(fan, creator.id, 50)).toEqual([])
    expect(await announcements(creator)).toEqual([])
    await owner().query('select 1')
    setClockAdvance(61 * 60_000)
    await owner().query(`update app_clock set advanced_by = interval '61 minutes'`)
    try {
      await Promise.all([publishDuePosts(), publishDuePosts()])
      expect(await stateOf(postId)).toBe('published')
      expect(await announcements(creator)).toEqual([postId])
    } finally {
      setClockAdvance(0)
      await owner().query(`update app_clock set advanced_by = interval '0'`)
    }
  })

  test('DASH-03b a scheduled post is taken back to the drafts with its time, and deleted ones are never published', async () => {
    const creator = await makeKnownCreator()
    const [date = '', time = ''] = kampalaField(addMinutes(now(), 60)).split('T')
    const { postId } = await submit(creator, { ...TEXT, when: 'later', date, time })
    expect((await withdrawToDraft(creator, postId)).ok).toBe(true)
    expect(await findOwnPost(creator.id, postId)).toMatchObject({
      state: 'draft',
      typed: { when: 'later', date, time },
    })
    await ownerDb
      .updateTable('posts')
      .set({ published_at: addDays(now(), -1) })
      .where('id', '=', postId)
      .execute()
    expect(await publishDuePosts()).toBe(0)
    expect(await stateOf(postId)).toBe('draft')
  })

  test('SAFE-01c the first three posts of a creator wait for a person; the fourth does not', async () => {
    const creator = await makeCreator()
    for (let count = 0; count < 3; count += 1) {
      const { postId, result } = await submit(creator, { ...TEXT, audience: 'public' })
      expect(result).toEqual({ ok: true, value: { state: 'in_review' } })
      expect(await listPostsForViewer(null, creator.id, 50)).toHaveLength(count)
      const approved = await inTransaction((tx) => approvePost(tx, { creatorId: creator.id, postId, staffId: null }))
      expect(approved).toEqual({ ok: true, value: { state: 'published' } })
    }
    expect((await submit(creator)).result).toEqual({ ok: true, value: { state: 'published' } })
  })

  test('SAFE-01c a rejected post is never seen, and decisions come once', async () => {
    const [creator, staff] = [await makeCreator(), await makePerson('admin')]
    const { postId } = await submit(creator, { ...TEXT, audience: 'public' })
    const post = { creatorId: creator.id, postId, staffId: staff.id }
    expect(await inTransaction((tx) => rejectPost(tx, { ...post, message: 'Not allowed.' }))).toEqual({
      ok: true,
      value: null,
    })
    expect(await listPostsForViewer(null, creator.id, 50)).toEqual([])
    expect(await inTransaction((tx) => approvePost(tx, post))).toEqual({
      ok: false,
      refusal: { kind: 'not_in_review' },
    })
  })

  test('DASH-03a a flagged creator’s posts wait for a person', async () => {
    const creator = await makeKnownCreator()
    await ownerDb
      .insertInto('account_flags')
      .values({ id: newId(), account_id: creator.id, reason: 'chargeback', cause_id: newId() })
      .execute()
    expect((await submit(creator)).result).toEqual({ ok: true, value: { state: 'in_review' } })
  })

  test('DASH-03a a locked post needs the creator’s switch, and only valid orders are published', async () => {
    const creator = await makeKnownCreator()
    expect((await submit(creator, { ...LOCKED, price: '' })).result).toMatchObject({
      refusal: { kind: 'invalid', problems: { price: 'missing' } },
    })
    await ownerDb.updateTable('creators').set({ pay_to_unlock: false }).where('profile_id', '=', creator.id).execute()
    const refused = await submit(creator, LOCKED)
    expect(refused.result).toEqual({ ok: false, refusal: { kind: 'pay_to_unlock_is_off' } })
    expect(await stateOf(refused.postId)).toBe('draft')
  })

  test('DASH-03a MEDIA-02 the free item of a locked post is open to everybody, and nothing else of it is', async () => {
    const creator = await makeKnownCreator()
    const [free, paid] = [await makePhotoOf(creator), await makePhotoOf(creator)]
    const fan = await makePerson()
    const { postId } = await submit(creator, { ...LOCKED, teaser: free, cover: paid }, newId(), [free, paid])
    const files: RequestedFile[] = [{ kind: 'rendition', spec: { width: 320, format: 'webp' } }, { kind: 'original' }]
    const see = (mediaId: string) =>
      Promise.all(
        [null, fan].flatMap((viewer) =>
          files.map(async (file) => ((await findMediaForViewer(viewer, mediaId, file)).ok ? 'sent' : 'refused')),
        ),
      )
    const [all, none] = [Array(4).fill('sent'), Array(4).fill('refused')]
    expect([await see(free), await see(paid)]).toEqual([all, none])
    const [post] = await listPostsForViewer(null, creator.id, 50)
    expect(post).toMatchObject({
      id: postId,
      content: { open: false, freeItem: { photos: [{ mediaId: free }], videos: [], voice: null } },
    })
    // Another locked post with both of them, one of another creator who names them, and another free item of the same post change nothing.
    await submit(creator, LOCKED, newId(), [paid, free])
    const other = await makeKnownCreator()
    expect(
      (await submit(other, { ...LOCKED, teaser: paid }, newId(), [await makePhotoOf(other)])).result,
    ).toMatchObject({ refusal: { kind: 'invalid', problems: { teaser: 'unknown' } } })
    expect(await see(paid)).toEqual(none)
    const version = (await findOwnPost(creator.id, postId))!.version
    expect((await editPost(creator, postId, { ...LOCKED, teaser: paid }, version)).ok).toBe(true)
    expect([await see(free), await see(paid)]).toEqual([none, all])
    await archivePost(creator, postId)
    expect([await see(free), await see(paid)]).toEqual([none, none])
  })
})

describe('a poll', () => {
  const POLL: TypedPost = {
    'poll-question': 'Which song?',
    'poll-option-1': 'Slow',
    'poll-option-2': 'Fast',
    'poll-hours': '6',
  }
  const pollOf = async (viewer: Person | null, postId: string) => {
    const content = (await findPostForViewer(viewer, postId))?.content
    return content?.open ? (content.poll?.options.map((option) => option.label) ?? null) : 'locked'
  }

  test('PROF-07i is stored with the draft, published with the post, and asked of those alone who see the post', async () => {
    const creator = await makeKnownCreator()
    const postId = newId()
    await saveDraft(creator, postId, { ...TEXT, ...POLL, 'poll-option-2': '' }, WRITER)
    expect((await findOwnPost(creator.id, postId))!.typed['poll-question']).toBe('Which song?')
    // Half a poll stays a draft, with what is wrong.
    expect((await submit(creator, { ...TEXT, ...POLL, 'poll-option-2': '' }, postId)).result).toMatchObject({
      refusal: { kind: 'invalid', problems: { poll: [{ field: 'options' }] } },
    })
    expect(await db.selectFrom('polls').select('post_id').where('post_id', '=', postId).execute()).toEqual([])
    await submit(creator, { ...POLL, audience: 'subscribers' }, postId)
    const holder = await makePerson()
    await giveFullAccess(holder)
    expect(await pollOf(holder, postId)).toEqual(['Slow', 'Fast'])
    expect(await pollOf(await makePerson(), postId)).toBe('locked')
    expect(await pollOf(null, postId)).toBe('locked')
    expect((await vote(await makePerson(), postId, 0)).ok).toBe(false)
    expect((await vote(holder, postId, 0)).ok).toBe(true)
    // Editing the texts leaves it as fans voted on it.
    const version = (await findOwnPost(creator.id, postId))!.version
    const edited = { ...TEXT, ...POLL, 'poll-question': 'Another?', audience: 'subscribers' }
    expect((await editPost(creator, postId, edited, version)).ok).toBe(true)
    expect(await findPostForViewer(holder, postId)).toMatchObject({
      content: { poll: { question: 'Which song?', votes: 1 } },
    })
  })

  test('PROF-07i comes back with a post that is taken back, and is gone when it is emptied or the post is deleted', async () => {
    const creator = await makeKnownCreator()
    const [date = '', time = ''] = kampalaField(addDays(now(), 2)).split('T')
    const later = { ...TEXT, ...POLL, when: 'later', date, time }
    const { postId } = await submit(creator, later)
    await withdrawToDraft(creator, postId)
    const draft = (await findOwnPost(creator.id, postId))!
    expect(draft.typed).toMatchObject(POLL)
    expect((await submitDraft(creator, postId, TEXT, { ...WRITER, version: draft.version })).ok).toBe(true)
    expect(await pollOf(creator, postId)).toBeNull()
    const asked = await submit(creator, { ...TEXT, ...POLL })
    await deletePost(creator, asked.postId, { keepFiles: true })
    expect(await db.selectFrom('polls').select('post_id').where('post_id', '=', asked.postId).execute()).toEqual([])
  })
})

describe('after publishing', () => {
  test('DASH-03c texts and price change, buyers keep what they paid for, and a sold post only gets cheaper', async () => {
    const creator = await makeKnownCreator()
    const { postId } = await submit(creator, LOCKED)
    const edit = async (typed: TypedPost) =>
      editPost(creator, postId, typed, (await findOwnPost(creator.id, postId))!.version)
    expect(await edit({ ...LOCKED, caption: 'New words', tags: 'dance' })).toEqual({ ok: true, value: null })
    const buyer = await makePerson()
    await giveUnlock(buyer, postId)
    expect(await edit({ ...LOCKED, price: '75000' })).toEqual({ ok: true, value: null })
    expect(
      (await listBoughtPosts(buyer, { before: null, limit: 10 })).map((post) => [post.id, post.content.open]),
    ).toEqual([[postId, true]])
    expect(await edit({ ...TEXT, audience: 'subscribers' })).toEqual({ ok: true, value: null })
    expect(await edit(LOCKED)).toEqual({ ok: false, refusal: { kind: 'sold_posts_only_get_cheaper' } })
    expect(await editPost(creator, postId, TEXT, 1)).toMatchObject({ refusal: { kind: 'changed_elsewhere' } })
    expect(await editPost(await makeKnownCreator(), postId, TEXT, 1)).toEqual({
      ok: false,
      refusal: { kind: 'not_there' },
    })
    expect((await findOwnPost(creator.id, postId))!.editedAt).not.toBeNull()
  })

  test('DASH-03e pinned posts come first, three at most, also when four are pinned at once', async () => {
    const creator = await makeKnownCreator()
    const posts: string[] = []
    for (let count = 0; count < 5; count += 1)
      posts.push((await submit(creator, { ...TEXT, audience: 'public' })).postId)
    const pinned = await Promise.all(posts.slice(0, 4).map((postId) => pinPost(creator, postId, true)))
    expect(pinned.filter((one) => one.ok)).toHaveLength(3)
    expect(pinned.find((one) => !one.ok)).toEqual({ ok: false, refusal: { kind: 'too_many' } })
    const order = await listPostsForViewer(null, creator.id, 50)
    expect(order.map((post) => post.pinned)).toEqual([true, true, true, false, false])
    expect(order[3]!.id).toBe(posts[4])
    await pinPost(creator, order[0]!.id, false)
    expect((await pinPost(creator, posts[4]!, true)).ok).toBe(true)
    expect(await pinPost(await makeKnownCreator(), posts[4]!, false)).toEqual({
      ok: false,
      refusal: { kind: 'not_there' },
    })
    expect(await submit(creator, { ...TEXT, pin: 'yes' })).toMatchObject({
      result: { refusal: { kind: 'too_many_pinned' } },
    })
  })

  test('DASH-03d an archived post is off the page and on it again, without a second announcement; its buyer keeps it', async () => {
    const creator = await makeKnownCreator()
    const { postId } = await submit(creator, LOCKED)
    const buyer = await makePerson()
    await giveUnlock(buyer, postId)
    expect((await archivePost(creator, postId)).ok).toBe(true)
    expect(await listPostsForViewer(buyer, creator.id, 50)).toEqual([])
    expect((await listBoughtPosts(buyer, { before: null, limit: 10 }))[0]).toMatchObject({
      id: postId,
      content: { open: true },
    })
    expect((await restorePost(creator, postId)).ok).toBe(true)
    expect(await listPostsForViewer(null, creator.id, 50)).toHaveLength(1)
    expect(await announcements(creator)).toEqual([postId])
  })

  test('DASH-03e a post that is archived while it is pinned frees its place, and comes back without it', async () => {
    const creator = await makeKnownCreator()
    const posts: string[] = []
    for (let count = 0; count < 4; count += 1)
      posts.push((await submit(creator, { ...TEXT, audience: 'public' })).postId)
    for (const postId of posts.slice(0, 3)) expect((await pinPost(creator, postId, true)).ok).toBe(true)
    const pinned = async () =>
      (await listPostsForViewer(null, creator.id, 50)).filter((post) => post.pinned).map(({ id }) => id)
    await archivePost(creator, posts[0]!)
    expect(new Set(await pinned())).toEqual(new Set([posts[1], posts[2]]))
    expect((await pinPost(creator, posts[3]!, true)).ok).toBe(true)
    expect(await pinPost(creator, posts[0]!, true)).toMatchObject({ refusal: { kind: 'not_published' } })
    await restorePost(creator, posts[0]!)
    expect(new Set(await pinned())).toEqual(new Set([posts[1], posts[2], posts[3]]))
    expect(await pinPost(creator, posts[0]!, true)).toMatchObject({ refusal: { kind: 'too_many' } })
  })

  test('DASH-03d a draft or a post in review is not published by restoring it', async () => {
    const creator = await makeCreator()
    const { postId } = await submit(creator)
    expect(await restorePost(creator, postId)).toEqual({ ok: false, refusal: { kind: 'wrong_state' } })
    expect(await stateOf(postId)).toBe('in_review')
  })

  test('DASH-03d a deleted post stays with its buyers, with its media, and is gone for everybody else', async () => {
    const creator = await makeKnownCreator()
    const mediaId = await makePhotoOf(creator)
    const { postId } = await submit(creator, LOCKED, newId(), [mediaId])
    const [buyer, holder] = [await makePerson(), await makePerson()]
    await giveUnlock(buyer, postId)
    await giveFullAccess(holder)
    expect(await deletePost(creator, postId, { keepFiles: false })).toEqual({ ok: true, value: { buyersKeepIt: true } })
    expect((await findMediaForViewer(buyer, mediaId, { kind: 'original' })).ok).toBe(true)
    expect((await findMediaForViewer(holder, mediaId, { kind: 'original' })).ok).toBe(false)
    expect((await listBoughtPosts(buyer, { before: null, limit: 10 }))[0]).toMatchObject({
      id: postId,
      content: { open: true },
    })
    expect(await findOwnPost(creator.id, postId)).toBeNull()
  })

  test('DASH-03d a post without buyers loses its texts and its files, unless they stay in the vault or another post uses them', async () => {
    const creator = await makeKnownCreator()
    const [kept, shared, gone] = [await makePhotoOf(creator), await makePhotoOf(creator), await makePhotoOf(creator)]
    const first = await submit(creator, TEXT, newId(), [kept])
    const second = await submit(creator, TEXT, newId(), [shared, gone])
    await submit(creator, TEXT, newId(), [shared])
    await deletePost(creator, first.postId, { keepFiles: true })
    expect(await deletePost(creator, second.postId, { keepFiles: false })).toEqual({
      ok: true,
      value: { buyersKeepIt: false },
    })
    expect((await deletePost(creator, second.postId, { keepFiles: false })).ok).toBe(true)
    const left = await db.selectFrom('media').select('id').where('owner_id', '=', creator.id).execute()
    expect(left.map((row) => row.id).toSorted()).toEqual([kept, shared].toSorted())
    const row = await db
      .selectFrom('posts')
      .select(['caption', 'state'])
      .where('id', '=', second.postId)
      .executeTakeFirst()
    expect(row).toEqual({ caption: '', state: 'deleted' })
  })

  test('the list of a creator’s posts has the newest first, in pages, and counts each kind', async () => {
    const creator = await makeCreator()
    const drafts: string[] = []
    for (let count = 0; count < 3; count += 1) {
      drafts.push(newId())
      await saveDraft(creator, drafts.at(-1)!, TEXT, WRITER)
    }
    await submit(creator)
    expect(await countOwnPosts(creator.id)).toEqual({
      all: 4,
      locked: 0,
      review: 1,
      refused: 0,
      drafts: 3,
      scheduled: 0,
      archived: 0,
    })
    const page = await listOwnPosts(creator.id, { filter: 'drafts', before: null, limit: 2 })
    expect(page.map((post) => post.id)).toEqual([drafts[2], drafts[1]])
    const next = await listOwnPosts(creator.id, { filter: 'drafts', before: page[1]!.id, limit: 2 })
    expect(next.map((post) => post.id)).toEqual([drafts[0]])
  })
})
