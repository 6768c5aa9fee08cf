import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { postRemoved } from '#app/domain/events/post-removed.ts'
import { rejectWaitingPost, takeDownPost } from '#app/domain/moderation/review-content.server.ts'
import { withdrawToDraft } from '#app/domain/posts/withdraw-to-draft.server.ts'
import { makeStaff } from '#tests/support/applications.ts'
import { giveUnlock, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as ownPost from './own-post.tsx'
import * as posts from './posts.tsx'

const { owner } = useDatabase()
useMediaFolder()
const LOCKED = { kind: 'pay_to_unlock', priceMinor: 5_000_000n } as const
const REASON = 'The face of somebody else is shown.'
let moderator: Person

beforeAll(async () => {
  moderator = await makeStaff('content-moderator')
})

async function waitingPost(creator: Person): Promise<string> {
  const { postId } = await makePost(creator, { kind: 'subscribers' })
  await owner().query(
    `update posts set state = 'in_review', published_at = null, review_reasons = '{new_creator}' where id = $1`,
    [postId],
  )
  return postId
}

const listOf = async (creator: Person, show = '') =>
  (await aBrowser(creator).call(posts, `/dashboard/posts${show}`)).data as {
    posts: { id: string; refusal: string | null; chip: { label: string; tone: string; icon?: string } }[]
    chips: { name: string; count: number }[]
  }
const pageOf = async (creator: Person, postId: string) =>
  (await aBrowser(creator).call(ownPost, `/dashboard/posts/${postId}`, { params: { postId } })).data as {
    removed: { refused: boolean; reason: string; sold: boolean } | false
    can: { withdraw: boolean }
  }

describe('a refused post', () => {
  test('DASH-03a stays in its creator’s list with the reason and never with a tick, and is edited as a draft', async () => {
    const creator = await makeCreator()
    const postId = await waitingPost(creator)
    expect((await rejectWaitingPost(moderator, postId, { message: REASON, block: false })).ok).toBe(true)
    for (const show of ['', '?show=refused']) {
      const { posts: listed } = await listOf(creator, show)
      expect(listed).toMatchObject([
        { id: postId, refusal: REASON, chip: { label: 'Not approved', tone: 'danger', icon: 'circle-x' } },
      ])
    }
    expect((await listOf(creator)).chips).toContainEqual(expect.objectContaining({ name: 'refused', count: 1 }))
    expect(await pageOf(creator, postId)).toMatchObject({
      removed: { refused: true, reason: REASON, sold: false },
      can: { withdraw: true },
    })
    // Nobody else takes it back.
    expect((await withdrawToDraft(await makeCreator(), postId)).ok).toBe(false)
    expect((await withdrawToDraft(creator, postId)).ok).toBe(true)
    const draft = await ownerDb.selectFrom('posts').selectAll().where('id', '=', postId).executeTakeFirstOrThrow()
    expect(draft).toMatchObject({ state: 'draft', refusal: null, reviewed_at: null, submitted_at: null })
    const { rows } = await owner().query('select 1 from post_media where post_id = $1', [postId])
    expect(rows).toHaveLength(1)
  })

  test('DASH-03a one that was taken off stays as it was, and promises money back only where somebody bought it', async () => {
    const creator = await makeCreator()
    const [unsold, sold] = [(await makePost(creator, LOCKED)).postId, (await makePost(creator, LOCKED)).postId]
    await giveUnlock(await makePerson('fan'), sold)
    for (const postId of [unsold, sold]) expect((await takeDownPost(moderator, postId, REASON)).ok).toBe(true)
    expect((await pageOf(creator, unsold)).removed).toEqual({ refused: false, reason: REASON, sold: false })
    expect((await pageOf(creator, sold)).removed).toEqual({ refused: false, reason: REASON, sold: true })
    for (const postId of [unsold, sold]) {
      expect((await pageOf(creator, postId)).can.withdraw).toBe(false)
      expect(await withdrawToDraft(creator, postId)).toEqual({ ok: false, refusal: { kind: 'wrong_state' } })
    }
    // Its notification promises the same.
    const told = (bought: boolean) =>
      postRemoved.notice.inApp({ creator: { id: creator.id }, postId: sold, sold: bought })
    expect([told(true), told(false)].map((text) => /money back/.test(text))).toEqual([true, false])
  })
})
