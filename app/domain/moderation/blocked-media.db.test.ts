import { openPost } from '#tests/support/review.ts'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { addMediumToMessage } from '#app/domain/chat/add-media.server.ts'
import { createMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { setPagePicture } from '#app/domain/creators/set-page-picture.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { archivePost, restorePost } from '#app/domain/posts/archive-post.server.ts'
import { approveWaitingPost, takeDownPost, blockMedium, rejectWaitingPost } from './review-content.server.ts'
import { addMedia } from '#app/domain/posts/add-media.server.ts'
import { publishDuePosts } from '#app/domain/posts/publish-due-posts.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { listing } from '#tests/support/listing.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { countBlockedMedia, listBlockedMedia } from '#app/domain/blocklist/queries.server.ts'
import { unblockMedium } from '#app/domain/blocklist/unblock-medium.server.ts'

vi.setConfig({ testTimeout: 60_000 })
useDatabase()
useMediaFolder()
useSpoolFolder()

const WRITER = { tab: 'tab-1', version: 0 }
const REASON = 'This breaks the rules of Peach.'
/** A photo that no other test has: soft spots of random colors. */
const freshPhoto = () =>
  sharp(randomBytes(16 * 20 * 3), { raw: { width: 16, height: 20, channels: 3 } })
    .resize(640, 800, { kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer()

async function knownCreator(): Promise<Person> {
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

async function storedPhoto(creator: Person, photo: Buffer): Promise<string> {
  const stored = await storePhoto({ ownerId: creator.id, purpose: 'post', bytes: photo })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  return stored.value.mediaId
}

/** Posts this photo, as the composer would. */
async function postPhoto(creator: Person, photo: Buffer) {
  const mediaId = await storedPhoto(creator, photo)
  await makeRenditions(mediaId)
  return postMedium(creator, mediaId)
}

async function postMedium(creator: Person, mediaId: string) {
  const postId = newId()
  await addMedia(creator, postId, [mediaId], WRITER)
  const result = await submitDraft(creator, postId, { caption: 'Again', audience: 'subscribers' }, WRITER)
  if (!result.ok) throw new Error(result.refusal.kind)
  return { postId, mediaId, state: result.value.state }
}

const reasonsOf = async (postId: string) =>
  (await ownerDb.selectFrom('posts').select('review_reasons').where('id', '=', postId).executeTakeFirstOrThrow())
    .review_reasons
const alertsAbout = async (postId: string) =>
  ownerDb.selectFrom('staff_alerts').select('kind').where('object_id', '=', postId).execute()
const videoOf = async (owner: Person, sha256: Buffer) => {
  const id = newId()
  await ownerDb
    .insertInto('media')
    .values({
      id,
      owner_id: owner.id,
      kind: 'video',
      purpose: 'post',
      state: 'ready',
      original_key: `media/${id}/upload`,
      content_type: 'video/mp4',
      byte_size: 9n,
      content_sha256: sha256,
    })
    .execute()
  return id
}

describe('media that staff removed', () => {
  test('SAFE-01e the same photo is refused with words, from its creator and from anybody else, and staff are alerted', async () => {
    const [moderator, creator, other] = [
      await makeStaff('content-moderator'),
      await knownCreator(),
      await knownCreator(),
    ]
    const photo = await freshPhoto()
    const first = await postPhoto(creator, photo)
    expect(first.state).toBe('published')
    expect(await takeDownPost(moderator, first.postId, REASON)).toEqual({ ok: true, value: { blocked: 1 } })
    for (const again of [
      await postMedium(creator, first.mediaId),
      await postPhoto(creator, photo),
      await postPhoto(other, photo),
    ]) {
      expect(again.state).toBe('removed')
      expect(await alertsAbout(again.postId)).toEqual([{ kind: 'blocked_media_returned' }])
    }
    expect((await mailsTo(other.email)).map(({ name }) => name)).toEqual(['blocked_media_returned'])
    // Planted fault: without its row on the list the same photo is published.
    await ownerDb
      .updateTable('blocked_media')
      .set({ content_sha256: Buffer.alloc(32) })
      .where('post_id', '=', first.postId)
      .execute()
    await ownerDb.deleteFrom('blocked_fingerprints').execute()
    await ownerDb.deleteFrom('media_fingerprints').where('media_id', '=', first.mediaId).execute()
    expect((await postPhoto(other, photo)).state).toBe('published')
  })

  test('SAFE-01e an archived post with the same photo is not restored, and a waiting one is not announced as approved', async () => {
    const [moderator, creator] = [await makeStaff('content-moderator'), await knownCreator()]
    const photo = await freshPhoto()
    const [first, archived, waiting] = [
      await postPhoto(creator, photo),
      await postPhoto(creator, photo),
      await postPhoto(creator, photo),
    ]
    expect(await archivePost(creator, archived.postId)).toEqual({ ok: true, value: null })
    await ownerDb
      .updateTable('posts')
      .set({ state: 'in_review', published_at: null, reviewed_at: null, review_reasons: ['flagged'] })
      .where('id', '=', waiting.postId)
      .execute()
    await openPost(moderator, waiting.postId)
    await takeDownPost(moderator, first.postId, REASON)
    expect(await restorePost(creator, archived.postId)).toEqual({ ok: false, refusal: { kind: 'media_blocked' } })
    expect(await approveWaitingPost(moderator, waiting.postId)).toEqual({ ok: true, value: { state: 'removed' } })
    const told = (await mailsTo(creator.email)).map(({ name }) => name)
    expect(told).toContain('blocked_media_returned')
    expect(told).not.toContain('post_approved')
    await ownerDb
      .updateTable('blocked_media')
      .set({ unblocked_at: now(), unblocked_by: moderator.id })
      .where('owner_id', '=', creator.id)
      .execute()
    expect(await restorePost(creator, archived.postId)).toEqual({ ok: true, value: null })
  })

  test('SAFE-01e a smaller copy of a blocked photo waits for a person, with the match; a different photo does not', async () => {
    const [moderator, creator, other] = [
      await makeStaff('content-moderator'),
      await knownCreator(),
      await knownCreator(),
    ]
    const photo = await freshPhoto()
    const first = await postPhoto(creator, photo)
    await takeDownPost(moderator, first.postId, REASON)
    const copy = await postPhoto(other, await sharp(photo).resize({ width: 400 }).jpeg({ quality: 55 }).toBuffer())
    expect(copy.state).toBe('in_review')
    expect(await reasonsOf(copy.postId)).toEqual(['blocked_match'])
    const matches = await ownerDb
      .selectFrom('blocked_matches as m')
      .innerJoin('blocked_media as b', 'b.id', 'm.block_id')
      .select(['m.media_id', 'b.media_id as blocked'])
      .where('m.post_id', '=', copy.postId)
      .execute()
    expect(matches).toEqual([{ media_id: copy.mediaId, blocked: first.mediaId }])
    expect((await postPhoto(other, await freshPhoto())).state).toBe('published')
  })

  test('SAFE-01e a photo that looks like a blocked one is neither sent to fans nor made a cover, until a person has approved it in a post', async () => {
    const [moderator, creator, other] = [
      await makeStaff('content-moderator'),
      await knownCreator(),
      await knownCreator(),
    ]
    const photo = await freshPhoto()
    const first = await postPhoto(creator, photo)
    await takeDownPost(moderator, first.postId, REASON)
    const copy = await sharp(photo).resize(480).jpeg({ quality: 60 }).toBuffer()
    const sendToMany = async (bytes: Buffer | null, mediaId: string) => {
      if (bytes) await addMediumToMessage(other, { threadId: null }, mediaId)
      const text = { text: '', clientId: newId(), audience: { kind: 'subscribers' }, sendAt: null } as const
      const sent = await createMassMessage(other, { ...text, files: { priceMinor: null } })
      return sent.ok ? 'sent' : sent.refusal.kind
    }
    const mediaId = await storedPhoto(other, copy)
    await makeRenditions(mediaId)
    expect(await sendToMany(copy, mediaId)).toBe('media_blocked')
    const upload = await makeUpload(other, 'cover', copy)
    expect(await setPagePicture(other, 'cover', upload)).toMatchObject({ refusal: { kind: 'media_blocked' } })
    // A different photo is no copy.
    const different = await makeUpload(other, 'cover', await freshPhoto())
    expect((await setPagePicture(other, 'cover', different)).ok).toBe(true)

    const { postId, state } = await postMedium(other, mediaId)
    expect(state).toBe('in_review')
    expect(await sendToMany(null, mediaId)).toBe('media_blocked')
    await openPost(moderator, postId)
    expect((await approveWaitingPost(moderator, postId)).ok).toBe(true)
    expect(await sendToMany(null, mediaId)).toBe('sent')
  })

  test('SAFE-01e what a blocked photo looks like stays when the photo is destroyed', async () => {
    const [moderator, creator, other] = [
      await makeStaff('content-moderator'),
      await knownCreator(),
      await knownCreator(),
    ]
    const photo = await freshPhoto()
    const first = await postPhoto(creator, photo)
    await takeDownPost(moderator, first.postId, REASON)
    await ownerDb.deleteFrom('post_media').where('post_id', '=', first.postId).execute()
    await ownerDb.deleteFrom('media_renditions').where('media_id', '=', first.mediaId).execute()
    await ownerDb.deleteFrom('media').where('id', '=', first.mediaId).execute()
    expect((await postPhoto(other, photo)).state).toBe('removed')
    expect((await postPhoto(other, await sharp(photo).resize({ width: 500 }).jpeg().toBuffer())).state).toBe(
      'in_review',
    )
  })

  test('SAFE-01e a photo that can not be compared waits, first for its fingerprint and then for a person', async () => {
    const [moderator, creator] = [await makeStaff('content-moderator'), await knownCreator()]
    const first = await postPhoto(creator, await freshPhoto())
    await takeDownPost(moderator, first.postId, REASON)
    const stored = await storePhoto({ ownerId: creator.id, purpose: 'post', bytes: await freshPhoto() })
    if (!stored.ok) throw new Error(stored.refusal.kind)
    // Ready, but none of its sizes is stored.
    await ownerDb.updateTable('media').set({ state: 'ready' }).where('id', '=', stored.value.mediaId).execute()
    await ownerDb.deleteFrom('media_renditions').where('media_id', '=', stored.value.mediaId).execute()
    const post = await postMedium(creator, stored.value.mediaId)
    expect(post.state).toBe('processing')
    await ownerDb
      .updateTable('posts')
      .set({ submitted_at: new Date(now().getTime() - 11 * 60_000) })
      .where('id', '=', post.postId)
      .execute()
    expect(await publishDuePosts()).toBe(1)
    expect(await reasonsOf(post.postId)).toEqual(['not_compared'])
  })

  test('SAFE-01e the same bytes of a blocked video are refused; other bytes are not', async () => {
    const [moderator, creator, other] = [
      await makeStaff('content-moderator'),
      await knownCreator(),
      await knownCreator(),
    ]
    const bytes = Buffer.alloc(32, 7)
    const first = await postMedium(creator, await videoOf(creator, bytes))
    expect(first.state).toBe('published')
    expect((await takeDownPost(moderator, first.postId, REASON)).ok).toBe(true)
    expect((await postMedium(other, await videoOf(other, bytes))).state).toBe('removed')
    expect((await postMedium(other, await videoOf(other, Buffer.alloc(32, 8)))).state).toBe('published')
  })

  test('SAFE-01e rejecting as blocked content blocks its files; rejecting alone does not', async () => {
    const [moderator, creator, fresh] = [
      await makeStaff('content-moderator'),
      await knownCreator(),
      await makeCreator(),
    ]
    for (const block of [false, true]) {
      const photo = await freshPhoto()
      const waiting = await postPhoto(fresh, photo)
      expect(waiting.state).toBe('in_review')
      const rejected = await rejectWaitingPost(moderator, waiting.postId, { message: REASON, block })
      expect(rejected).toEqual({ ok: true, value: { blocked: block ? 1 : 0 } })
      expect((await postPhoto(creator, photo)).state).toBe(block ? 'removed' : 'published')
    }
  })
})

describe('the block list', () => {
  test('SAFE-01e one file of a post is blocked with a reason, once; the post stays', async () => {
    const [moderator, creator] = [await makeStaff('content-moderator'), await makeCreator()]
    const { postId, mediaId } = await makePost(creator, { kind: 'subscribers' }, { photo: await freshPhoto() })
    expect((await blockMedium(moderator, { postId, mediaId, reason: 'A known file' })).ok).toBe(true)
    expect(await blockMedium(moderator, { postId, mediaId, reason: 'A known file' })).toEqual({
      ok: false,
      refusal: { kind: 'stands_so_already' },
    })
    const [listed] = await listBlockedMedia(listing('blocked'))
    expect(listed).toMatchObject({ mediaId, reason: 'A known file', ownerId: creator.id, unblockedAt: null })
    const { state } = await ownerDb
      .selectFrom('posts')
      .select('state')
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
    expect(state).toBe('published')
  })

  test('SAFE-01e only the owner and super-admins unblock, once; then the file may come back', async () => {
    const [moderator, superAdmin, creator] = [
      await makeStaff('content-moderator'),
      await makeStaff('super-admin'),
      await knownCreator(),
    ]
    const photo = await freshPhoto()
    const first = await postPhoto(creator, photo)
    await takeDownPost(moderator, first.postId, REASON)
    const { id } = await ownerDb
      .selectFrom('blocked_media')
      .select('id')
      .where('media_id', '=', first.mediaId)
      .executeTakeFirstOrThrow()
    for (const actor of [null, creator, await makePerson('fan'), moderator, await makeStaff('support')])
      expect(await unblockMedium(actor, id)).toMatchObject({ ok: false, refusal: { kind: 'not_permitted' } })
    expect((await postPhoto(creator, photo)).state).toBe('removed')
    const before = await countBlockedMedia()
    expect((await unblockMedium(superAdmin, id)).ok).toBe(true)
    expect(await unblockMedium(superAdmin, id)).toEqual({ ok: false, refusal: { kind: 'stands_so_already' } })
    expect(await countBlockedMedia()).toEqual({
      ...before,
      blocked: before.blocked - 1,
      unblocked: before.unblocked + 1,
    })
    expect((await postPhoto(creator, photo)).state).toBe('published')
  })
})
