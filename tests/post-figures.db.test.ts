import { expect, test } from 'vitest'
import { countPostViews, saveCountedViews } from '#app/domain/posts/count-views.server.ts'
import { deletePost } from '#app/domain/posts/delete-post.server.ts'
import { findPostFigures } from '#app/domain/posts/post-figures.server.ts'
import { listBoughtPosts } from '#app/domain/posts/queries.server.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { aTip, fillWallet, spend } from './support/spending.ts'

const { owner } = useDatabase()
useMediaFolder()

const ugx = (shillings: number) => ({ amountMinor: BigInt(shillings) * 100n, currency: 'UGX' })

async function aRichFan() {
  const fan = await makePerson()
  await giveFullAccess(fan)
  await fillWallet(fan, 500_000)
  return fan
}

test('DASH-03a the figures of a post are its views, its unlocks, its tips and what its creator earned with it', async () => {
  const creator = await makeCreator()
  const sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const other = await makePost(creator, { kind: 'subscribers' })
  const [fan, second] = [await aRichFan(), await aRichFan()]
  expect((await spend(fan, { kind: 'post_unlock', postId: sold.postId })).ok).toBe(true)
  expect((await spend(second, aTip(creator.id, 10_000, { postId: sold.postId, context: 'post' }))).ok).toBe(true)
  expect((await spend(second, aTip(creator.id, 20_000))).ok).toBe(true)
  countPostViews(fan.id, [sold.postId, other.postId])
  countPostViews(fan.id, [sold.postId])
  countPostViews(second.id, [sold.postId])
  await saveCountedViews()
  await saveCountedViews()
  // A fifth is our fee.
  expect(await findPostFigures(sold.postId)).toMatchObject({
    views: 2,
    unlocks: 1,
    tips: 1,
    tipped: ugx(10_000),
    earned: ugx(48_000),
  })
  const figures = await findPostFigures(other.postId)
  expect(figures).toMatchObject({ views: 1, unlocks: 0, tips: 0, tipped: ugx(0), earned: ugx(0) })
  expect(figures.viewsByDay.at(-1)).toMatchObject({ views: 1 })
  expect(figures.viewsByDay).toHaveLength(14)
  const { rows } = await owner().query<object>('select * from post_view_days where post_id = $1', [sold.postId])
  expect(Object.keys(rows[0]!).toSorted()).toEqual(['day', 'post_id', 'views'])
})

test('DASH-03d who buys a post while it is deleted has the post or the money, never neither', async () => {
  const creator = await makeCreator()
  for (let round = 0; round < 4; round += 1) {
    const { postId, mediaId } = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
    const fan = await aRichFan()
    const [bought] = await Promise.all([
      spend(fan, { kind: 'post_unlock', postId }),
      deletePost(creator, postId, { keepFiles: false }),
    ])
    const posts = await listBoughtPosts(fan, { before: null, limit: 10 })
    const files = await owner().query('select 1 from media where id = $1', [mediaId])
    expect(posts.length === 1).toBe(files.rows.length === 1)
    if (!bought.ok) expect(posts).toEqual([])
  }
})
