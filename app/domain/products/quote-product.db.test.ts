import { expect, test } from 'vitest'
import { addDays, now } from '#app/platform/clock.ts'
import { giveFullAccess, makeCreator, makePerson, makePost } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { quoteProduct } from './registry.server.ts'

useDatabase()

test('PROF-02 a post is for sale to a pass holder, and not before it is published', async () => {
  const creator = await makeCreator()
  const { postId } = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const holder = await makePerson()
  await giveFullAccess(holder)
  expect((await quoteProduct(holder, { kind: 'post_unlock', postId })).ok).toBe(true)
  await ownerDb
    .updateTable('posts')
    .set({ published_at: addDays(now(), 1) })
    .where('id', '=', postId)
    .execute()
  expect(await quoteProduct(holder, { kind: 'post_unlock', postId })).toEqual({
    ok: false,
    refusal: { kind: 'not_for_sale' },
  })
})
