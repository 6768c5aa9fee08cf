import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Actor } from '#app/domain/identity/actor.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { finishedUpload } from '#app/domain/uploads/finished-upload.server.ts'
import { findUpload } from '#app/domain/uploads/queries.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { useSpoolFolder } from '#tests/support/uploads.ts'
import { announce, offsetOf, patch, purposeOf, send } from '#tests/support/tus.ts'
import { readFileField } from './file-field.server.ts'

useDatabase()
useMediaFolder()
const spool = useSpoolFolder()

test('MEDIA-01b a file is uploaded in chunks, its progress can be queried, and it becomes a photo', async () => {
  const owner = await makePerson()
  const photo = await noisyPhoto()
  const announced = await announce(owner, 'avatar', photo.length)
  expect(announced.status).toBe(201)
  const path = announced.headers.get('location')!
  expect(path).toMatch(/^\/uploads\/[0-9a-f-]{36}$/)
  expect(await offsetOf(owner, path)).toBe(0)
  const middle = Math.floor(photo.length / 2)
  const half = await patch(owner, path, 0, photo.subarray(0, middle))
  expect([half.status, half.headers.get('upload-offset')]).toEqual([204, String(middle)])
  expect(await offsetOf(owner, path)).toBe(middle)
  const uploadId = path.split('/')[2]!
  expect(await finishedUpload(owner.id, uploadId, 'avatar')).toBeNull()
  expect((await patch(owner, path, middle, photo.subarray(middle))).status).toBe(204)
  expect((await storeUploadedPhoto({ ownerId: owner.id, uploadId, purpose: 'avatar' })).ok).toBe(true)
  expect((await send(owner, 'HEAD', path)).status).toBe(410)
})

test('MEDIA-01a an interrupted chunk keeps what was received, and the upload resumes from there', async () => {
  const owner = await makeCreator()
  const photo = await noisyPhoto()
  const path = (await announce(owner, 'post_photo', photo.length)).headers.get('location')!
  const uploadId = path.split('/')[2]!
  const cut = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(photo.subarray(0, 4_000))
      await vi.waitFor(() => expect(statSync(join(spool(), uploadId)).size).toBe(4_000), { timeout: 10_000 })
      stream.error(new Error('the line is dead'))
    },
  })
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await send(owner, 'PATCH', path, headers, cut).catch(() => {})
  const came = await offsetOf(owner, path)
  expect(came).toBe(4_000)
  expect((await patch(owner, path, 0, photo)).status).toBe(409)
  expect((await patch(owner, path, came, photo.subarray(came))).status).toBe(204)
  expect(await finishedUpload(owner.id, uploadId, 'post_photo')).toMatchObject({ sizeBytes: photo.length })
})

test('MEDIA-01 each purpose is allowed only to those who need it: fans their picture, applicants the files of their step', async () => {
  const statuses = async (actor: Actor) =>
    Promise.all(
      ['avatar', 'post_photo', 'verification_selfie', 'identity_document', 'proof_of_address'].map(
        async (purpose) => (await announce(actor, purpose, 1_000)).status,
      ),
    )
  expect(await statuses(await makePerson())).toEqual([201, 403, 403, 403, 403])
  expect(await statuses(await makeCreator())).toEqual([201, 201, 403, 403, 403])
  expect(await statuses(await makeStaff('super-admin'))).toEqual([403, 403, 403, 403, 403])
  const applicant = await makePerson()
  const reach = async (steps: string[]) => {
    await ownerDb
      .insertInto('creator_applications')
      .values({ id: newId(), profile_id: applicant.id, steps_done: steps })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ steps_done: steps }))
      .execute()
  }
  await reach(['profile'])
  expect(await statuses(applicant)).toEqual([201, 201, 403, 403, 403])
  await reach(['profile', 'first_post', 'prices'])
  expect(await statuses(applicant)).toEqual([201, 201, 201, 201, 201])
  const refused = await announce(await makePerson(), 'post_video', 1_000)
  expect([refused.status, await refused.text()]).toEqual([
    403,
    'You can\u2019t send this kind of file now. Load the page again to see what comes next.\n',
  ])
})

test('MEDIA-01 a server that stopped after the last byte still has the file', async () => {
  const owner = await makePerson()
  const photo = await noisyPhoto()
  const path = (await announce(owner, 'avatar', photo.length)).headers.get('location')!
  const uploadId = path.split('/')[2]!
  await patch(owner, path, 0, photo)
  await ownerDb.updateTable('uploads').set({ state: 'open', finished_at: null }).where('id', '=', uploadId).execute()
  expect(await offsetOf(owner, path)).toBe(photo.length)
  expect(await finishedUpload(owner.id, uploadId, 'avatar')).toMatchObject({ kind: 'file' })
})

test('MEDIA-01 an upload does not exist for anyone else, with any method; a visitor gets 401', async () => {
  const [owner, other] = [await makePerson(), await makePerson()]
  const path = (await announce(owner, 'avatar', 1_000)).headers.get('location')!
  expect((await announce(null, 'avatar', 1_000)).status).toBe(401)
  for (const [actor, status] of [
    [other, 404],
    [null, 401],
  ] as const) {
    expect((await send(actor, 'HEAD', path)).status).toBe(status)
    expect((await patch(actor, path, 0, Buffer.alloc(10))).status).toBe(status)
    expect((await send(actor, 'DELETE', path)).status).toBe(status)
  }
  expect(await offsetOf(owner, path)).toBe(0)
  expect((await send(owner, 'GET', path)).status).toBe(404)
})

test('MEDIA-01c a wrong file with a right name is refused after its last byte, with a message', async () => {
  const owner = await makePerson()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
  const path = (await announce(owner, 'avatar', svg.length)).headers.get('location')!
  const refused = await patch(owner, path, 0, svg)
  expect(refused.status).toBe(415)
  expect(await refused.text()).toContain('This is not a photo we can use')
  expect(await findUpload(owner.id, path.split('/')[2]!)).toBeNull()
  expect(existsSync(join(spool(), path.split('/')[2]!))).toBe(false)
})

test('MEDIA-01 invalid announcements are refused with a message, none with a 5xx', async () => {
  const owner = await makePerson()
  const answers: [Response, number][] = [
    [await announce(owner, 'avatar', 0), 400],
    [await announce(owner, 'avatar', 10_000_001), 413],
    [await announce(owner, 'etc', 10), 400],
    [await announce(owner, 'avatar', -1), 400],
    [await announce(owner, 'avatar', 'abc'), 400],
    [await announce(owner, 'avatar', '99999999999999999999'), 400],
    [await send(owner, 'POST', '/uploads', purposeOf('avatar')), 400],
    [await send(owner, 'POST', '/uploads', { 'upload-defer-length': '1', ...purposeOf('avatar') }), 400],
    [await send(owner, 'POST', '/uploads', { 'upload-length': '10', 'upload-metadata': '%%%' }), 400],
    [await send(owner, 'POST', '/uploads', { 'upload-length': '10', 'tus-resumable': '9.9' }), 400],
    [await send(owner, 'PATCH', '/uploads/..%2f..%2fetc', {}), 404],
    [await send(owner, 'DELETE', '/uploads/nonsense'), 404],
    [await send(owner, 'PATCH', '/uploads'), 405],
    [await send(owner, 'POST', '/uploads/018f0000-0000-7000-8000-000000000001'), 405],
  ]
  for (const [index, [answer, status]] of answers.entries()) {
    expect([index, answer.status]).toEqual([index, status])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('MEDIA-01d more bytes than announced are not stored', async () => {
  const owner = await makePerson()
  const path = (await announce(owner, 'avatar', 1_000)).headers.get('location')!
  expect((await patch(owner, path, 0, Buffer.alloc(2_000))).status).toBe(413)
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const flood = new ReadableStream<Uint8Array>({
    pull(stream) {
      stream.enqueue(new Uint8Array(65_536))
    },
  })
  const refused = await send(owner, 'PATCH', path, headers, flood)
  expect(refused.status).toBe(413)
  expect(statSync(join(spool(), path.split('/')[2]!)).size).toBeLessThanOrEqual(1_000)
})

test('MEDIA-01 a cancelled upload is gone, and its bytes with it', async () => {
  const owner = await makePerson()
  const path = (await announce(owner, 'avatar', 1_000)).headers.get('location')!
  await patch(owner, path, 0, Buffer.alloc(500))
  expect((await send(owner, 'DELETE', path)).status).toBe(204)
  expect(existsSync(join(spool(), path.split('/')[2]!))).toBe(false)
  expect((await send(owner, 'HEAD', path)).status).toBe(404)
})

test('MEDIA-01 a form without script sends the file, one with script its upload id, and both give the same result', async () => {
  const [owner, other] = [await makePerson(), await makePerson()]
  const plain = new FormData()
  plain.set('photo', new File([new Uint8Array(await noisyPhoto())], 'me.jpg'))
  const read = await readFileField(plain, 'photo', 'avatar', owner)
  if (read.kind !== 'upload') throw new Error(read.kind)
  const sent = new FormData()
  sent.set('photo_upload', read.uploadId)
  sent.set('photo', new File([], ''))
  expect(await readFileField(sent, 'photo', 'avatar', owner)).toEqual(read)
  expect(await readFileField(sent, 'photo', 'avatar', other)).toMatchObject({ kind: 'refused' })
  expect(await readFileField(new FormData(), 'photo', 'avatar', owner)).toEqual({ kind: 'none' })
  const empty = new FormData()
  empty.set('photo', new File([], 'me.jpg'))
  expect(await readFileField(empty, 'photo', 'avatar', owner)).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('empty') as string,
  })
})
