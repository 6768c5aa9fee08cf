import sharp from 'sharp'
import { writePdf } from '#app/platform/pdf.server.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { usePictureIsolation } from '#app/domain/media/picture-tools.server.ts'
import { startUpload } from '#app/domain/uploads/start-upload.server.ts'
import { addDays, addMinutes, now, setClockAdvance } from '#app/platform/clock.ts'
import { config, useConfig } from '#app/platform/config.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { loader } from '#app/web/document.ts'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { makeUpload, MAY_SEND_ALL, useSpoolFolder } from '#tests/support/uploads.ts'
import { destroyDocumentsOf, destroyDueDocuments } from './destroy-due-documents.server.ts'
import type { DocumentKind } from './document.ts'
import { limitRetention } from './limit-retention.server.ts'
import { openDocument } from './open-document.server.ts'
import { listDocumentsOf, listViews } from './queries.server.ts'
import { submitDocuments } from './submit-documents.server.ts'
import { acceptDocument } from './accept-document.server.ts'

useDatabase()
const store = useMediaFolder()
const spool = useSpoolFolder()
const SECRET = 'a test secret that is long enough to be one'
afterEach(() => {
  setClockAdvance(0)
  useSecrets([SECRET])
})

async function seal(owner: Person, applicationId: string, kind: DocumentKind = 'selfie'): Promise<string> {
  const purpose = kind === 'selfie' ? 'verification_selfie' : kind
  const uploadId = await makeUpload(owner, purpose, await noisyPhoto())
  const taken = await acceptDocument(owner, { applicationId, kind, uploadId })
  if (!taken.ok) throw new Error(taken.refusal.kind)
  return taken.value.documentId
}

const submit = (applicationId: string) => inTransaction((tx) => submitDocuments(tx, applicationId))

async function staff(staffRole: StaffRole): Promise<Person> {
  return { ...(await makePerson('admin')), staffRole }
}

async function fetchDocument(
  actor: Actor,
  documentId: string,
): Promise<{ status: number; body: Buffer; headers: Headers }> {
  const request = new Request(`http://localhost/documents/${documentId}`)
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const args = { request, url: new URL(request.url), params: { documentId }, context, pattern: '' }
  const response = asSent(await (loader as (args: unknown) => Promise<Response>)(args))
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}

function everyFile(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
}

test('ONB-C-05 a selfie is stored sealed: neither store nor spool has a readable byte of the picture', async () => {
  const owner = await makePerson('creator')
  const documentId = await seal(owner, newId())
  const shown = await fetchDocument(owner, documentId)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  const canary = shown.body.subarray(3_000, 3_024)
  for (const bytes of [...everyFile(store()), ...everyFile(spool())]) {
    expect(bytes.includes(canary)).toBe(false)
    expect(bytes.includes('JFIF')).toBe(false)
  }
})

test('ONB-C-05 an actor who may not see a document gets 403 and not one byte, whether it exists or not', async () => {
  const owner = await makePerson('creator')
  const applicationId = newId()
  const documentId = await seal(owner, applicationId)
  await submit(applicationId)
  const others: [string, Actor][] = [
    ['visitor', null],
    ['fan', await makePerson()],
    ['another creator', await makePerson('creator')],
    ['its owner, once submitted', owner],
    ['support', await staff('support')],
    ['earnings manager', await staff('earnings-manager')],
    ['moderator without an open view', await staff('content-moderator')],
  ]
  for (const [name, actor] of others) {
    const answer = await fetchDocument(actor, documentId)
    expect(answer.status, name).toBe(403)
    expect(answer.body.length, name).toBeLessThan(60)
    if (name !== 'moderator without an open view') expect((await fetchDocument(actor, newId())).status, name).toBe(403)
    if (name !== 'moderator without an open view')
      expect(await openDocument(actor, documentId, 'curious about it'), name).toMatchObject({ ok: false })
  }
  expect(await listViews(documentId)).toEqual([])
})

test('ONB-C-05 a moderator’s view has a reason, is recorded and closes after two minutes', async () => {
  const owner = await makePerson('creator')
  const applicationId = newId()
  const documentId = await seal(owner, applicationId)
  await submit(applicationId)
  const moderator = await staff('content-moderator')
  expect(await openDocument(moderator, documentId, '  ')).toMatchObject({
    ok: false,
    refusal: { kind: 'reason_missing' },
  })
  expect(await openDocument(moderator, newId(), 'checking the face')).toMatchObject({ refusal: { kind: 'not_there' } })
  const opened = await openDocument(moderator, documentId, 'checking the face')
  expect(opened.ok).toBe(true)
  expect((await fetchDocument(moderator, documentId)).status).toBe(200)
  expect((await fetchDocument(await staff('super-admin'), documentId)).status).toBe(403)
  const [listed] = await listDocumentsOf(applicationId, moderator)
  expect(listed!.viewEndsAt).not.toBeNull()
  expect(await listViews(documentId)).toMatchObject([{ staffId: moderator.id, reason: 'checking the face' }])
  const recorded = await db
    .selectFrom('activity')
    .select(['event', 'actor_id'])
    .where('object_id', '=', documentId)
    .where('event', '=', 'document_opened')
    .execute()
  expect(recorded).toEqual([{ event: 'document_opened', actor_id: moderator.id }])

  setClockAdvance(2 * 60_000)
  expect((await fetchDocument(moderator, documentId)).status).toBe(403)
})

test('ONB-C-05 nobody reviews their own documents', async () => {
  const moderator = await staff('content-moderator')
  const applicationId = newId()
  // Submitted before they came to work here.
  const documentId = await seal({ ...moderator, userType: 'creator', staffRole: null }, applicationId)
  await submit(applicationId)
  expect(await openDocument(moderator, documentId, 'my own face')).toMatchObject({
    refusal: { kind: 'own_application' },
  })
})

test('ONB-C-05 a new photo replaces the first, which is destroyed at once', async () => {
  const owner = await makePerson('creator')
  const applicationId = newId()
  const first = await seal(owner, applicationId)
  const second = await seal(owner, applicationId)
  expect((await listDocumentsOf(applicationId)).map((document) => document.id)).toEqual([second])
  expect((await fetchDocument(owner, first)).status).toBe(403)
  expect(everyFile(store()).some((bytes) => bytes.length > 1_000)).toBe(true)
  const row = await db.selectFrom('sealed_documents').selectAll().where('id', '=', first).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ sealed_key: null, storage_key: null })
  expect(row.content_sha256).toHaveLength(32)
})

test('ONB-C-05 submitting one upload twice seals one document', async () => {
  const owner = await makePerson('creator')
  const applicationId = newId()
  const uploadId = await makeUpload(owner, 'identity_document', await noisyPhoto())
  const given = { applicationId, kind: 'identity_document', uploadId } as const
  const answers = await Promise.all([acceptDocument(owner, given), acceptDocument(owner, given)])
  expect(new Set(answers.map((answer) => answer.ok && answer.value.documentId)).size).toBe(1)
  expect(await listDocumentsOf(applicationId)).toHaveLength(1)
})

test('ONB-C-05 outside of the demo no document is decoded without a sandbox; photos are', async () => {
  const owner = await makePerson('creator')
  const given = { applicationId: newId(), kind: 'identity_document' } as const
  const uploadId = await makeUpload(owner, 'identity_document', await noisyPhoto())
  const face = await makeUpload(owner, 'avatar', await noisyPhoto())
  const off = { ok: false, refusal: { kind: 'documents_are_off' } }
  usePictureIsolation('child')
  useConfig({ ...config(), demo: false })
  try {
    expect(await acceptDocument(owner, { ...given, uploadId })).toEqual(off)
    expect(await startUpload(owner, { purpose: 'identity_document', sizeBytes: 10 }, MAY_SEND_ALL)).toEqual(off)
    expect(await storeUploadedPhoto({ ownerId: owner.id, uploadId: face, purpose: 'avatar' })).toMatchObject({
      ok: true,
    })
    expect(await listDocumentsOf(given.applicationId)).toEqual([])
    useConfig({ ...config(), demo: true })
    expect(await acceptDocument(owner, { ...given, uploadId })).toMatchObject({ ok: true })
  } finally {
    useConfig({ ...config(), demo: true })
    usePictureIsolation(null)
  }
})

test('ONB-C-05 a file that is no photo is refused, and another person’s upload is not found', async () => {
  const owner = await makePerson('creator')
  const other = await makePerson('creator')
  const damaged = await makeUpload(owner, 'verification_selfie', (await noisyPhoto()).subarray(0, 8_000))
  const theirs = await makeUpload(other, 'verification_selfie', await noisyPhoto())
  const wrongPurpose = await makeUpload(owner, 'avatar', await noisyPhoto())
  const applicationId = newId()
  const take = (uploadId: string) => acceptDocument(owner, { applicationId, kind: 'selfie', uploadId })
  expect(await take(damaged)).toMatchObject({ refusal: { kind: 'damaged' } })
  expect(await take(theirs)).toMatchObject({ refusal: { kind: 'upload_missing' } })
  expect(await take(wrongPurpose)).toMatchObject({ refusal: { kind: 'upload_missing' } })
  expect(await listDocumentsOf(applicationId)).toEqual([])
})

test('ONB-C-08b documents are destroyed 30 days after the decision, undecided ones after 90; hash and dates stay', async () => {
  const owner = await makePerson('creator')
  const [decided, undecided] = [newId(), newId()]
  const kept = await seal(owner, undecided)
  const gone = await seal(owner, decided, 'proof_of_address')
  await inTransaction((tx) => limitRetention(tx, decided))
  const until = async (id: string) =>
    (await db.selectFrom('sealed_documents').select('keep_until').where('id', '=', id).executeTakeFirstOrThrow())
      .keep_until
  const days = async (id: string) => Math.round(((await until(id)).getTime() - now().getTime()) / 86_400_000)
  expect(await days(gone)).toBe(30)
  expect(await days(kept)).toBe(90)

  await ownerDb
    .updateTable('sealed_documents')
    .set({ keep_until: addDays(now(), -1) })
    .where('id', '=', gone)
    .execute()
  const files = everyFile(store()).length
  expect(await destroyDueDocuments()).toBe(1)
  expect(everyFile(store())).toHaveLength(files - 1)
  const row = await db.selectFrom('sealed_documents').selectAll().where('id', '=', gone).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ sealed_key: null, storage_key: null, kind: 'proof_of_address' })
  expect(row.destroyed_at).not.toBeNull()
  expect((await fetchDocument(owner, gone)).status).toBe(403)
  expect((await fetchDocument(owner, kept)).status).toBe(200)
  expect(await destroyDueDocuments()).toBe(0)
})

test('SAFE-02 deleting an account leaves no key behind', async () => {
  const owner = await makePerson('creator')
  const documentId = await seal(owner, newId())
  await inTransaction((tx) => destroyDocumentsOf(tx, owner.id))
  expect((await fetchDocument(owner, documentId)).status).toBe(403)
  expect(await destroyDueDocuments()).toBe(1)
})

test('ONB-C-05 after a rotation of the root secret old documents open; without the old secret they don’t', async () => {
  const owner = await makePerson('creator')
  const documentId = await seal(owner, newId())
  useSecrets(['the next secret, which is long enough as well', SECRET])
  expect((await fetchDocument(owner, documentId)).status).toBe(200)
  const newer = await seal(owner, newId())
  useSecrets([SECRET])
  await expect(fetchDocument(owner, newer)).rejects.toThrow()
  useSecrets(['the next secret, which is long enough as well'])
  expect((await fetchDocument(owner, newer)).status).toBe(200)
  await expect(fetchDocument(owner, documentId)).rejects.toThrow()
})

test('ONB-C-05 bytes that were tampered with, or moved to another document, don’t open', async () => {
  const owner = await makePerson('creator')
  const [one, two] = [await seal(owner, newId()), await seal(owner, newId())]
  const pathOf = (id: string) => join(store(), `sealed/${id.slice(-2)}/${id}`)
  const original = readFileSync(pathOf(one))
  const changed = Buffer.from(original)
  changed[changed.length - 5]! ^= 1
  writeFileSync(pathOf(one), changed)
  await expect(fetchDocument(owner, one)).rejects.toThrow()
  writeFileSync(pathOf(two), original)
  const keys = await db
    .selectFrom('sealed_documents')
    .select(['id', 'sealed_key'])
    .where('id', 'in', [one, two])
    .execute()
  const key = keys.find((row) => row.id === one)!.sealed_key
  await ownerDb.updateTable('sealed_documents').set({ sealed_key: key }).where('id', '=', two).execute()
  await expect(fetchDocument(owner, two)).rejects.toThrow()
})

test('ONB-C-05 the server can neither backdate a view nor delete one', async () => {
  const owner = await makePerson('creator')
  const documentId = await seal(owner, newId())
  const moderator = await staff('content-moderator')
  await openDocument(moderator, documentId, 'checking the face')
  await expect(db.deleteFrom('sealed_document_views').execute()).rejects.toThrow(/permission denied/)
  await expect(
    db
      .updateTable('sealed_document_views')
      .set({ ends_at: addMinutes(now(), 99) })
      .execute(),
  ).rejects.toThrow(/permission denied/)
  await expect(db.deleteFrom('sealed_documents').execute()).rejects.toThrow(/permission denied/)
})

const aPdf = () =>
  writePdf({
    title: 'Bill',
    author: 'The water company',
    madeAt: new Date('2026-11-02T09:00:00Z'),
    pages: [
      {
        texts: [{ x: 60, y: 80, size: 14, text: 'Water bill, Plot 5, Kampala' }],
        rules: [{ x: 60, y: 100, width: 300 }],
      },
    ],
  })

async function given(kind: DocumentKind, bytes: Buffer) {
  const owner = await makePerson('creator')
  const purpose = kind === 'selfie' ? 'verification_selfie' : kind
  const uploadId = await makeUpload(owner, purpose, bytes)
  return { owner, taken: await acceptDocument(owner, { applicationId: newId(), kind, uploadId }) }
}

test('ONB-C-08 a proof of address may be a PDF: its first page is sealed as a picture', async () => {
  const { owner, taken } = await given('proof_of_address', aPdf())
  if (!taken.ok) throw new Error(taken.refusal.kind)
  const { status, body, headers } = await fetchDocument(owner, taken.value.documentId)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { width, height } = await sharp(body).metadata()
  expect([width, height]).toEqual([1_413, 2_000])
  // The page is white with some ink, neither empty nor black.
  const { channels } = await sharp(body).greyscale().stats()
  expect(channels[0]!.mean).toBeGreaterThan(240)
  expect(channels[0]!.min).toBeLessThan(60)
})

test.each(['selfie', 'identity_document'] as const)('ONB-C-05 a PDF is no %s', async (kind) => {
  await expect(given(kind, aPdf())).rejects.toThrow('wrong_type')
})

test('ONB-C-08 a PDF that can’t be opened is refused in words, and nothing is kept', async () => {
  const cut = aPdf().subarray(0, 200)
  expect((await given('proof_of_address', cut)).taken).toEqual({ ok: false, refusal: { kind: 'pdf_unreadable' } })
  expect((await given('proof_of_address', Buffer.from('%PDF-1.7\nnot a document'))).taken).toMatchObject({
    refusal: { kind: 'pdf_unreadable' },
  })
})
