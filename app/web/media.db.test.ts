import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storageKey } from '#app/domain/media/media.ts'
import { storeVoice } from '#app/domain/media/store-voice.server.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { composeVoiceNote } from '#demo/artwork/voice-note.ts'
import { flushMediaUse } from '#app/domain/media/spend-media.server.ts'
import { dayOf } from '#app/domain/usage/day.ts'
import { now, setClockAdvance } from '#app/platform/clock.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { newId } from '#app/platform/id.ts'
import { config, useConfig } from '#app/platform/config.server.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { actorContext } from '#app/web/context.server.ts'
import { mediaLinksFor } from './media-links.server.ts'
import { loader } from './media.ts'

useDatabase()
const folder = useMediaFolder()

let creator: Person
let holder: Person
let mediaId: string
let original: Buffer
/** A voice note, whose file is sent as it is stored. */
let voiceId: string
let voice: Buffer

beforeAll(async () => {
  creator = await makeCreator()
  holder = await makePerson()
  await giveFullAccess(holder)
  mediaId = (await makePost(creator, { kind: 'subscribers' })).mediaId
  await makeRenditions(mediaId)
  original = readFileSync(join(folder(), storageKey(mediaId, 'original.jpeg')))
  const stored = await storeVoice({ ownerId: creator.id, bytes: composeVoiceNote('a note', 4) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  voiceId = stored.value.mediaId
  await inTransaction((tx) =>
    publishPost(tx, {
      creatorId: creator.id,
      kind: 'voice',
      caption: 'A note',
      audience: { kind: 'subscribers' },
      mediaIds: [voiceId],
      publishedAt: now(),
      expiresAt: null,
    }),
  )
  voice = readFileSync(join(folder(), storageKey(voiceId, 'voice.wav')))
})

async function ask(
  actor: Actor,
  rendition: string,
  init: RequestInit = {},
  id = mediaId,
): Promise<{ response: Response; body: Buffer }> {
  const request = new Request(`http://localhost${mediaLinksFor(actor)(id, rendition)}`, init)
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const args = {
    request,
    url: new URL(request.url),
    params: { mediaId: id, rendition },
    context,
    pattern: '/media/:mediaId/:rendition',
  }
  const response = asSent(await (loader as (args: unknown) => Promise<Response>)(args))
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

const hear = (actor: Actor, init: RequestInit = {}) => ask(actor, 'audio', init, voiceId)

test('MEDIA-02a a person without access gets 403 and no byte of the original, in any size, method or range', async () => {
  const canary = original.subarray(3_000, 3_032)
  const inits: RequestInit[] = [
    {},
    { headers: { range: 'bytes=0-10' } },
    { method: 'HEAD' },
    { headers: { 'if-none-match': `"${mediaId}-original"` } },
  ]
  for (const actor of [null, await makePerson(), await makeCreator()]) {
    for (const rendition of ['original', 'w320.avif', 'w640.webp', 'w640.jpeg', 'w960.avif', 'audio']) {
      for (const init of inits) {
        const { response, body } = await ask(actor, rendition, init)
        expect(response.status).toBe(403)
        expect(response.headers.get('cache-control')).toBe('private, no-store')
        expect(response.headers.get('etag')).toBeNull()
        expect(response.headers.get('content-range')).toBeNull()
        expect(body.includes(canary)).toBe(false)
        expect(body.length).toBeLessThan(40)
      }
    }
  }
})

test('MEDIA-02a an entitled viewer gets all of it; no shared cache may store it, and no browser uses or runs it unasked', async () => {
  const { response, body } = await hear(holder)
  expect(response.status).toBe(200)
  expect(body.equals(voice)).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'cache-control': 'private, no-cache',
    'content-length': String(voice.length),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
  })
})

test('MEDIA-02c a copied address does not work for another person', async () => {
  expect((await ask(holder, 'w640.webp')).response.status).toBe(200)
  expect((await ask(await makePerson(), 'w640.webp')).response.status).toBe(403)
  expect((await ask(null, 'w640.webp')).response.status).toBe(403)
})

/** The same request, with the URL that a page contained. */
async function askUrl(actor: Actor, url: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`http://localhost${url}`, { headers })
  const [, , id, rendition] = new URL(request.url).pathname.split('/')
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const args = { request, url: new URL(request.url), params: { mediaId: id, rendition }, context, pattern: '' }
  return asSent(await (loader as (args: unknown) => Promise<Response>)(args))
}

test('MEDIA-02c a copied URL does not work in another session, even of the same account, and none works without its key', async () => {
  const url = mediaLinksFor(holder)(mediaId, 'w640.webp')
  expect((await askUrl(holder, url)).status).toBe(200)
  const elsewhere = { ...holder, sessionId: newId() }
  const refused = await askUrl(elsewhere, url)
  expect([refused.status, await refused.text()]).toEqual([
    403,
    'This link has ended, or it belongs to another sign-in. Open the page again.\n',
  ])
  expect(refused.headers.get('cache-control')).toBe('private, no-store')
  const { mediaId: other } = await makePost(creator, { kind: 'subscribers' })
  const key = url.slice(url.indexOf('?'))
  expect((await askUrl(holder, `/media/${other}/w640.webp${key}`)).status).toBe(403)
  for (const file of ['original', 'w640.webp']) {
    expect((await askUrl(holder, `/media/${mediaId}/${file}`)).status).toBe(403)
    // Its owner as well.
    expect((await askUrl(creator, `/media/${mediaId}/${file}`)).status).toBe(403)
  }
})

test('MEDIA-02c the URL of a picture is the same all day, so that a page opened again asks only whether it still holds', async () => {
  const url = mediaLinksFor(holder)(mediaId, 'w640.webp')
  const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }
  const first = await askUrl(holder, url, page)
  const etag = first.headers.get('etag')!
  setClockAdvance(60 * 60_000)
  try {
    const again = mediaLinksFor(holder)(mediaId, 'w640.webp')
    // An hour later may be the next day in Kampala.
    if (kampalaDay(now()) === kampalaDay(new Date(now().getTime() - 60 * 60_000))) {
      expect(again).toBe(url)
      expect((await askUrl(holder, again, { ...page, 'if-none-match': etag })).status).toBe(304)
    }
    expect((await askUrl(holder, url, page)).status).toBe(200)
    // At no time from the address bar or another site, and it opens nothing but the picture.
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
      { referer: 'https://elsewhere.example/' },
    ]
    for (const headers of elsewhere) expect((await askUrl(holder, again, headers)).status).toBe(403)
    expect((await askUrl(holder, again.replace('w640.webp', 'original'), page)).status).toBe(403)
    expect((await askUrl({ ...holder, sessionId: newId() }, again, page)).status).toBe(403)
  } finally {
    setClockAdvance(0)
  }
})

test('MEDIA-02d a copied URL stops working after minutes; the page that contains it goes on, while the right lasts', async () => {
  const fan = await makePerson()
  await giveFullAccess(fan)
  const url = mediaLinksFor(fan)(mediaId, 'original')
  const status = async (headers: Record<string, string> = {}) => (await askUrl(fan, url, headers)).status
  const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }
  expect(await status()).toBe(200)
  setClockAdvance(11 * 60_000)
  try {
    expect(await status()).toBe(403)
    expect(await status({ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' })).toBe(403)
    expect(await status({ referer: 'https://elsewhere.example/' })).toBe(403)
    expect(await status(page)).toBe(200)
    expect(await status({ referer: 'http://localhost/profile' })).toBe(200)
    await ownerDb.updateTable('user_access').set({ revoked_at: now() }).where('user_id', '=', fan.id).execute()
    expect(await status(page)).toBe(403)
  } finally {
    setClockAdvance(0)
  }
})

test('MEDIA-02 what visitors see needs no key', async () => {
  const { mediaId: shown } = await makePost(creator, { kind: 'public' })
  for (const actor of [null, holder, creator])
    expect((await askUrl(actor, `/media/${shown}/original`)).status).toBe(200)
})

test('MEDIA-02 a browser keeps a private picture and asks each time; with quick hide it keeps nothing', async () => {
  const url = mediaLinksFor(holder)(mediaId, 'w640.webp')
  const first = await askUrl(holder, url)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await askUrl(holder, url, { 'if-none-match': first.headers.get('etag')! })
  expect(again.status).toBe(304)
  const stranger = await makePerson()
  const foreign = await askUrl(stranger, mediaLinksFor(stranger)(mediaId, 'w640.webp'), {
    'if-none-match': first.headers.get('etag')!,
  })
  expect(foreign.status).toBe(403)
  const hidden = await askUrl(holder, url, { cookie: 'peach_quick_hide=1' })
  expect(hidden.headers.get('cache-control')).toBe('private, no-store')
})

test('MEDIA-02b ranges work: from, to, the last bytes, and out of range', async () => {
  const size = voice.length
  const parts: [string, number, string | null, Buffer][] = [
    ['bytes=0-99', 206, `bytes 0-99/${size}`, voice.subarray(0, 100)],
    [`bytes=${size - 10}-`, 206, `bytes ${size - 10}-${size - 1}/${size}`, voice.subarray(size - 10)],
    ['bytes=-10', 206, `bytes ${size - 10}-${size - 1}/${size}`, voice.subarray(size - 10)],
    [`bytes=${size}-`, 416, `bytes */${size}`, Buffer.alloc(0)],
    ['bytes=0-1,3-4', 200, null, voice],
  ]
  for (const [range, status, contentRange, bytes] of parts) {
    const { response, body } = await hear(holder, { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
    expect(body.equals(bytes)).toBe(true)
  }
})

test('MEDIA-02 a range is only sent of the version that the client started with', async () => {
  const same = await hear(holder, { headers: { range: 'bytes=0-9', 'if-range': `"${voiceId}-original"` } })
  expect(same.response.status).toBe(206)
  const other = await hear(holder, { headers: { range: 'bytes=0-9', 'if-range': '"something else"' } })
  expect([other.response.status, other.body.length]).toEqual([200, voice.length])
})

test('HEAD sends the same headers without a body, and a known version is not sent again', async () => {
  const head = await hear(holder, { method: 'HEAD' })
  expect([head.response.status, head.response.headers.get('content-length'), head.body.length]).toEqual([
    200,
    String(voice.length),
    0,
  ])
  const again = await hear(holder, { headers: { 'if-none-match': head.response.headers.get('etag')! } })
  expect([again.response.status, again.body.length]).toEqual([304, 0])
})

test('with nginx in front only the file path is sent, and only to entitled viewers', async () => {
  useConfig({ ...config(), mediaAccel: 'x-accel' })
  try {
    const allowed = await hear(holder)
    expect([allowed.response.headers.get('x-accel-redirect'), allowed.body.length]).toEqual([
      `/protected-media/${storageKey(voiceId, 'voice.wav')}`,
      0,
    ])
    const denied = await hear(null)
    expect([denied.response.status, denied.response.headers.get('x-accel-redirect')]).toEqual([403, null])
  } finally {
    useConfig({ ...config(), mediaAccel: null })
  }
})

test('invalid addresses get 404', async () => {
  for (const [id, rendition] of [
    [mediaId, 'w0.avif'],
    [mediaId, '..'],
    ['nonsense', 'original'],
    [mediaId, 'preview.svg'],
  ] as const) {
    expect((await ask(holder, rendition, {}, id)).response.status).toBe(404)
  }
})

test('MEDIA-02 a viewer beyond the daily limit must wait, with and without ranges; previews and public pictures still work', async () => {
  const copier = await makePerson()
  await giveFullAccess(copier)
  await ownerDb
    .insertInto('media_fetches')
    .values({ viewer_id: copier.id, day: dayOf(now()), objects: 2_999, bytes: 0n })
    .execute()
  const { response, body } = await hear(copier)
  expect([response.status, body.length]).toEqual([200, voice.length])
  const { mediaId: second } = await makePost(creator, { kind: 'subscribers' })
  for (const init of [{}, { headers: { range: 'bytes=1-2' } }]) {
    const refused = await ask(copier, 'original', init, second)
    expect(refused.response.status).toBe(429)
    expect(refused.response.headers.get('cache-control')).toBe('private, no-store')
    expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.body.toString()).toBe(
      'You have reached the daily limit for opening photos and videos. Come back tomorrow.\n',
    )
  }
  expect((await ask(copier, 'preview', {}, second)).response.status).not.toBe(429)
  expect((await ask(holder, 'original', {}, second)).response.status).toBe(200)
  await flushMediaUse()
  const row = await ownerDb
    .selectFrom('media_fetches')
    .selectAll()
    .where('viewer_id', '=', copier.id)
    .executeTakeFirstOrThrow()
  expect([row.objects, Number(row.bytes)]).toEqual([3_000, voice.length])
})

test('MEDIA-02 refused requests, HEAD and 304 do not count as use of a creator, which would share money', async () => {
  const [refused, asking, opening] = [await makePerson(), await makePerson(), await makePerson()]
  for (const fan of [refused, asking, opening]) await giveFullAccess(fan)
  await ownerDb
    .insertInto('media_fetches')
    .values({ viewer_id: refused.id, day: dayOf(now()), objects: 3_000, bytes: 0n })
    .execute()
  expect((await hear(refused)).response.status).toBe(429)
  expect((await hear(asking, { method: 'HEAD' })).response.status).toBe(200)
  const known = { headers: { 'if-none-match': `"${voiceId}-original"` } }
  expect((await hear(asking, known)).response.status).toBe(304)
  expect((await hear(opening, { headers: { range: 'bytes=0-9' } })).response.status).toBe(206)
  const fans = async () => {
    const rows = await ownerDb
      .selectFrom('creator_uses')
      .select('fan_id')
      .where('creator_id', '=', creator.id)
      .where('fan_id', 'in', [refused.id, asking.id, opening.id])
      .execute()
    return rows.map((row) => row.fan_id)
  }
  // Recorded after the response, in order: once the last is there, the earlier ones are too.
  await expect.poll(fans).toContain(opening.id)
  expect(await fans()).toEqual([opening.id])
})
