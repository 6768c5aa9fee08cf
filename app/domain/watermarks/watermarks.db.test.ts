import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storageKey } from '#app/domain/media/media.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { photoOf } from '#tests/support/photos.ts'
import { makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { codeOfAccount, findAccountOfCode, forgetCodes } from './account-code.server.ts'
import { bitsOf } from './fingerprint-bits.ts'
import { fingerprintMedia } from './fingerprint-media.server.ts'
import { findSimilar } from './find-similar.server.ts'
import { markRendition } from './mark-rendition.server.ts'
import { forgetKeyOfMarks, seedOfMedium } from './pattern-seed.server.ts'
import { traceCopy } from './trace-copy.server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
useDatabase()
useMediaFolder()

let creator: Person
let fan: Person
let postId: string
let mediaId: string

beforeAll(async () => {
  forgetKeyOfMarks()
  forgetCodes()
  creator = await makeCreator({ username: 'amina' })
  fan = await makePerson('fan', { username: 'leaker' })
  ;({ postId, mediaId } = await makePost(creator, { kind: 'subscribers' }, { photo: await photoOf(7) }))
  await makeRenditions(mediaId)
  // Other photos, among which it is found.
  for (let nth = 0; nth < 3; nth += 1) await makeRenditions((await makePost(creator, { kind: 'subscribers' })).mediaId)
  await fingerprintMedia()
})

async function marked(size: 'w320.webp' | 'w640.webp' | 'w640.jpeg' | 'original.jpeg'): Promise<Uint8Array> {
  const format = size.endsWith('webp') ? 'webp' : 'jpeg'
  const viewer = { id: fan.id, username: fan.username, staffRole: null }
  const made = await markRendition(viewer, { mediaId, size, format, key: storageKey(mediaId, size) }).bytes()
  if (!made.ok) throw new Error(made.refusal.kind)
  return made.value
}

/** Half the size, at JPEG quality 50, with a tenth cut off. */
async function leaked(bytes: Uint8Array, { flop = false, share = 0.9 } = {}): Promise<Buffer> {
  const { width: w, height: h } = await sharp(bytes).metadata()
  const [width, height] = [Math.round(w * share), Math.round(h * share)]
  const cut = await sharp(bytes)
    .extract({ left: Math.floor((w - width) / 3), top: h - height, width, height })
    .png()
    .toBuffer()
  return sharp(cut)
    .resize(Math.round(width / 2))
    .flop(flop)
    .jpeg({ quality: 50 })
    .toBuffer()
}

const makeStaff = async (staffRole: StaffRole): Promise<Person> => ({ ...(await makePerson()), staffRole })
const operator = { kind: 'operator' } as const

test.each(['w640.webp', 'w640.jpeg', 'original.jpeg'] as const)(
  'MEDIA-03c a leaked copy of %s names the account, the photo, the post and the day',
  async (size) => {
    const traced = await traceCopy(operator, { bytes: await leaked(await marked(size)), creator: null })
    expect(traced).toMatchObject({
      ok: true,
      value: {
        kind: 'named',
        account: { id: fan.id, username: 'leaker', status: 'active' },
        photo: { mediaId, postIds: [postId], creator: 'amina' },
        mirrored: false,
      },
    })
    if (traced.ok && traced.value.kind === 'named') expect(traced.value.read.chance).toBeLessThan(1e-9)
  },
)

test('MEDIA-03c a mirrored copy, and one of which a third is cut off where the creator is known, are traced', async () => {
  const mirrored = await leaked(await marked('w640.webp'), { flop: true })
  expect(await traceCopy(operator, { bytes: mirrored, creator: null })).toMatchObject({
    value: { kind: 'named', account: { id: fan.id }, mirrored: true },
  })
  const small = await leaked(await marked('original.jpeg'), { share: 0.67 })
  expect(await traceCopy(operator, { bytes: small, creator: '@Amina' })).toMatchObject({
    value: { kind: 'named', account: { id: fan.id } },
  })
})

test('MEDIA-03c a copy without a mark names nobody: it says which photo it shows, or that it shows none', async () => {
  const original = (await readWhole(mediaStore(), storageKey(mediaId, 'original.jpeg')))!
  expect(await traceCopy(operator, { bytes: await leaked(original, { share: 1 }), creator: null })).toMatchObject({
    value: { kind: 'no_mark', photo: { mediaId } },
  })
  const stranger = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer()
  expect(await traceCopy(operator, { bytes: stranger, creator: null })).toEqual({
    ok: true,
    value: { kind: 'no_mark', photo: null },
  })
})

test('MEDIA-03c only staff who review content trace copies; the wrong person is refused before anything is read', async () => {
  const bytes = await leaked(await marked('w640.webp'))
  for (const person of [fan, creator, await makeStaff('support'), await makeStaff('earnings-manager')])
    expect(await traceCopy({ kind: 'staff', person }, { bytes, creator: null })).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted' },
    })
  const moderator = await makeStaff('content-moderator')
  const traced = await traceCopy({ kind: 'staff', person: moderator }, { bytes, creator: null })
  expect(traced.ok && traced.value.kind).toBe('named')
  const recorded = await ownerDb
    .selectFrom('activity')
    .select(['detail'])
    .where('event', '=', 'copy_traced')
    .where('actor_id', '=', moderator.id)
    .execute()
  expect(recorded).toEqual([
    { detail: expect.objectContaining({ accountId: fan.id, mediaId, by: 'staff' }) as Record<string, unknown> },
  ])
})

test('a file that is no picture, too large, or of an unknown creator is refused', async () => {
  const refusal = async (bytes: Uint8Array, name: string | null = null) => {
    const traced = await traceCopy(operator, { bytes, creator: name })
    return traced.ok ? null : traced.refusal.kind
  }
  expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('not_a_picture')
  expect(await refusal(Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]))).toBe('not_a_picture')
  expect(await refusal(Buffer.alloc(25_000_001))).toBe('too_large')
  expect(await refusal(await leaked(await marked('w640.jpeg')), 'nobody_at_all')).toBe('unknown_creator')
})

test('an account keeps its code, also where two requests ask for it at once, and it leads back to the account', async () => {
  const person = await makePerson()
  forgetCodes()
  const [one, two] = await Promise.all([codeOfAccount(person.id), codeOfAccount(person.id)])
  forgetCodes()
  expect([two, await codeOfAccount(person.id)]).toEqual([one, one])
  expect(await findAccountOfCode(one)).toBe(person.id)
})

test('the place of the mark is another in each photo, and the same after a restart', async () => {
  const [mine, other] = [await seedOfMedium(mediaId), await seedOfMedium(creator.id)]
  expect(mine).not.toEqual(other)
  forgetKeyOfMarks()
  expect(await seedOfMedium(mediaId)).toEqual(mine)
  const [{ sealed_key: sealed }] = (await ownerDb.selectFrom('watermark_keys').select('sealed_key').execute()) as [
    { sealed_key: string },
  ]
  expect(Buffer.from(sealed, 'base64url').length).toBeGreaterThan(32)
})

test('a photo is found by what it looks like: whole, as a part, and among those of one creator', async () => {
  const [own] = await ownerDb
    .selectFrom('media_fingerprints')
    .select('fingerprint')
    .where('media_id', '=', mediaId)
    .where('part', '=', 4)
    .execute()
  const bytes = Uint8Array.from(own!.fingerprint.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2))
  expect(bitsOf(bytes)).toBe(own!.fingerprint)
  expect((await findSimilar(bytes, { limit: 3 }))[0]).toEqual({ mediaId, differingBits: 0 })
  expect((await findSimilar(bytes, { limit: 3, ownerId: creator.id }))[0]).toEqual({ mediaId, differingBits: 0 })
  expect(await findSimilar(bytes, { limit: 3, ownerId: fan.id })).toEqual([])
  expect(await findSimilar(bytes, { limit: 3, wholeOnly: true, maxBits: 0 })).toEqual([])
})
