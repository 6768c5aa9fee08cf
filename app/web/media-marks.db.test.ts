import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storageKey } from '#app/domain/media/media.ts'
import { removeOldest } from '#app/domain/watermarks/marked-files.server.ts'
import { deleteOldMarked } from '#app/domain/watermarks/delete-old-marked.server.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { actorContext } from '#app/web/context.server.ts'
import { mediaLinksFor } from './media-links.server.ts'
import { loader } from './media.ts'

// On a busy machine the processes that draw the marks start slowly.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
useDatabase()
const folder = useMediaFolder()

let creator: Person
let fan: Person
let other: Person
let mediaId: string

beforeAll(async () => {
  creator = await makeCreator()
  fan = await makePerson('fan', { username: 'brian_k' })
  other = await makePerson('fan', { username: 'okello' })
  for (const one of [fan, other]) await giveFullAccess(one)
  mediaId = (await makePost(creator, { kind: 'subscribers' })).mediaId
  await makeRenditions(mediaId)
})
async function ask(actor: Actor, rendition: string, init: RequestInit = {}, id = mediaId) {
  const request = new Request(`http://localhost${mediaLinksFor(actor)(id, rendition)}`, init)
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const params = { mediaId: id, rendition }
  const args = { request, url: new URL(request.url), params, context, pattern: '/media/:mediaId/:rendition' }
  const response = asSent(await (loader as (args: unknown) => Promise<Response>)(args))
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

const stored = (name: string, id = mediaId) => readFileSync(join(folder(), storageKey(id, name)))
const levels = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer()
const markedFolder = () => join(folder(), 'marked')
const keptFiles = () =>
  readdirSync(markedFolder(), { recursive: true })
    .map(String)
    .filter((name) => /\.(webp|jpeg)$/.test(name))

/** The mean difference of two pictures of one size, in levels. */
async function differ(one: Uint8Array, two: Uint8Array): Promise<number> {
  const [first, second] = [await levels(one), await levels(two)]
  expect(first.length).toBe(second.length)
  return first.reduce((sum, level, at) => sum + Math.abs(level - second[at]!), 0) / first.length
}

test('MEDIA-03a every size of a private photo, the largest too, is sent with the mark of its viewer and never as it is stored', async () => {
  const pairs: [string, string, string][] = [
    ['w320.avif', 'w320.webp', 'image/webp'],
    ['w640.webp', 'w640.webp', 'image/webp'],
    ['w640.jpeg', 'w640.jpeg', 'image/jpeg'],
    ['original', 'original.jpeg', 'image/jpeg'],
  ]
  for (const [asked, name, type] of pairs) {
    const [mine, theirs] = [await ask(fan, asked), await ask(other, asked)]
    expect([mine.response.status, mine.response.headers.get('content-type')]).toEqual([200, type])
    expect(mine.response.headers.get('content-length')).toBe(String(mine.body.length))
    expect(mine.response.headers.get('cache-control')).toBe('private, no-cache')
    expect(mine.body.equals(stored(name))).toBe(false)
    expect(mine.body.equals(theirs.body)).toBe(false)
    // The name of another account, and its code.
    expect(await differ(mine.body, theirs.body)).toBeGreaterThan(0.3)
    expect(await differ(mine.body, stored(name))).toBeLessThan(16)
  }
})

test('MEDIA-03a creators and staff see their own name too', async () => {
  const mine = await ask(creator, 'w640.webp')
  expect(mine.response.status).toBe(200)
  expect(mine.body.equals(stored('w640.webp'))).toBe(false)
})

test('MEDIA-03a a post that everybody may see is sent as it is stored, to members too', async () => {
  const open = await makePost(creator, { kind: 'public' })
  await makeRenditions(open.mediaId)
  for (const actor of [null, fan, creator])
    expect((await ask(actor, 'w640.webp', {}, open.mediaId)).body.equals(stored('w640.webp', open.mediaId))).toBe(true)
})

test('MEDIA-02a without access there is no marked photo either, and nothing is made', async () => {
  const files = keptFiles().length
  for (const actor of [null, await makePerson(), await makeCreator()])
    for (const init of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-10' } }])
      expect((await ask(actor, 'w640.webp', init)).response.status).toBe(403)
  expect(keptFiles()).toHaveLength(files)
})

test('a marked photo has a version for each viewer and day: the own one is not sent again, that of another is no answer', async () => {
  const [mine, theirs] = [await ask(fan, 'w640.webp'), await ask(other, 'w640.webp')]
  const etag = mine.response.headers.get('etag')!
  expect(etag).not.toBe(theirs.response.headers.get('etag'))
  const again = await ask(fan, 'w640.webp', { headers: { 'if-none-match': etag } })
  expect([again.response.status, again.body.length]).toEqual([304, 0])
  expect((await ask(other, 'w640.webp', { headers: { 'if-none-match': etag } })).response.status).toBe(200)
  const head = await ask(fan, 'w640.webp', { method: 'HEAD' })
  expect([head.response.status, head.body.length, head.response.headers.get('etag')]).toEqual([200, 0, etag])
})

test('the second time a marked photo is read from the disk, by its own viewer alone', async () => {
  await ask(fan, 'w640.webp')
  const kept = () => keptFiles().filter((name) => name.includes(`${fan.id}/${mediaId}`) && name.endsWith('w640.webp'))
  await expect.poll(kept).toHaveLength(1)
  const path = join(markedFolder(), kept()[0]!)
  writeFileSync(path, 'as it was kept')
  expect((await ask(fan, 'w640.webp')).body.toString()).toBe('as it was kept')
  expect((await ask(other, 'w640.webp')).body.toString()).not.toBe('as it was kept')
  rmSync(path)
})

test('kept marked photos are deleted with their day, their account and their medium', async () => {
  const deleted = await makePost(creator, { kind: 'subscribers' })
  await makeRenditions(deleted.mediaId)
  await ask(fan, 'w640.webp')
  await ask(fan, 'w640.webp', {}, deleted.mediaId)
  const of = (id: string) => keptFiles().filter((name) => name.includes(id))
  await expect.poll(() => of(deleted.mediaId)).toHaveLength(1)
  const [today, noAccount] = [kampalaDay(now()), newId()]
  for (const path of [`2026-01-01/${fan.id}`, `${today}/${noAccount}`]) {
    mkdirSync(join(markedFolder(), path), { recursive: true })
    writeFileSync(join(markedFolder(), path, `${mediaId}-00000000-w640.webp`), 'x')
  }
  await ownerDb.deleteFrom('post_media').where('media_id', '=', deleted.mediaId).execute()
  await ownerDb.deleteFrom('media_renditions').where('media_id', '=', deleted.mediaId).execute()
  await ownerDb.deleteFrom('media').where('id', '=', deleted.mediaId).execute()
  await deleteOldMarked()
  expect([of(deleted.mediaId), of(noAccount), of('2026-01-01')]).toEqual([[], [], []])
  expect(of(fan.id).length).toBeGreaterThan(0)
})

test('kept marked photos fill no more than their space: the oldest go first', async () => {
  const at = (name: string) => join(markedFolder(), kampalaDay(now()), fan.id, name)
  mkdirSync(at(''), { recursive: true })
  for (const [nth, name] of ['old.webp', 'newer.webp', 'newest.webp'].entries()) {
    writeFileSync(at(name), Buffer.alloc(10_000_000))
    utimesSync(at(name), 1_000 + nth, 1_000 + nth)
  }
  await removeOldest(28_000_000)
  expect(['old.webp', 'newer.webp', 'newest.webp'].map((name) => existsSync(at(name)))).toEqual([false, true, true])
})
