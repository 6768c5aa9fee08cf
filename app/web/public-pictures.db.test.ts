import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { setAvatar } from '#app/domain/identity/set-avatar.server.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { type MediaPurpose, storageKey, requestedFile } from '#app/domain/media/media.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import type { StatusChange } from '#app/domain/moderation/policy.ts'
import { now } from '#app/platform/clock.ts'
import { config, useConfig } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { asSent } from '#tests/support/routes.ts'
import { makeStaff } from '#tests/support/applications.ts'
import { actorContext } from '#app/web/context.server.ts'
import { loader } from './media.ts'
import { mediaLinksFor } from './media-links.server.ts'

useDatabase()
const folder = useMediaFolder()

const SIZES: Record<Exclude<MediaPurpose, 'post'>, string> = {
  avatar: 'w160.webp',
  card: 'w320.avif',
  cover: 'w480.webp',
  share: 'w1200.jpeg',
}
const PURPOSES = Object.keys(SIZES) as (keyof typeof SIZES)[]
const HIDDEN_CACHE = 'private, no-store'

async function ask(actor: Actor, mediaId: string, rendition: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost${mediaLinksFor(actor)(mediaId, rendition)}`, { headers })
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const args = { request, url: new URL(request.url), params: { mediaId, rendition }, context, pattern: '' }
  const response = asSent(await (loader as (args: unknown) => Promise<Response>)(args))
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

async function storePicture(owner: Person, purpose: MediaPurpose, made = true): Promise<string> {
  const wanted = made && purpose !== 'post' ? requestedFile(SIZES[purpose]) : null
  const photo = { ownerId: owner.id, purpose, bytes: await noisyPhoto(640, 400) }
  const stored = await storePhoto(photo, wanted?.kind === 'rendition' ? { atOnce: [wanted.spec] } : {})
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  if (made) await ownerDb.updateTable('media').set({ state: 'ready' }).where('id', '=', mediaId).execute()
  return mediaId
}

/** A visible creator with every kind of page picture in use. */
async function makePage(): Promise<{ creator: Person; pictures: Record<keyof typeof SIZES, string> }> {
  const creator = await makeCreator()
  const [avatar, card, cover, share] = [
    await storePicture(creator, 'avatar'),
    await storePicture(creator, 'card'),
    await storePicture(creator, 'cover'),
    await storePicture(creator, 'share'),
  ]
  await setAvatar(creator, avatar)
  await ownerDb
    .updateTable('creators')
    .set({ card_media_id: card, cover_media_id: cover, share_media_id: share })
    .where('profile_id', '=', creator.id)
    .execute()
  return { creator, pictures: { avatar, card, cover, share } }
}

async function statuses(actor: Actor, pictures: Record<keyof typeof SIZES, string>): Promise<number[]> {
  return Promise.all(PURPOSES.map(async (purpose) => (await ask(actor, pictures[purpose], SIZES[purpose])).status))
}

let moderator: Person
beforeEach(async () => {
  moderator = await makeStaff('content-moderator')
})

async function change(creator: Person, what: StatusChange): Promise<void> {
  const changed = await changeCreatorStatus(moderator, { creatorId: creator.id, change: what, reason: 'For a test.' })
  if (!changed.ok) throw new Error(changed.refusal.kind)
}

test('MEDIA-02 pictures of a visible creator are cached for minutes, then revalidated, and a CDN can purge them by tag', async () => {
  const { creator, pictures } = await makePage()
  const direct = await ask(null, pictures.avatar, SIZES.avatar)
  expect([direct.headers.get('surrogate-key'), direct.headers.get('cache-tag')]).toEqual([null, null])
  useConfig({ ...config(), trustProxy: 1 })
  for (const purpose of PURPOSES) {
    const { status, headers } = await ask(null, pictures[purpose], SIZES[purpose])
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(headers.get('surrogate-key')).toBe(`${pictures[purpose]} owner-${creator.id}`)
    expect(headers.get('cache-tag')).toBe(`${pictures[purpose]},owner-${creator.id}`)
    const again = await ask(null, pictures[purpose], SIZES[purpose], { 'if-none-match': headers.get('etag')! })
    expect([again.status, again.body.length]).toEqual([304, 0])
  }
  useConfig({ ...config(), trustProxy: 0 })
})

test.each(['suspend', 'block'] as const)(
  'MEDIA-02 %s: every picture of the page is hidden at once, even with a cached copy, and visible again afterwards',
  async (what) => {
    const { creator, pictures } = await makePage()
    const etag = (await ask(null, pictures.avatar, SIZES.avatar)).headers.get('etag')!
    await change(creator, what)
    const others = [null, await makePerson(), await makeCreator(), await makeStaff('support')]
    for (const actor of others) expect(await statuses(actor, pictures)).toEqual([404, 404, 404, 404])
    const known = await ask(null, pictures.avatar, SIZES.avatar, { 'if-none-match': etag })
    expect([known.status, known.headers.get('cache-control')]).toEqual([404, HIDDEN_CACHE])
    expect((await ask(null, pictures.avatar, 'preview')).status).toBe(404)
    // The moderator who decides about the page can see it, and no cache stores it.
    const seen = await ask(moderator, pictures.cover, SIZES.cover)
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    expect(seen.headers.get('surrogate-key')).toBeNull()
    await change(creator, what === 'suspend' ? 'reinstate' : 'unblock')
    expect(await statuses(null, pictures)).toEqual([200, 200, 200, 200])
  },
)

test('MEDIA-02 pictures of a hidden, unapproved or closed page are only for its owner and staff', async () => {
  const { creator, pictures } = await makePage()
  await ownerDb
    .updateTable('creator_listings')
    .set({ revoked_at: now() })
    .where('creator_id', '=', creator.id)
    .execute()
  expect(await statuses(null, pictures)).toEqual([404, 404, 404, 404])
  expect(await statuses(creator, pictures)).toEqual([200, 200, 200, 200])
  expect(await statuses(await makeStaff('earnings-manager'), pictures)).toEqual([200, 200, 200, 200])
  const second = await makePage()
  await ownerDb.updateTable('profiles').set({ account_status: 'closed' }).where('id', '=', second.creator.id).execute()
  expect(await statuses(null, second.pictures)).toEqual([404, 404, 404, 404])
})

test('MEDIA-02 a replaced or removed picture is gone at once, even for its owner', async () => {
  const { creator, pictures } = await makePage()
  const next = await storePicture(creator, 'avatar')
  await setAvatar(creator, next)
  await ownerDb.updateTable('creators').set({ cover_media_id: null }).where('profile_id', '=', creator.id).execute()
  for (const actor of [null, creator, moderator]) {
    expect((await ask(actor, pictures.avatar, SIZES.avatar)).status).toBe(404)
    expect((await ask(actor, pictures.cover, SIZES.cover)).status).toBe(404)
    expect((await ask(actor, next, SIZES.avatar)).status).toBe(200)
  }
})

test('MEDIA-02 no one can fetch a picture that was stored and never used', async () => {
  const creator = await makeCreator()
  expect((await ask(null, await storePicture(creator, 'card'), SIZES.card)).status).toBe(404)
})

test('MEDIA-02 a fan\u2019s picture is only for the fan and for the creators whom the fan follows, subscribes to or tips by name', async () => {
  const fan = await makePerson()
  const avatar = await storePicture(fan, 'avatar')
  await setAvatar(fan, avatar)
  const [followed, subscribed, tipped, tippedInPrivate, other] = [
    await makeCreator(),
    await makeCreator(),
    await makeCreator(),
    await makeCreator(),
    await makeCreator(),
  ]
  await ownerDb.insertInto('follows').values({ fan_id: fan.id, creator_id: followed.id }).execute()
  await giveSubscription(fan, subscribed)
  await giveTip(fan, tipped, true)
  await giveTip(fan, tippedInPrivate, false)
  const answers = await Promise.all(
    [
      fan,
      followed,
      subscribed,
      tipped,
      tippedInPrivate,
      other,
      null,
      await makePerson(),
      await makeStaff('support'),
    ].map(async (actor) => (await ask(actor, avatar, SIZES.avatar)).status),
  )
  expect(answers).toEqual([200, 200, 200, 200, 404, 404, 404, 404, 404])
  const own = await ask(fan, avatar, SIZES.avatar)
  expect(own.headers.get('cache-control')).toBe('private, no-cache')
  // A creator who is no longer allowed to work here sees no fans either.
  expect((await ask({ ...followed, accountStatus: 'suspended' }, avatar, SIZES.avatar)).status).toBe(404)
})

test('MEDIA-01 MEDIA-02 while sizes are being made another size or the preview is sent, never the original', async () => {
  const creator = await makeCreator()
  const share = await storePicture(creator, 'share', false)
  await ownerDb.updateTable('creators').set({ share_media_id: share }).where('profile_id', '=', creator.id).execute()
  const original = readFileSync(join(folder(), storageKey(share, 'original.jpeg')))
  for (const rendition of ['w64.webp', 'w160.webp', 'w640.avif', 'w480.jpeg', 'w9999.jpeg']) {
    for (const actor of [null, creator]) {
      const answer = await ask(actor, share, rendition)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, HIDDEN_CACHE])
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.body.length).toBeLessThan(2_000)
      expect(answer.body.equals(original)).toBe(false)
    }
  }
  expect((await ask(creator, share, 'original')).status).toBe(404)
  const avatar = await storePicture(creator, 'avatar', false)
  await setAvatar(creator, avatar)
  const standIn = await ask(null, avatar, 'w320.avif')
  expect([standIn.headers.get('content-type'), standIn.headers.get('cache-control')]).toEqual([
    'image/webp',
    'public, max-age=30',
  ])
  expect(standIn.headers.get('etag')).toBe(`"${avatar}-w160-webp"`)
  await makeRenditions(avatar)
  expect((await ask(null, avatar, 'w320.avif')).headers.get('etag')).toBe(`"${avatar}-w320-avif"`)
})

test('MEDIA-02 a size of a post that is still being made is the preview, even for its owner', async () => {
  const creator = await makeCreator()
  const post = await storePicture(creator, 'post', false)
  const size = await ask(creator, post, 'w640.webp')
  expect([size.status, size.body.length < 2_000]).toEqual([200, true])
  expect((await ask(null, post, 'w640.webp')).status).toBe(403)
  expect((await ask(creator, post, 'original')).headers.get('cache-control')).toBe('private, no-cache')
})

async function givePurchase(fan: Person, kind: 'tip' | 'creator_subscription', creator: Person): Promise<string> {
  const id = newId()
  await ownerDb
    .insertInto('purchases')
    .values({
      id,
      kind,
      product_id: creator.id,
      product_name: 'A gift',
      buyer_id: fan.id,
      buyer_scope: fan.id,
      buyer_email: fan.email,
      amount_minor: 1_000_000n,
      currency: 'UGX',
      quote: '{}',
      idempotency_key: id,
      checkout_hash: Buffer.from('x'),
      state: 'completed',
    })
    .execute()
  return id
}

async function giveTip(fan: Person, creator: Person, named: boolean): Promise<void> {
  const purchaseId = await givePurchase(fan, 'tip', creator)
  await ownerDb
    .insertInto('tips')
    .values({
      id: newId(),
      purchase_id: purchaseId,
      fan_id: fan.id,
      creator_id: creator.id,
      context: 'profile',
      named,
      amount_minor: 1_000_000n,
    })
    .execute()
}

async function giveSubscription(fan: Person, creator: Person): Promise<void> {
  const purchaseId = await givePurchase(fan, 'creator_subscription', creator)
  const startsAt = now()
  await ownerDb
    .insertInto('creator_subscriptions')
    .values({
      id: newId(),
      user_id: fan.id,
      creator_id: creator.id,
      purchase_id: purchaseId,
      price_minor: 1_000_000n,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 30 * 86_400_000),
    })
    .execute()
}
