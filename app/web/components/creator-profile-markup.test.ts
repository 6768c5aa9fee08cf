import { expect, test } from 'vitest'
import type { LockedContent, OpenContent, PostView } from '#app/domain/posts/queries.server.ts'
import type { CreatorPageFacts } from '#app/web/creator-page.server.ts'
import { profileMarkup } from './creator-profile-markup.tsx'

const PAGE = new Request('http://localhost/gal/1')
const AT = new Date('2026-11-23T12:00:00Z')
const LOCKED: LockedContent = {
  open: false,
  reason: 'unlock_required',
  preview: null,
  freeItem: null,
  freeSeconds: null,
  can: { unlock: true },
}
const OPEN: OpenContent = {
  open: true,
  because: 'bought',
  photos: [{ mediaId: 'secret', width: 640, height: 800, alt: 'Photo' }],
  voice: null,
  videos: [],
  poll: null,
}
const POST: PostView = {
  id: 'the-post',
  creator: { id: 'amina', username: 'amina_k', displayName: 'Amina', avatarMediaId: null },
  kind: 'photo',
  audience: 'pay_to_unlock',
  caption: 'Sunset',
  typeLine: 'Photo',
  itemCount: 1,
  tags: [],
  category: null,
  pinned: false,
  editedAt: null,
  publishedAt: new Date('2026-11-23T09:30:00Z'),
  hoursLeft: null,
  price: { amountMinor: 500_000n, currency: 'UGX' },
  likes: 0,
  tips: null,
  comments: 0,
  commentsOpen: true,
  liked: false,
  content: OPEN,
  withdrawn: false,
  can: { like: true, readComments: true, comment: true },
}

function facts(views: PostView[], change: Partial<CreatorPageFacts['about']> = {}): CreatorPageFacts {
  return {
    id: 'amina',
    username: 'amina_k',
    displayName: 'Amina <K>',
    avatarUrl: null,
    cover: null,
    about: {
      username: 'amina_k',
      displayName: 'Amina <K>',
      city: null,
      bio: '',
      online: true,
      badges: ['verified'],
      alerts: null,
      followers: 1,
      subscribers: 2,
      accessUntil: 'Full access',
      tiles: null,
      goal: { earned: 'UGX 0', goal: 'UGX 1', percent: 0 },
      supporters: [],
      ...change,
    },
    posts: { views, at: AT, keyOf: () => '', canTip: true, count: views.length, moreHref: null },
    viewer: 'entitled',
    preview: false,
    following: false,
    followHref: '/creators/amina/follow',
    offer: null,
  }
}

const posts = (content: PostView['content'], change: Partial<PostView> = {}) =>
  profileMarkup(PAGE, facts([{ ...POST, content, ...change }])).posts.markup!

test('who has bought a post and who has not get their own markup of it, also right after each other', () => {
  for (let turn = 0; turn < 2; turn += 1) {
    expect(posts(OPEN)).toContain('/media/secret/')
    expect(posts(LOCKED)).toContain('Unlock this Peach')
    expect(posts(LOCKED)).not.toContain('secret')
  }
})

test('MEDIA-02c what is kept for several viewers has no key, and each gets their own', () => {
  const page = facts([POST])
  const markupFor = (name: string | null) =>
    profileMarkup(PAGE, {
      ...page,
      posts: {
        ...page.posts,
        keyOf: () => (name === null ? '' : `?k=${name}`),
      },
    }).posts.markup!
  for (const name of ['amina', 'brian', null]) {
    const keys = [...markupFor(name).matchAll(/\/media\/[\w-]+\/[\w.-]+(\?k=[\w.-]+)?/g)].map(([, key]) => key)
    expect(keys.length).toBeGreaterThan(3)
    expect(new Set(keys)).toEqual(new Set([name === null ? undefined : `?k=${name}`]))
  }
})

test('DASH-03a DASH-03e a card says what a post is about, that it is pinned and edited, and what a set contains', () => {
  const set = { itemCount: 2, typeLine: '1 photo, 1 video' }
  const markup = posts(OPEN, { ...set, tags: ['dance', 'kampala'], category: 'music', pinned: true, editedAt: AT })
  for (const text of ['1 photo, 1 video · 2 h ago · Edited', 'Music #dance #kampala', 'Pinned'])
    expect(markup).toContain(text)
  for (const text of ['Edited', 'Pinned', 'post-topics']) expect(posts(OPEN)).not.toContain(text)
})

test('DASH-03a a locked card shows its free item to everybody, above what stays locked', () => {
  const freeItem = { photos: [{ mediaId: 'free', width: 640, height: 800, alt: 'Photo' }], voice: null, videos: [] }
  const markup = posts({ ...LOCKED, freeItem }, { itemCount: 2, typeLine: 'Photo set, 2 photos' })
  expect(markup.indexOf('/media/free/')).toBeGreaterThan(0)
  expect(markup.indexOf('Unlock this Peach')).toBeGreaterThan(markup.indexOf('/media/free/'))
  expect(markup).toContain('Free to see')
  expect(posts(LOCKED)).not.toContain('Free to see')
})

test('a change of a post, of time, or of who may tip shows at once', () => {
  const known = posts(OPEN)
  expect(posts(OPEN)).toBe(known)
  for (const change of [
    { caption: 'Sunrise' },
    { hoursLeft: 3 },
    { publishedAt: new Date('2026-11-23T08:30:00Z') },
    { tips: { amountMinor: 100_000n, currency: 'UGX' as const } },
    { tags: ['dance'] },
    { category: 'dance' as const },
    { pinned: true },
    { editedAt: AT },
    { itemCount: 2 },
  ])
    expect(posts(OPEN, change), JSON.stringify(Object.keys(change))).not.toBe(known)
  const page = facts([POST])
  expect(profileMarkup(PAGE, { ...page, posts: { ...page.posts, canTip: false } }).posts.markup).not.toContain(
    'Tip this',
  )
})

test('what a page says of the creator is each viewer’s own', () => {
  const about = (change: Partial<CreatorPageFacts['about']>) => profileMarkup(PAGE, facts([], change)).about.markup!
  expect(about({})).toContain('Amina &lt;K&gt;')
  expect(about({ supporters: [{ name: 'You', amount: 'UGX 5' }] })).toContain('You')
  expect(about({ supporters: [{ name: 'Brian', amount: 'UGX 5' }] })).not.toContain('You')
  expect(about({ accessUntil: null })).not.toContain('Full access')
})

test('a page has its fragments as markup only; the router in the browser gets them as data only', () => {
  const voice = { mediaId: 'v', durationMs: 10_000, waveform: [50], byteSize: 1 }
  const page = profileMarkup(PAGE, facts([{ ...POST, content: { ...OPEN, voice } }]))
  const sent = JSON.parse(JSON.stringify(page)) as object
  expect(sent).toMatchObject({ cover: {}, about: {}, posts: {} })
  expect(JSON.stringify(sent)).not.toContain('Sunset')
  expect(page.posts.markup).toContain('/media/v/audio')
  expect(page.posts.data!.cards[0]!.caption).toBe('Sunset')
  const asked = profileMarkup(new Request('http://localhost/gal/1.data?posts=48'), facts([POST]))
  expect([asked.posts.markup, asked.posts.data!.cards.length]).toEqual([undefined, 1])
})

test('PROF-07f each viewer gets the own state of a like, and a new count shows at once', () => {
  const liked = posts(OPEN, { liked: true, likes: 3 })
  const other = posts(OPEN, { likes: 3 })
  expect([liked, other].map((markup) => markup.includes('aria-pressed="true"'))).toEqual([true, false])
  expect([liked, other].every((markup) => markup.includes('aria-label="3 likes"'))).toBe(true)
  expect(posts(OPEN, { likes: 4 })).toContain('aria-label="4 likes"')
  expect(posts(LOCKED, { can: { like: false, readComments: false, comment: false } })).not.toContain('<form')
})
