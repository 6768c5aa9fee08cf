import { expect, test } from 'vitest'
import { addDays, now } from '#app/platform/clock.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { runTask } from '#app/jobs.server.ts'
import { giveUnlock, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { feedPage } from './feed.server.ts'
import { findCreatorById } from './queries.server.ts'

useDatabase()
useMediaFolder()

const badgesOf = async (creator: Person) => (await findCreatorById(creator.id))!.badges
const awardTop = () => runTask('award the badge Top')

/** A tip of the past, with the purchase behind it. */
async function tip(fan: Person, creator: Person, values: { daysAgo?: number; refunded?: boolean } = {}): Promise<void> {
  const purchaseId = newId()
  await db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      kind: 'tip',
      product_id: creator.id,
      product_name: 'A tip',
      buyer_id: fan.id,
      buyer_scope: fan.id,
      buyer_email: fan.email,
      amount_minor: 1_000_000n,
      currency: 'UGX',
      quote: '{}',
      idempotency_key: purchaseId,
      checkout_hash: Buffer.from('x'),
      state: 'completed',
    })
    .execute()
  await db
    .insertInto('tips')
    .values({
      id: newId(),
      purchase_id: purchaseId,
      fan_id: fan.id,
      creator_id: creator.id,
      context: 'profile',
      message: '',
      amount_minor: 1_000_000n,
      created_at: addDays(now(), -(values.daysAgo ?? 0)),
      removed_at: values.refunded ? now() : null,
    })
    .execute()
}

test('PROF-10a a creator is Verified, and New for thirty days from the first one on which the page was visible', async () => {
  const creator = await makeCreator({ paidDays: null })
  expect(await badgesOf(creator)).toEqual(['verified'])
  const visible = await makeCreator()
  expect(await badgesOf(visible)).toEqual(['verified', 'new'])
  await ownerDb
    .updateTable('creators')
    .set({ first_visible_at: addDays(now(), -30) })
    .where('profile_id', '=', visible.id)
    .execute()
  expect(await badgesOf(visible)).toEqual(['verified'])
  // Another paid week does not make somebody new again.
  await ownerDb.updateTable('creators').set({ listed: false }).where('profile_id', '=', visible.id).execute()
  await runTask('remove lapsed creators from the feeds')
  expect(await badgesOf(visible)).toEqual(['verified'])
  await ownerDb.updateTable('creators').set({ reverify_by: now() }).where('profile_id', '=', visible.id).execute()
  expect(await badgesOf(visible)).toEqual([])
})

test('PROF-10a Top counts fans who paid within thirty days, each once, and goes when it no longer holds', async () => {
  const [top, almost] = [await makeCreator(), await makeCreator()]
  const fans = await Promise.all(Array.from({ length: 10 }, () => makePerson()))
  const { postId } = await makePost(top, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  for (const fan of fans.slice(0, 9)) for (const creator of [top, almost]) await tip(fan, creator)
  await giveUnlock(fans[9]!, postId)
  // None of these is a tenth fan of the other one: the same again, an old one, and one that was refunded.
  await tip(fans[0]!, almost)
  await tip(fans[9]!, almost, { daysAgo: 31 })
  await tip(fans[9]!, almost, { refunded: true })
  await awardTop()
  expect(await badgesOf(top)).toEqual(['verified', 'top', 'new'])
  expect(await badgesOf(almost)).toEqual(['verified', 'new'])
  const inFeed = (await feedPage({ limit: 500 })).creators
  expect(inFeed.filter(({ isTop }) => isTop).map(({ id }) => id)).toEqual([top.id])
  expect(inFeed.find(({ id }) => id === top.id)).toMatchObject({ verified: true, isNew: true })
  await ownerDb.updateTable('unlocks').set({ revoked_at: now() }).where('post_id', '=', postId).execute()
  await awardTop()
  expect(await badgesOf(top)).toEqual(['verified', 'new'])
})
