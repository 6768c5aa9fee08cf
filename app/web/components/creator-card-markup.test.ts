import { expect, test } from 'vitest'
import type { FeedCreator } from '#app/domain/creators/feed.server.ts'
import { creatorGrid } from './creator-card-markup.tsx'
import type { FeedPlace } from './creator-card-data.ts'

const AMINA: FeedCreator = {
  id: '01a20562-5e0e-7b67-83e4-94ee1465833e',
  username: 'amina_k',
  displayName: 'Amina <K>',
  city: 'Kampala',
  cardMediaId: 'the-card',
  avatarMediaId: null,
  online: true,
  verified: true,
  isNew: true,
  isTop: false,
  subscriptionPriceMinor: 1_000_000n,
  chatRateMinor: 500_000n,
  callRateMinor: 2_500_000n,
  bookingRateMinor: 50_000_000n,
  followed: false,
}
const PREMIUM: FeedPlace = { feed: 'premium', viewer: 'entitled', feedHref: '/unblocked-feed' }

function grid(creators: FeedCreator[], place: FeedPlace = PREMIUM, path = '/unblocked-feed') {
  const url = new URL(path, 'http://localhost')
  return creatorGrid(new Request(url), url, creators, place)
}

test('two viewers get their own cards, also right after each other, and a change of a creator shows at once', () => {
  const follower = grid([{ ...AMINA, followed: true }]).markup!
  const other = grid([AMINA]).markup!
  expect([follower.includes('>Following<'), other.includes('>Following<')]).toEqual([true, false])
  expect(grid([{ ...AMINA, followed: true }]).markup).toBe(follower)
  const visitor = grid([AMINA], { feed: 'public', viewer: 'visitor', feedHref: '/public-feed' }).markup!
  expect(visitor).not.toContain('/gal/')
  expect(visitor).not.toContain('<form')
  for (const change of [
    { displayName: 'Amina B' },
    { city: null },
    { online: false },
    { chatRateMinor: 600_000n },
    { cardMediaId: 'another-card' },
  ])
    expect(grid([{ ...AMINA, ...change }]).markup, JSON.stringify(Object.keys(change))).not.toBe(other)
  expect(other).toContain('Amina &lt;K&gt;')
})

test('the pictures of the first six cards load before the others', () => {
  const markup = grid(Array.from({ length: 12 }, (_, nth) => ({ ...AMINA, id: `${nth}` }))).markup!
  const priorities = [...markup.matchAll(/<img[^>]*>/g)].map(([img]) => /fetchPriority="(\w+)"/i.exec(img)?.[1] ?? null)
  expect(priorities).toEqual([
    'high',
    ...Array.from({ length: 5 }, () => null),
    ...Array.from({ length: 6 }, () => 'low'),
  ])
})

test('a page gets the cards as markup only, the router in the browser as data only', () => {
  const page = grid([AMINA])
  expect(JSON.parse(JSON.stringify(page))).toEqual({ count: 1, more: null, feedHref: '/unblocked-feed' })
  expect(page.cards![0]!.href).toBe(`/gal/${AMINA.id}`)
  const asked = grid([AMINA], PREMIUM, '/unblocked-feed.data')
  expect([asked.markup, asked.cards!.length]).toEqual([undefined, 1])
})

test('a card has at most 33 elements, so that twelve of them fit into a page of 500', () => {
  expect(grid([{ ...AMINA, followed: true }]).markup!.match(/<[a-z]/g)!.length).toBeLessThanOrEqual(33)
})

test('the sheet of a card has an address; an unknown name opens none', () => {
  const opened = grid([{ ...AMINA, username: 'other' }, AMINA], PREMIUM, '/unblocked-feed?more=amina_k')
  expect([opened.more!.username, opened.feedHref]).toEqual(['amina_k', '/unblocked-feed#peach-2'])
  expect(grid([AMINA], PREMIUM, '/unblocked-feed?more=nobody')).toMatchObject({ more: null })
})
