import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { destroyDueDocuments } from '#app/domain/documents/destroy-due-documents.server.ts'
import { openDocument } from '#app/domain/documents/open-document.server.ts'
import { listViews, readDocument } from '#app/domain/documents/queries.server.ts'
import { listReleasePhotos } from '#app/domain/documents/release-photos.server.ts'
import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { makeStaff } from '#tests/support/applications.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { deletePost } from '#app/domain/posts/delete-post.server.ts'
import { addMedia } from '#app/domain/posts/add-media.server.ts'
import { publishDuePosts } from '#app/domain/posts/publish-due-posts.server.ts'
import { approvePost } from '#app/domain/posts/review-post.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import { withdrawToDraft } from '#app/domain/posts/withdraw-to-draft.server.ts'
import { moveMedium } from '#app/domain/posts/move-medium.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { asRole, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { giveUnlock, makeCreator, makePerson, makePost, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { declineRelease, signRelease, signReleaseByLink } from './answer-release.server.ts'
import { findStopped } from '#app/domain/blocklist/compare-media.server.ts'
import { liftRefusal } from './lift-refusal.server.ts'
import { forgetReleases } from './forget-releases.server.ts'
import { askAgain, nameCreator, nameOutsidePerson, removePerson } from './name-person.server.ts'
import { privacy } from './privacy.server.ts'
import {
  findReleaseByToken,
  findReleaseOf,
  findSignedByToken,
  findSignedRelease,
  listAllRefusals,
  listNamedPeople,
  listRefusals,
  listReleasesForReview,
} from './queries.server.ts'
import { releasePage } from '#app/web/components/release-form.tsx'
import { withdrawRelease } from './withdraw-release.server.ts'
import { CONSENT_NAMES, RELEASE_LIMITS } from './release.ts'

const { owner } = useDatabase()
useMediaFolder()

const WRITER = { tab: 'tab-1', version: 0 }
const SIGNED = {
  fullName: 'Joan Nakato',
  day: '3',
  month: '4',
  year: '1999',
  signature: 'Joan Nakato',
  ...Object.fromEntries(CONSENT_NAMES.map((name) => [`consent_${name}`, 'on'])),
}

let PHOTO: Uint8Array
beforeAll(async () => {
  PHOTO = await noisyPhoto(320, 400)
})

/** An outside person signs with a photo of their identity document. */
const byLink = async (token: string) => signReleaseByLink(token, await formOf(token), PHOTO)
/** What is signed on a page that was opened just now. */
const formOf = async (token: string) => ({ ...SIGNED, version: (await findReleaseByToken(token))?.version ?? '' })
/** The same of a creator on Peach. */
const sign = async (actor: Person, releaseId: string) =>
  signRelease({ actor, releaseId }, { ...SIGNED, version: (await findReleaseOf(actor, releaseId))?.version ?? '' })

async function knownCreator(username?: string): Promise<Person> {
  const creator = await makeCreator(username ? { username } : {})
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

/** A draft of this creator with one ready photo. */
async function makeDraft(creator: Person): Promise<{ postId: string; mediaId: string }> {
  const { mediaId } = await makePost(creator, { kind: 'subscribers' })
  await ownerDb.updateTable('media').set({ state: 'ready' }).where('id', '=', mediaId).execute()
  const postId = newId()
  await addMedia(creator, postId, [mediaId], WRITER)
  return { postId, mediaId }
}

async function submit(creator: Person, postId: string) {
  const typed = { caption: 'The two of us', audience: 'subscribers', shown: 'with_others' }
  const { version } = await ownerDb
    .selectFrom('posts')
    .select('version')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  return submitDraft(creator, postId, typed, { ...WRITER, version })
}

/** Submits a draft in which only its creator is shown. */
async function submitAlone(creator: Person, postId: string): Promise<void> {
  const { version } = await postOf(postId)
  const typed = { caption: 'Only me', audience: 'subscribers', shown: 'only_me' }
  expect((await submitDraft(creator, postId, typed, { ...WRITER, version })).ok).toBe(true)
}

async function nameOutside(
  creator: Person,
  postId: string,
  name = 'Joan',
): Promise<{ releaseId: string; token: string }> {
  const named = await nameOutsidePerson(creator, postId, name)
  if (!named.ok) throw new Error(named.refusal.kind)
  return named.value
}

const postOf = (postId: string) =>
  ownerDb.selectFrom('posts').selectAll().where('id', '=', postId).executeTakeFirstOrThrow()

describe('the identity photo of an outside person', () => {
  async function signedByLink() {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { token, releaseId } = await nameOutside(creator, postId)
    await submit(creator, postId)
    const form = await formOf(token)
    expect(await signReleaseByLink(token, form, null)).toMatchObject({ refusal: { problems: { photo: 'missing' } } })
    const text = Buffer.from('not a photo')
    expect(await signReleaseByLink(token, form, text)).toMatchObject({ refusal: { kind: 'photo_refused' } })
    expect((await postOf(postId)).state).toBe('in_review')
    expect((await byLink(token)).ok).toBe(true)
    return { creator, postId, releaseId }
  }
  const photoOf = (releaseId: string) =>
    ownerDb.selectFrom('sealed_documents').selectAll().where('release_id', '=', releaseId).executeTakeFirstOrThrow()

  test('SAFE-01 is asked for, sealed, and opened by reviewers alone, with a reason and for two minutes', async () => {
    const { creator, releaseId } = await signedByLink()
    const { id, storage_key: key, owner_id: ownerId, submitted_at: submittedAt } = await photoOf(releaseId)
    expect([ownerId, submittedAt]).toEqual([null, expect.any(Date)])
    const stored = await readWhole(mediaStore(), key!)
    expect(
      (
        await sharp(stored!)
          .metadata()
          .catch(() => null)
      )?.format,
    ).toBeUndefined()
    const [reviewer, support] = [await makeStaff('content-moderator'), await makeStaff('support')]
    for (const person of [null, creator, await makePerson('fan'), support]) {
      expect(await listReleasePhotos(person, [releaseId])).toEqual([])
      expect((await openDocument(person, id, 'Out of interest')).ok).toBe(false)
      expect((await readDocument(person, id)).ok).toBe(false)
    }
    expect((await readDocument(reviewer, id)).ok).toBe(false)
    expect((await openDocument(reviewer, id, 'Review of the release')).ok).toBe(true)
    const [listed] = await listReleasePhotos(reviewer, [releaseId])
    expect(listed).toMatchObject({ documentId: id, destroyed: false, viewEndsAt: expect.any(Date) })
    expect((await readDocument(reviewer, id)).ok).toBe(true)
    expect(await listViews(id)).toMatchObject([{ staffId: reviewer.id, reason: 'Review of the release' }])
  })

  test('SAFE-01 is deleted thirty days after the post is decided, and with a release that is asked again', async () => {
    const { releaseId } = await signedByLink()
    await forgetReleases()
    const { keep_until: keepUntil } = await photoOf(releaseId)
    expect(Math.round((keepUntil.getTime() - now().getTime()) / 86_400_000)).toBe(30)
    await owner().query(`update sealed_documents set keep_until = app_now() where release_id = $1`, [releaseId])
    await destroyDueDocuments()
    expect(await photoOf(releaseId)).toMatchObject({ sealed_key: null, storage_key: null })
    const creator = await knownCreator()
    const { postId, mediaId } = await makeDraft(creator)
    const again = await nameOutside(creator, postId)
    expect((await byLink(again.token)).ok).toBe(true)
    expect(mediaId).toBeDefined()
    await removePerson(creator, postId, again.releaseId)
    expect(await photoOf(again.releaseId)).toMatchObject({ sealed_key: null })
  })
})

describe('a post with somebody else in it', () => {
  test('SAFE-02f waits for the release of an outside person and goes on by itself once it is signed', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    expect(await submit(creator, postId)).toMatchObject({ ok: false, refusal: { problems: { shown: 'nobody_named' } } })
    const { token } = await nameOutside(creator, postId)
    expect(await submit(creator, postId)).toEqual({ ok: true, value: { state: 'in_review' } })
    const waiting = await postOf(postId)
    expect(waiting).toMatchObject({ review_reasons: ['missing_release'], shown: 'with_others' })
    expect(waiting.shown_stated_at).not.toBeNull()
    expect(await publishDuePosts()).toBe(0)
    expect(await byLink(token)).toMatchObject({ ok: true })
    expect((await postOf(postId)).state).toBe('published')
    expect((await mailsTo(creator.email)).map(({ name }) => name)).toContain('release_answered')
  })

  test('SAFE-02f waits for a creator on Peach, who is notified and answers signed in; nobody else can', async () => {
    const [creator, performer] = [await knownCreator(), await knownCreator('kirabo')]
    const { postId, mediaId } = await makeDraft(creator)
    expect(await nameCreator(creator, postId, 'nobody_here')).toMatchObject({ refusal: { kind: 'no_such_creator' } })
    expect(await nameCreator(creator, postId, creator.username!)).toMatchObject({ refusal: { kind: 'yourself' } })
    const named = await nameCreator(creator, postId, '@Kirabo')
    if (!named.ok) throw new Error(named.refusal.kind)
    const { releaseId } = named.value
    expect(await nameCreator(creator, postId, 'kirabo')).toMatchObject({ refusal: { kind: 'named_already' } })
    expect((await mailsTo(performer.email)).map(({ name }) => name)).toEqual(['release_asked'])
    await submit(creator, postId)
    for (const actor of [null, creator, await makePerson('fan'), await makeCreator()]) {
      expect(await signRelease({ actor, releaseId }, SIGNED)).toEqual({ ok: false, refusal: { kind: 'not_open' } })
      expect((await declineRelease({ actor, releaseId })).ok).toBe(false)
      if (actor) expect(await findReleaseOf(actor, releaseId)).toBeNull()
    }
    expect((await postOf(postId)).state).toBe('in_review')
    expect((await findReleaseOf(performer, releaseId))?.creatorName).toBeDefined()
    // Signed in as who was named, the files are clear; to nobody else, and no more once they have answered.
    const opens = async (actor: Person | null) =>
      (await findMediaForViewer(actor, mediaId, { kind: 'rendition', spec: { width: 320, format: 'webp' } })).ok
    const strangers = [null, await makePerson('fan'), await makeCreator()]
    expect([await opens(performer), ...(await Promise.all(strangers.map(opens)))]).toEqual([true, false, false, false])
    expect((await sign(performer, releaseId)).ok).toBe(true)
    expect((await postOf(postId)).state).toBe('published')
    expect(await opens(performer)).toBe(false)
  })

  test('SAFE-02f a post of a new creator still waits for a person after the release, and the other way round', async () => {
    const creator = await makeCreator()
    const first = await makeDraft(creator)
    const one = await nameOutside(creator, first.postId)
    await submit(creator, first.postId)
    expect((await postOf(first.postId)).review_reasons).toEqual(['missing_release', 'new_creator'])
    await byLink(one.token)
    expect(await postOf(first.postId)).toMatchObject({ state: 'in_review', review_reasons: ['new_creator'] })
    const second = await makeDraft(creator)
    const two = await nameOutside(creator, second.postId)
    await submit(creator, second.postId)
    const approved = await inTransaction((tx) =>
      approvePost(tx, { creatorId: creator.id, postId: second.postId, staffId: null }),
    )
    expect(approved).toEqual({ ok: true, value: { state: 'in_review' } })
    expect((await postOf(second.postId)).review_reasons).toEqual(['missing_release'])
    await byLink(two.token)
    expect((await postOf(second.postId)).state).toBe('published')
  })

  test('SAFE-02f a signature is for the files that the post had: with another file it has to be signed again', async () => {
    const creator = await knownCreator()
    const { postId, mediaId } = await makeDraft(creator)
    const { releaseId, token } = await nameOutside(creator, postId)
    await submit(creator, postId)
    await withdrawToDraft(creator, postId)
    await byLink(token)
    expect((await listNamedPeople(creator.id, postId))[0]).toMatchObject({ state: 'signed', current: true })
    const { mediaId: other } = await makePost(creator, { kind: 'subscribers' })
    await ownerDb.updateTable('media').set({ state: 'ready' }).where('id', '=', other).execute()
    const { version } = await postOf(postId)
    expect((await addMedia(creator, postId, [other], { ...WRITER, version })).ok).toBe(true)
    expect(
      (await moveMedium(creator, postId, { mediaId, to: 'removed' }, { ...WRITER, version: version + 1 })).ok,
    ).toBe(true)
    expect((await listNamedPeople(creator.id, postId))[0]).toMatchObject({ state: 'signed', current: false })
    await submit(creator, postId)
    expect(await postOf(postId)).toMatchObject({ state: 'in_review', review_reasons: ['missing_release'] })
    const again = await askAgain(creator, postId, releaseId)
    if (!again.ok) throw new Error(again.refusal.kind)
    await byLink(again.value.token!)
    expect((await postOf(postId)).state).toBe('published')
  })

  test('SAFE-02f the signer of a draft sees its very files, by number and kind and blurred, and signs for exactly these', async () => {
    const creator = await knownCreator()
    const { postId, mediaId } = await makeDraft(creator)
    const { token } = await nameOutside(creator, postId)
    // Its kind is chosen with the last step: until then every draft is a text.
    expect((await postOf(postId)).kind).toBe('text')
    const asked = (await findReleaseByToken(token))!
    expect(asked.media).toEqual([
      { id: mediaId, kind: 'photo', ready: true, durationMs: null, preview: expect.stringContaining('data:image') },
    ])
    expect(releasePage(asked)).toMatchObject({
      facts: expect.arrayContaining([{ label: 'What you sign for', value: '1 photo' }]),
      items: [{ name: 'Photo 1' }],
    })
    const opened = await formOf(token)
    const { mediaId: other } = await makePost(creator, { kind: 'subscribers' })
    await ownerDb.updateTable('media').set({ state: 'ready' }).where('id', '=', other).execute()
    const { version } = await postOf(postId)
    expect((await addMedia(creator, postId, [other], { ...WRITER, version })).ok).toBe(true)
    // The page that was opened before shows other files: nothing is signed, and the link goes on working.
    expect(await signReleaseByLink(token, opened, PHOTO)).toEqual({ ok: false, refusal: { kind: 'changed' } })
    expect(await signReleaseByLink(token, SIGNED, PHOTO)).toEqual({ ok: false, refusal: { kind: 'changed' } })
    expect((await findReleaseByToken(token))!.media).toHaveLength(2)
    expect((await byLink(token)).ok).toBe(true)
    const statement = await ownerDb
      .selectFrom('release_statements')
      .selectAll()
      .orderBy('signed_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(statement.media_ids.toSorted()).toEqual([mediaId, other].toSorted())
    expect(statement.content_hashes).toHaveLength(2)
  })

  test('SAFE-02f the same file with another content is not signed: the post is not published on the old signature', async () => {
    const creator = await knownCreator()
    const { postId, mediaId } = await makeDraft(creator)
    const { token } = await nameOutside(creator, postId)
    expect((await byLink(token)).ok).toBe(true)
    await owner().query(`update media set content_sha256 = sha256('another photo') where id = $1`, [mediaId])
    expect((await listNamedPeople(creator.id, postId))[0]).toMatchObject({ state: 'signed', current: false })
    await submit(creator, postId)
    expect(await postOf(postId)).toMatchObject({ state: 'in_review', review_reasons: ['missing_release'] })
  })

  test('SAFE-02f a draft without files can’t be signed', async () => {
    const creator = await knownCreator()
    const { postId, mediaId } = await makeDraft(creator)
    const { token } = await nameOutside(creator, postId)
    const { version } = await postOf(postId)
    expect((await moveMedium(creator, postId, { mediaId, to: 'removed' }, { ...WRITER, version })).ok).toBe(true)
    expect(await byLink(token)).toEqual({ ok: false, refusal: { kind: 'nothing_to_sign' } })
    expect(releasePage((await findReleaseByToken(token))!)).toMatchObject({ empty: true })
  })

  test('SAFE-02f who declines keeps the post off the page, and its creator is told', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { token } = await nameOutside(creator, postId)
    await submit(creator, postId)
    expect((await declineRelease({ token })).ok).toBe(true)
    expect(await byLink(token)).toEqual({ ok: false, refusal: { kind: 'not_open' } })
    expect((await postOf(postId)).state).toBe('in_review')
    expect((await mailsTo(creator.email)).map(({ name }) => name)).toContain('release_answered')
  })
})

describe('a person who does not agree', () => {
  test('SAFE-02f taken off the list, the refusal stays with the files: also in a new post with the same file nobody can publish it', async () => {
    const creator = await knownCreator()
    const { postId, mediaId } = await makeDraft(creator)
    const { token, releaseId } = await nameOutside(creator, postId)
    await submit(creator, postId)
    await declineRelease({ token })
    expect((await postOf(postId)).review_reasons).toEqual(['person_declined', 'missing_release'])
    await withdrawToDraft(creator, postId)
    expect((await removePerson(creator, postId, releaseId)).ok).toBe(true)
    const next = newId()
    await addMedia(creator, next, [mediaId], WRITER)
    await submitAlone(creator, next)
    expect(await postOf(next)).toMatchObject({ state: 'in_review', review_reasons: ['person_declined'] })
    expect(await listRefusals(next)).toMatchObject([{ name: 'Joan', kind: 'declined' }])
    const approved = await inTransaction((tx) =>
      approvePost(tx, { creatorId: creator.id, postId: next, staffId: null }),
    )
    expect(approved).toEqual({ ok: true, value: { state: 'in_review' } })
    // Another file, and another creator's posts, are not concerned.
    const other = await knownCreator()
    const free = await makeDraft(other)
    await submitAlone(other, free.postId)
    expect((await postOf(free.postId)).state).toBe('published')
  })

  test('SAFE-02f is not asked again; others are, three times', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { token, releaseId } = await nameOutside(creator, postId)
    const silent = await nameOutside(creator, postId, 'Grace')
    await declineRelease({ token })
    expect(await askAgain(creator, postId, releaseId)).toEqual({ ok: false, refusal: { kind: 'declined_already' } })
    for (let time = 0; time < RELEASE_LIMITS.asksAgain; time += 1)
      expect(await askAgain(creator, postId, silent.releaseId)).toMatchObject({ ok: true })
    expect(await askAgain(creator, postId, silent.releaseId)).toEqual({ ok: false, refusal: { kind: 'asked_often' } })
  })

  test('SAFE-02f withdraws what was signed: the post is closed for its buyers too, and only a reviewer can end that', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { token } = await nameOutside(creator, postId)
    await submit(creator, postId)
    const signed = await byLink(token)
    if (!signed.ok) throw new Error('not signed')
    const withdrawal = { token: signed.value.withdrawal! }
    expect(await findSignedByToken(withdrawal.token)).toMatchObject({ id: expect.any(String) })
    const buyer = await makePerson('fan')
    await giveUnlock(buyer, postId)
    for (const wrong of [{ token }, { token: 'another' }, { actor: creator, releaseId: 'x' }])
      expect(await withdrawRelease(wrong)).toEqual({ ok: false, refusal: { kind: 'not_open' } })
    const both = await Promise.all([withdrawRelease(withdrawal), withdrawRelease(withdrawal)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await postOf(postId)).toMatchObject({
      state: 'in_review',
      published_at: null,
      review_reasons: ['person_declined'],
    })
    expect(await findSignedByToken(withdrawal.token)).toBeNull()
    expect((await mailsTo(creator.email, 'release_answered')).at(-1)).toMatchObject({ answer: 'withdrawn' })
    const approved = await inTransaction((tx) => approvePost(tx, { creatorId: creator.id, postId, staffId: null }))
    expect(approved).toEqual({ ok: true, value: { state: 'in_review' } })
    // Deleted or taken back by its creator, its buyers would see it again, or never be refunded.
    expect(await deletePost(creator, postId, { keepFiles: true })).toMatchObject({ refusal: { kind: 'wrong_state' } })
    expect(await withdrawToDraft(creator, postId)).toMatchObject({ refusal: { kind: 'wrong_state' } })
  })

  test('SAFE-02f a creator who signed withdraws signed in, and nobody else does', async () => {
    const [creator, performer] = [await knownCreator(), await knownCreator()]
    const { postId } = await makeDraft(creator)
    const named = await nameCreator(creator, postId, performer.username!)
    if (!named.ok) throw new Error(named.refusal.kind)
    const { releaseId } = named.value
    await submit(creator, postId)
    expect(await withdrawRelease({ actor: performer, releaseId })).toMatchObject({ ok: false })
    await sign(performer, releaseId)
    for (const actor of [null, creator, await makePerson('fan'), { ...performer, isBlocked: true }])
      expect(await withdrawRelease({ actor, releaseId })).toEqual({ ok: false, refusal: { kind: 'not_open' } })
    expect((await findSignedRelease(performer, releaseId))?.id).toBe(releaseId)
    expect(await findSignedRelease(creator, releaseId)).toBeNull()
    expect(await withdrawRelease({ actor: performer, releaseId })).toEqual({ ok: true, value: null })
    expect((await postOf(postId)).state).toBe('in_review')
    expect(await listNamedPeople(creator.id, postId)).toMatchObject([{ state: 'withdrawn' }])
  })
})

describe('the link of an outside person', () => {
  test('SAFE-02f works once, is stored as a hash, ends after two weeks, and a newer one replaces it', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { releaseId, token } = await nameOutside(creator, postId)
    const row = await ownerDb.selectFrom('releases').selectAll().where('id', '=', releaseId).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row.token_hash).toHaveLength(32)
    expect(await findReleaseByToken('another')).toBeNull()
    const newer = await askAgain(creator, postId, releaseId)
    if (!newer.ok) throw new Error(newer.refusal.kind)
    expect(await findReleaseByToken(token)).toBeNull()
    expect(await byLink(token)).toMatchObject({ refusal: { kind: 'not_open' } })
    const current = newer.value.token!
    expect(await findReleaseByToken(current)).toMatchObject({ name: 'Joan', media: [{ kind: 'photo' }] })
    expect(await signReleaseByLink(current, { ...(await formOf(current)), year: '2010' }, PHOTO)).toMatchObject({
      refusal: { kind: 'invalid', problems: { birthday: 'too_young' } },
    })
    const both = await Promise.all([byLink(current), byLink(current)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await findReleaseByToken(current)).toBeNull()
    expect(await askAgain(creator, postId, releaseId)).toEqual({ ok: false, refusal: { kind: 'signed_already' } })
    expect((await listNamedPeople(creator.id, postId))[0]).toMatchObject({ state: 'signed', current: true })
    expect(await askAgain(creator, postId, 'x')).toMatchObject({ refusal: { kind: 'not_there' } })
    const late = await nameOutside(creator, postId, 'Grace')
    await ownerDb
      .updateTable('releases')
      .set({ link_ends_at: addDays(now(), -1) })
      .where('id', '=', late.releaseId)
      .execute()
    expect(await findReleaseByToken(late.token)).toBeNull()
    expect(await byLink(late.token)).toMatchObject({ refusal: { kind: 'not_open' } })
  })

  test('SAFE-02f nobody but its creator names people, removes them or makes links, and only while it is a draft', async () => {
    const [creator, other] = [await knownCreator(), await knownCreator()]
    const { postId } = await makeDraft(creator)
    const { releaseId } = await nameOutside(creator, postId)
    for (const actor of [null, other, await makePerson('fan')]) {
      expect(await nameOutsidePerson(actor, postId, 'Eve')).toMatchObject({ refusal: { kind: 'not_there' } })
      expect(await nameCreator(actor, postId, other.username!)).toMatchObject({ refusal: { kind: 'not_there' } })
      expect(await askAgain(actor, postId, releaseId)).toMatchObject({ refusal: { kind: 'not_there' } })
      expect(await removePerson(actor, postId, releaseId)).toMatchObject({ refusal: { kind: 'not_there' } })
      if (actor) expect(await listNamedPeople(actor.id, postId)).toEqual([])
    }
    expect(await nameOutsidePerson(creator, postId, ' JOAN ')).toMatchObject({ refusal: { kind: 'named_already' } })
    await submit(creator, postId)
    expect(await removePerson(creator, postId, releaseId)).toMatchObject({ refusal: { reason: 'post_is_submitted' } })
    expect(await nameOutsidePerson(creator, postId, 'Eve')).toMatchObject({ refusal: { reason: 'post_is_submitted' } })
    await withdrawToDraft(creator, postId)
    expect((await removePerson(creator, postId, releaseId)).ok).toBe(true)
    expect(await listNamedPeople(creator.id, postId)).toEqual([])
  })
})

describe('what was signed', () => {
  test('SAFE-02f is sealed: the database has neither name nor birthday in words; a reviewer sees the name and the age', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { token } = await nameOutside(creator, postId)
    await submit(creator, postId)
    await byLink(token)
    const { rows } = await owner().query(`select row_to_json(s)::text || row_to_json(r)::text as text
      from release_statements s join releases r on r.id = s.release_id where r.post_id = '${postId}'`)
    expect(JSON.stringify(rows)).not.toMatch(/nakato|1999/i)
    const [release] = await listReleasesForReview(postId)
    expect(release!.signed).toMatchObject({ fullName: 'Joan Nakato', age: 27, version: 1 })
  })

  test('SAFE-02e the scheduled task destroys expired releases: a month after the post is gone, not before', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { token, releaseId } = await nameOutside(creator, postId)
    await submit(creator, postId)
    await byLink(token)
    const sealed = async () =>
      (
        await ownerDb
          .selectFrom('release_statements')
          .select('sealed')
          .where('release_id', '=', releaseId)
          .executeTakeFirst()
      )?.sealed
    await forgetReleases()
    expect(await sealed()).not.toBeNull()
    await ownerDb.updateTable('posts').set({ state: 'removed' }).where('id', '=', postId).execute()
    await forgetReleases()
    expect(await sealed()).not.toBeNull()
    await ownerDb
      .updateTable('release_statements')
      .set({ keep_until: addDays(now(), -1) })
      .where('release_id', '=', releaseId)
      .execute()
    expect(await forgetReleases()).toBe(1)
    expect(await sealed()).toBeNull()
    expect((await listReleasesForReview(postId))[0]).toMatchObject({ state: 'signed', signed: null })
  })

  test('SAFE-02e a deleted post keeps what was signed while a buyer has it, and no longer once the buyer was refunded', async () => {
    const creator = await knownCreator()
    const { postId } = await makeDraft(creator)
    const { token, releaseId } = await nameOutside(creator, postId)
    await submit(creator, postId)
    await byLink(token)
    const [kept, refunded] = [await makePerson(), await makePerson()]
    for (const buyer of [kept, refunded]) await giveUnlock(buyer, postId)
    await ownerDb.updateTable('posts').set({ state: 'deleted' }).where('id', '=', postId).execute()
    const revoke = (buyer: Person) =>
      ownerDb.updateTable('unlocks').set({ revoked_at: now() }).where('user_id', '=', buyer.id).execute()
    const daysLeft = async () => {
      await forgetReleases()
      const { keep_until: until } = await ownerDb
        .selectFrom('release_statements')
        .select('keep_until')
        .where('release_id', '=', releaseId)
        .executeTakeFirstOrThrow()
      return until && Math.round((until.getTime() - now().getTime()) / 86_400_000)
    }
    expect(await daysLeft()).toBeNull()
    await revoke(refunded)
    expect(await daysLeft()).toBeNull()
    await revoke(kept)
    expect(await daysLeft()).toBe(30)
  })

  test('SAFE-02a the export has the own statement in words; SAFE-02e an erasure destroys it', async () => {
    const [creator, performer] = [await knownCreator(), await knownCreator()]
    const { postId } = await makeDraft(creator)
    const named = await nameCreator(creator, postId, performer.username!)
    if (!named.ok) throw new Error(named.refusal.kind)
    await sign(performer, named.value.releaseId)
    const linesOf = async (person: Person) => {
      const lines: string[] = []
      for (const table of privacy.exportData(person)) for await (const line of table.lines) lines.push(line)
      return lines.join('\n')
    }
    expect(await linesOf(performer)).toContain('Joan Nakato')
    expect(await linesOf(creator)).not.toContain('Joan Nakato')
    await inTransaction((tx) => asRole(tx, 'peach_erasure', () => privacy.erase(tx, performer)))
    expect(await linesOf(performer)).not.toContain('Joan Nakato')
  })
})

describe('a person who was named by mistake', () => {
  test('SAFE-01e declines, and staff lift what that stopped, with a reason that stays on record', async () => {
    const creator = await knownCreator()
    const { postId, mediaId } = await makeDraft(creator)
    const { token } = await nameOutside(creator, postId)
    await declineRelease({ token })
    const next = newId()
    await addMedia(creator, next, [mediaId], WRITER)
    await submitAlone(creator, next)
    expect(await postOf(next)).toMatchObject({ state: 'in_review', review_reasons: ['person_declined'] })
    expect(await inTransaction((tx) => findStopped(tx, [mediaId]))).toEqual([mediaId])
    const [listed] = await listAllRefusals('')
    expect(listed).toMatchObject({ name: 'Joan', kind: 'declined', files: 1, lifted: null })
    const boss = await makeStaff('super-admin')
    for (const person of [null, creator, await makePerson('fan'), await makeStaff('content-moderator')])
      expect(await liftRefusal(person, listed!.id, 'Named by mistake')).toMatchObject({
        refusal: { kind: 'not_permitted', reason: 'not_yours' },
      })
    expect(await liftRefusal(boss, listed!.id, ' ')).toMatchObject({ refusal: { kind: 'reason_missing' } })
    expect(await liftRefusal(boss, newId(), 'Named by mistake')).toMatchObject({ refusal: { kind: 'not_there' } })
    expect((await postOf(next)).state).toBe('in_review')
    expect((await liftRefusal(boss, listed!.id, 'Named by mistake')).ok).toBe(true)
    expect((await postOf(next)).state).toBe('published')
    expect(await inTransaction((tx) => findStopped(tx, [mediaId]))).toEqual([])
    expect((await listAllRefusals('')).find(({ id }) => id === listed!.id)).toMatchObject({
      lifted: { reason: 'Named by mistake' },
    })
    expect(await liftRefusal(boss, listed!.id, 'Again')).toMatchObject({ refusal: { kind: 'stands_so_already' } })
  })
})
