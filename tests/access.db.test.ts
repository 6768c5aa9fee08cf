import { beforeAll, describe, expect, test } from 'vitest'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { quoteProduct } from '#app/domain/products/registry.server.ts'
import { newId } from '#app/platform/id.ts'
import { giveFullAccess, giveUnlock, makeCreator, makePerson, makePost, useMediaFolder } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { aTip } from './support/spending.ts'

const { owner } = useDatabase()
useMediaFolder()

type Who = 'visitor' | 'fan' | 'subscriber' | 'subscriber of another' | 'ended' | 'holder' | 'buyer' | 'creator'
const people = {} as Record<Who, Person | null>
const posts = {} as Record<'public' | 'subscribers' | 'sold', { postId: string; mediaId: string }>
let creator: Person

/** Thirty days with a creator that began so many days ago, with the purchase behind them. */
async function giveSubscription(fan: Person, creatorId: string, daysAgo = 0): Promise<void> {
  const purchaseId = newId()
  await owner().query(
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state)
     values ($1::uuid, 'creator_subscription', $2, '30 days', $3::uuid, $3::uuid::text, 'x@fans.example', 18000000, 'UGX', '{}', $1::uuid::text, 'x', 'completed')`,
    [purchaseId, creatorId, fan.id],
  )
  await owner().query(
    `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at)
     values ($1, $2, $3, $4, 18000000, app_now() - make_interval(days => $5), app_now() - make_interval(days => $5) + interval '30 days')`,
    [newId(), fan.id, creatorId, purchaseId, daysAgo],
  )
}

beforeAll(async () => {
  creator = await makeCreator()
  const other = await makeCreator()
  posts.public = await makePost(creator, { kind: 'public' })
  posts.subscribers = await makePost(creator, { kind: 'subscribers' })
  posts.sold = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  people.visitor = null
  people.creator = creator
  for (const who of ['fan', 'subscriber', 'subscriber of another', 'ended', 'holder', 'buyer'] as const)
    people[who] = await makePerson()
  await giveSubscription(people.subscriber!, creator.id)
  await giveSubscription(people['subscriber of another']!, other.id)
  await giveSubscription(people.ended!, creator.id, 30)
  await giveFullAccess(people.holder!)
  await giveUnlock(people.buyer!, posts.sold.postId)
})

const isOpen = async (who: Who, post: keyof typeof posts) =>
  (await findPostForViewer(people[who], posts[post].postId))!.content.open

const getsBytes = async (who: Who, post: keyof typeof posts) =>
  (await findMediaForViewer(people[who], posts[post].mediaId, { kind: 'original' })).ok

async function answerTo(who: Who, product: Parameters<typeof quoteProduct>[1]): Promise<string> {
  const quoted = await quoteProduct(people[who], product)
  if (quoted.ok) return 'yes'
  return 'reason' in quoted.refusal ? quoted.refusal.reason : quoted.refusal.kind
}

describe('who may see what', () => {
  // The table of decisions.md, plus a fan of another creator and one whose subscription has ended.
  test.each([
    ['visitor', true, false, false],
    ['fan', true, false, false],
    ['subscriber', true, true, false],
    ['subscriber of another', true, false, false],
    ['ended', true, false, false],
    ['holder', true, true, false],
    ['buyer', true, false, true],
    ['creator', true, true, true],
  ] as const)('PROF-02c %s: the post and its bytes have the same access', async (who, open, subscribers, sold) => {
    for (const [post, expected] of [
      ['public', open],
      ['subscribers', subscribers],
      ['sold', sold],
    ] as const) {
      expect(await isOpen(who, post), `${who} sees the ${post} post`).toBe(expected)
      expect(await getsBytes(who, post), `${who} gets the bytes of the ${post} post`).toBe(expected)
    }
  })
})

describe('who may buy what of a creator', () => {
  test.each([
    ['visitor', 'sign_in_required', 'sign_in_required', 'sign_in_required'],
    ['fan', 'pass_required', 'pass_required', 'yes'],
    ['subscriber', 'yes', 'yes', 'already_entitled'],
    ['subscriber of another', 'pass_required', 'pass_required', 'yes'],
    ['ended', 'pass_required', 'pass_required', 'yes'],
    ['holder', 'yes', 'yes', 'already_entitled'],
    ['buyer', 'pass_required', 'already_unlocked', 'yes'],
    ['creator', 'own_page', 'own_post', 'own_page'],
  ] as const)('TIP-01 %s: a tip %s, an unlock %s, thirty days %s', async (who, tip, unlock, days) => {
    expect(await answerTo(who, aTip(creator.id, 10_000))).toBe(tip)
    expect(await answerTo(who, { kind: 'post_unlock', postId: posts.sold.postId })).toBe(unlock)
    expect(await answerTo(who, { kind: 'creator_subscription', creatorId: creator.id, renewal: false })).toBe(days)
  })
})
