import { describe, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import {
  giveFullAccess,
  giveUnlock,
  makeCreator,
  makePerson,
  makePost,
  useMediaFolder,
} from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { findMediaForViewer } from './find-media-for-viewer.server.ts'
import { makeRenditions } from './make-renditions.server.ts'
import { type RequestedFile, requestedFile } from './media.ts'

useDatabase()
useMediaFolder()

const ORIGINAL: RequestedFile = { kind: 'original' }

async function answer(actor: Actor, mediaId: string, wanted: RequestedFile = ORIGINAL): Promise<string> {
  const found = await findMediaForViewer(actor, mediaId, wanted)
  return found.ok ? 'yes' : found.refusal.kind
}

async function everybody(creator: Person, postId: string): Promise<Record<string, Actor>> {
  const [fan, holder, buyer, late] = [await makePerson(), await makePerson(), await makePerson(), await makePerson()]
  await giveFullAccess(holder)
  await giveUnlock(buyer, postId)
  await giveFullAccess(late, addDays(now(), -1))
  return {
    visitor: null,
    fan,
    holder,
    buyer,
    'holder of a pass that ended': late,
    creator,
    'another creator': await makeCreator(),
  }
}

const forbidden = 'forbidden'
const matrix = {
  public: {
    visitor: 'yes',
    fan: 'yes',
    holder: 'yes',
    buyer: 'yes',
    'holder of a pass that ended': 'yes',
    creator: 'yes',
    'another creator': 'yes',
  },
  subscribers: {
    visitor: forbidden,
    fan: forbidden,
    holder: 'yes',
    buyer: 'yes',
    'holder of a pass that ended': forbidden,
    creator: 'yes',
    'another creator': forbidden,
  },
  pay_to_unlock: {
    visitor: forbidden,
    fan: forbidden,
    holder: forbidden,
    buyer: 'yes',
    'holder of a pass that ended': forbidden,
    creator: 'yes',
    'another creator': forbidden,
  },
} as const

describe.each(Object.keys(matrix) as (keyof typeof matrix)[])('MEDIA-02 the bytes of a %s post', (audience) => {
  test('are served to viewers with the right and to nobody else, in every size', async () => {
    const creator = await makeCreator()
    const post = await makePost(
      creator,
      audience === 'pay_to_unlock' ? { kind: audience, priceMinor: 5_000_000n } : { kind: audience },
    )
    await makeRenditions(post.mediaId)
    const viewers = await everybody(creator, post.postId)
    for (const rendition of ['original', 'w320.avif', 'w640.webp', 'w640.jpeg']) {
      const answers: Record<string, string> = {}
      for (const [name, actor] of Object.entries(viewers))
        answers[name] = await answer(actor, post.mediaId, requestedFile(rendition)!)
      expect(answers).toEqual(matrix[audience])
    }
    for (const actor of Object.values(viewers))
      expect(await answer(actor, post.mediaId, { kind: 'preview' })).toBe('yes')
  })
})

test('MEDIA-02a after a refund, revocation or block access ends with the next request', async () => {
  const creator = await makeCreator()
  const subscribers = await makePost(creator, { kind: 'subscribers' })
  const sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const fan = await makePerson()
  await giveFullAccess(fan)
  const purchaseId = await giveUnlock(fan, sold.postId)
  expect([await answer(fan, subscribers.mediaId), await answer(fan, sold.mediaId)]).toEqual(['yes', 'yes'])
  expect(await answer({ ...fan, isBlocked: true }, sold.mediaId)).toBe(forbidden)
  await db.updateTable('user_access').set({ revoked_at: now() }).where('user_id', '=', fan.id).execute()
  await db.updateTable('unlocks').set({ revoked_at: now() }).where('purchase_id', '=', purchaseId).execute()
  expect([await answer(fan, subscribers.mediaId), await answer(fan, sold.mediaId)]).toEqual([forbidden, forbidden])
})

test('MEDIA-02 while a creator is hidden only bought posts stay open, and others don’t get the preview either', async () => {
  const creator = await makeCreator()
  const post = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const viewers = await everybody(creator, post.postId)
  await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', creator.id).execute()
  expect(await answer(viewers.buyer!, post.mediaId)).toBe('yes')
  expect(await answer(viewers.holder!, post.mediaId, { kind: 'preview' })).toBe(forbidden)
  expect(await answer(viewers.visitor!, post.mediaId, { kind: 'preview' })).toBe(forbidden)
})

test('MEDIA-02 a pass without a known age opens nothing', async () => {
  const creator = await makeCreator()
  const post = await makePost(creator, { kind: 'subscribers' })
  const fan = await makePerson('fan', { birthday: null })
  await giveFullAccess(fan)
  expect(await answer(fan, post.mediaId)).toBe(forbidden)
})

test('MEDIA-02 a removed post is closed to its buyers, and a post in review is open only to its creator', async () => {
  const creator = await makeCreator()
  const post = await makePost(creator, { kind: 'public' })
  const fan = await makePerson()
  for (const state of ['removed', 'in_review'] as const) {
    await ownerDb.updateTable('posts').set({ state }).where('id', '=', post.postId).execute()
    expect([
      await answer(null, post.mediaId),
      await answer(fan, post.mediaId),
      await answer(creator, post.mediaId),
    ]).toEqual([forbidden, forbidden, 'yes'])
  }
})

test('MEDIA-04a the picture of an expired story is not found', async () => {
  const creator = await makeCreator()
  const gone = await makePost(creator, { kind: 'public' }, { kind: 'story', expiresAt: addDays(now(), -1) })
  const there = await makePost(creator, { kind: 'public' }, { kind: 'story', expiresAt: addDays(now(), 1) })
  expect([await answer(null, gone.mediaId), await answer(null, there.mediaId)]).toEqual([forbidden, 'yes'])
})

test('MEDIA-02 unknown and malformed ids are not found', async () => {
  for (const id of [newId(), 'x', '../../etc/passwd', `${newId()}'--`]) expect(await answer(null, id)).toBe('not_there')
})
