import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeUploadedPhoto } from './store-uploaded-photo.server.ts'
import { useVideoTools } from '#app/domain/media/video-tools.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { makeUpload, MAY_SEND_ALL, useSpoolFolder } from '#tests/support/uploads.ts'
import { cancelUpload } from './cancel-upload.server.ts'
import { finishedUpload } from './finished-upload.server.ts'
import { findUpload } from './queries.server.ts'
import { startUpload } from './start-upload.server.ts'
import { removeExpiredUploads } from './remove-expired-uploads.server.ts'
import { acceptPlainFile } from './accept-plain-file.server.ts'
import { NOTHING_BESIDE } from './policy.ts'
import { useSpool } from '#app/platform/spool.server.ts'
import { SPOOL_LIMITS, UPLOAD_LIMITS } from './limits.ts'

useDatabase()
useMediaFolder()
const spool = useSpoolFolder()

test('MEDIA-01 a visitor, a suspended and a blocked person can’t announce an upload', async () => {
  const person = await makePerson()
  for (const actor of [null, { ...person, accountStatus: 'suspended' as const }, { ...person, isBlocked: true }])
    expect(await startUpload(actor, { purpose: 'avatar', sizeBytes: 10 }, MAY_SEND_ALL)).toEqual({
      ok: false,
      refusal: { kind: 'no_user_logged_in' },
    })
})

test('MEDIA-01d an unknown purpose, an empty file and a file that is too large are refused before a byte is sent', async () => {
  const person = await makePerson()
  const refusals = await Promise.all([
    startUpload(person, { purpose: 'shell', sizeBytes: 10 }, MAY_SEND_ALL),
    startUpload(person, { purpose: 'avatar', sizeBytes: 0 }, MAY_SEND_ALL),
    startUpload(person, { purpose: 'avatar', sizeBytes: 10_000_001 }, MAY_SEND_ALL),
  ])
  expect(refusals.map((answer) => !answer.ok && answer.refusal.kind)).toEqual(['unknown_purpose', 'empty', 'too_heavy'])
  expect(await db.selectFrom('uploads').select('id').where('owner_id', '=', person.id).execute()).toEqual([])
})

test.each([
  ['thirty files', UPLOAD_LIMITS.everybody, NOTHING_BESIDE],
  ['120 files of somebody who posts', UPLOAD_LIMITS.posting, MAY_SEND_ALL],
])('MEDIA-01d %s in thirty minutes and no more, however many are announced at once', async (_, { count }, status) => {
  const person = await makePerson()
  const answers = await Promise.all(
    Array.from({ length: count + 6 }, () => startUpload(person, { purpose: 'avatar', sizeBytes: 10 }, status)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(count)
  expect(answers.filter((answer) => !answer.ok && answer.refusal.kind === 'too_many')).toHaveLength(6)
  await ownerDb
    .updateTable('uploads')
    .set({ created_at: addMinutes(now(), -31) })
    .where('owner_id', '=', person.id)
    .execute()
  expect((await startUpload(person, { purpose: 'avatar', sizeBytes: 10 }, status)).ok).toBe(true)
})

test('MEDIA-01d a video of two gigabytes is accepted, twelve gigabytes a day and no more', async () => {
  useVideoTools(null)
  const person = await makePerson()
  for (let count = 0; count < 6; count += 1)
    expect((await startUpload(person, { purpose: 'post_video', sizeBytes: 2_000_000_000 }, MAY_SEND_ALL)).ok).toBe(true)
  expect(await startUpload(person, { purpose: 'avatar', sizeBytes: 1 }, MAY_SEND_ALL)).toEqual({
    ok: false,
    refusal: { kind: 'too_much', limits: UPLOAD_LIMITS.posting },
  })
  useVideoTools(undefined)
})

test('MEDIA-01 without the tools for videos a video is refused with a clear message before it is sent', async () => {
  useVideoTools('Videos are off')
  expect(await startUpload(await makePerson(), { purpose: 'post_video', sizeBytes: 10 }, MAY_SEND_ALL)).toEqual({
    ok: false,
    refusal: { kind: 'video_is_off' },
  })
  useVideoTools(undefined)
})

test('MEDIA-01 a file can only be used by its owner and for its purpose', async () => {
  const [owner, other] = [await makePerson(), await makePerson()]
  const uploadId = await makeUpload(owner, 'avatar', await noisyPhoto())
  expect(await findUpload(other.id, uploadId)).toBeNull()
  expect(await finishedUpload(other.id, uploadId, 'avatar')).toBeNull()
  expect(await finishedUpload(owner.id, uploadId, 'identity_document')).toBeNull()
  await cancelUpload(other.id, uploadId)
  expect(await finishedUpload(owner.id, uploadId, 'avatar')).toMatchObject({ kind: 'file' })
  expect(await storeUploadedPhoto({ ownerId: other.id, uploadId, purpose: 'avatar' })).toMatchObject({ ok: false })
})

test('MEDIA-01 a wrong file leaves nothing behind, not even in the spool', async () => {
  const person = await makePerson()
  const before = readdirSync(spool()).length
  const script = new File(['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'], 'face.jpg', {
    type: 'image/jpeg',
  })
  expect(await acceptPlainFile(person, 'avatar', script, MAY_SEND_ALL)).toMatchObject({
    ok: false,
    refusal: { kind: 'wrong_type' },
  })
  expect(readdirSync(spool())).toHaveLength(before)
})

test('MEDIA-01 two tabs that send the same upload at once make one photo', async () => {
  const owner = await makePerson()
  const uploadId = await makeUpload(owner, 'post_photo', await noisyPhoto())
  const requested = { ownerId: owner.id, uploadId, purpose: 'post' } as const
  const answers = await Promise.all([
    storeUploadedPhoto(requested),
    storeUploadedPhoto(requested),
    storeUploadedPhoto(requested),
  ])
  const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.mediaId : answer.refusal.kind)))
  expect(ids.size).toBe(1)
  expect(await db.selectFrom('media').select('id').where('owner_id', '=', owner.id).execute()).toHaveLength(1)
  expect(existsSync(join(spool(), uploadId))).toBe(false)
  expect(await storeUploadedPhoto(requested)).toEqual(answers[0])
})

test('MEDIA-01 a photo that can’t be decoded is refused, and its file is deleted', async () => {
  const owner = await makePerson()
  const uploadId = await makeUpload(owner, 'avatar', (await noisyPhoto()).subarray(0, 9_000))
  const requested = { ownerId: owner.id, uploadId, purpose: 'avatar' } as const
  expect(await storeUploadedPhoto(requested)).toMatchObject({ ok: false, refusal: { kind: 'damaged' } })
  expect(await storeUploadedPhoto(requested)).toMatchObject({ ok: false, refusal: { kind: 'upload_missing' } })
  expect(existsSync(join(spool(), uploadId))).toBe(false)
})

test('MEDIA-01 uploads that waited too long are deleted; those still needed stay', async () => {
  const owner = await makePerson()
  const old = await makeUpload(owner, 'avatar', await noisyPhoto())
  const fresh = await makeUpload(owner, 'avatar', await noisyPhoto())
  const nobody = '018f0000-0000-7000-8000-000000000001'
  writeFileSync(join(spool(), nobody), 'left behind by a crash')
  await ownerDb.updateTable('uploads').set({ expires_at: now() }).where('id', '=', old).execute()
  expect(await finishedUpload(owner.id, old, 'avatar')).toBeNull()
  await removeExpiredUploads()
  expect(existsSync(join(spool(), old))).toBe(false)
  expect(existsSync(join(spool(), nobody))).toBe(false)
  expect(await finishedUpload(owner.id, fresh, 'avatar')).toMatchObject({ kind: 'file' })
})

test('MEDIA-01 documents wait for an hour at most, everything else for a day', async () => {
  const owner = await makePerson()
  const minutesOf = async (purpose: string) => {
    const started = await startUpload(owner, { purpose, sizeBytes: 10 }, MAY_SEND_ALL)
    if (!started.ok) throw new Error(started.refusal.kind)
    const row = await db
      .selectFrom('uploads')
      .select(['expires_at', 'created_at'])
      .where('id', '=', started.value.uploadId)
      .executeTakeFirstOrThrow()
    return Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 60_000)
  }
  expect(await minutesOf('verification_selfie')).toBe(60)
  expect(await minutesOf('identity_document')).toBe(60)
  expect(await minutesOf('post_photo')).toBe(1_440)
})

test('MEDIA-01 a fan can announce a picture of themself and nothing else', async () => {
  const fan = await makePerson()
  for (const purpose of [
    'post_photo',
    'post_video',
    'post_voice',
    'identity_document',
    'verification_selfie',
    'proof_of_address',
  ])
    expect(await startUpload(fan, { purpose, sizeBytes: 10 }, NOTHING_BESIDE)).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted' },
    })
  const rows = db.selectFrom('uploads').select('id').where('owner_id', '=', fan.id)
  expect(await rows.execute()).toEqual([])
  expect((await startUpload(fan, { purpose: 'avatar', sizeBytes: 10 }, NOTHING_BESIDE)).ok).toBe(true)
})

test('MEDIA-01 all uploads together stay within the spool, however many are announced at once', async () => {
  await ownerDb.updateTable('uploads').set({ state: 'gone' }).where('state', '!=', 'accepted').execute()
  // Room for 7 files of 10 MB is left.
  const room = 70_000_000
  await announceAtOnce(SPOOL_LIMITS.maxBytes - room)
  const people = await Promise.all(Array.from({ length: 12 }, () => makePerson()))
  const answers = await Promise.all(
    people.map((person) => startUpload(person, { purpose: 'avatar', sizeBytes: 10_000_000 }, NOTHING_BESIDE)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(7)
  expect(answers.filter((answer) => !answer.ok).map((answer) => !answer.ok && answer.refusal.kind)).toEqual(
    Array.from({ length: 5 }, () => 'spool_full'),
  )
  // A used or deleted file frees its room.
  await cancelUpload(people[answers.findIndex((answer) => answer.ok)]!.id, firstIdOf(answers))
  const late = await startUpload(people[0]!, { purpose: 'avatar', sizeBytes: 10_000_000 }, NOTHING_BESIDE)
  expect(late.ok).toBe(true)
  await ownerDb.updateTable('uploads').set({ state: 'gone' }).where('state', '!=', 'accepted').execute()
})

test('MEDIA-01 a disk that is filling up accepts no more files', async () => {
  await ownerDb.updateTable('uploads').set({ state: 'gone' }).where('state', '!=', 'accepted').execute()
  useSpool(spool(), 1_000_000)
  const person = await makePerson()
  expect((await startUpload(person, { purpose: 'avatar', sizeBytes: 400_000 }, NOTHING_BESIDE)).ok).toBe(true)
  expect(await startUpload(person, { purpose: 'avatar', sizeBytes: 400_000 }, NOTHING_BESIDE)).toEqual({
    ok: false,
    refusal: { kind: 'spool_full' },
  })
  useSpool(spool(), 80_000_000_000)
})

function firstIdOf(answers: Awaited<ReturnType<typeof startUpload>>[]): string {
  const first = answers.find((answer) => answer.ok)
  if (!first?.ok) throw new Error('none was taken')
  return first.value.uploadId
}

async function announceAtOnce(bytes: number): Promise<void> {
  const owner = await makePerson()
  await ownerDb
    .insertInto('uploads')
    .values({
      id: newId(),
      owner_id: owner.id,
      purpose: 'post_video',
      size_bytes: BigInt(bytes),
      expires_at: addMinutes(now(), 60),
    })
    .execute()
}
