import { describe, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import {
  type Audience,
  canViewContent,
  canViewMedia,
  canViewPicture,
  canViewPreview,
  type ContainingFacts,
  type ContentFacts,
  freeSecondsOf,
  isMarked,
  isPublicPicture,
  type MessageFacts,
  type PictureFacts,
} from './policy.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

const person = A_FAN
const creator: Person = { ...person, id: 'creator', userType: 'creator' }

const content: ContentFacts = {
  ownerId: 'creator',
  audience: 'public',
  state: 'published',
  publishedAt: new Date('2026-11-20T12:00:00Z'),
  expiresAt: null,
  creatorVisible: true,
  viewerHasAccess: false,
  viewerBought: false,
}

type Viewer =
  | 'visitor'
  | 'fan without pass'
  | 'pass holder'
  | 'buyer without pass'
  | 'the creator'
  | 'suspended pass holder and buyer'
  | 'blocked buyer'
const viewers: Record<Viewer, { actor: Actor; rights: Partial<ContentFacts> }> = {
  visitor: { actor: null, rights: {} },
  'fan without pass': { actor: person, rights: {} },
  'pass holder': { actor: person, rights: { viewerHasAccess: true } },
  'buyer without pass': { actor: person, rights: { viewerBought: true } },
  'the creator': { actor: creator, rights: {} },
  'suspended pass holder and buyer': {
    actor: { ...person, accountStatus: 'suspended' },
    rights: { viewerHasAccess: true, viewerBought: true },
  },
  'blocked buyer': { actor: { ...person, isBlocked: true }, rights: { viewerBought: true } },
}

const audiences: Record<string, Partial<ContentFacts>> = {
  'public post': { audience: 'public' },
  'subscribers’ post': { audience: 'subscribers' },
  'post to unlock': { audience: 'pay_to_unlock' },
  'subscribers’ post of a hidden creator': { audience: 'subscribers', creatorVisible: false },
  'post to unlock of a hidden creator': { audience: 'pay_to_unlock', creatorVisible: false },
  'public post of a hidden creator': { audience: 'public', creatorVisible: false },
  'post of tomorrow': { audience: 'public', publishedAt: new Date(NOW.getTime() + 1) },
  'post in review': { audience: 'public', state: 'in_review' },
  'removed post to unlock': { audience: 'pay_to_unlock', state: 'removed' },
  draft: { audience: 'public', state: 'draft' },
  'scheduled post': { audience: 'public', state: 'scheduled' },
  'post whose media are not ready': { audience: 'public', state: 'processing' },
  'archived post': { audience: 'public', state: 'archived' },
  'deleted post to unlock': { audience: 'pay_to_unlock', state: 'deleted' },
  'expired story': { audience: 'public', expiresAt: NOW },
  'running story': { audience: 'subscribers', expiresAt: new Date(NOW.getTime() + 1) },
}

const yes = 'yes'
const table: [keyof typeof audiences, Record<Viewer, string>][] = [
  row('public post', [yes, yes, yes, yes, yes, yes, yes]),
  row('subscribers’ post', [
    'sign_in_required',
    'pass_required',
    yes,
    yes,
    yes,
    'sign_in_required',
    'sign_in_required',
  ]),
  row('post to unlock', [
    'sign_in_required',
    'pass_required',
    'unlock_required',
    yes,
    yes,
    'sign_in_required',
    'sign_in_required',
  ]),
  row('subscribers’ post of a hidden creator', [
    'not_there',
    'not_there',
    'not_there',
    yes,
    yes,
    'not_there',
    'not_there',
  ]),
  row('post to unlock of a hidden creator', [
    'not_there',
    'not_there',
    'not_there',
    yes,
    yes,
    'not_there',
    'not_there',
  ]),
  row('public post of a hidden creator', ['not_there', 'not_there', 'not_there', yes, yes, 'not_there', 'not_there']),
  row('post of tomorrow', ['not_there', 'not_there', 'not_there', 'not_there', yes, 'not_there', 'not_there']),
  row('post in review', ['not_there', 'not_there', 'not_there', 'not_there', yes, 'not_there', 'not_there']),
  row('removed post to unlock', ['not_there', 'not_there', 'not_there', 'not_there', yes, 'not_there', 'not_there']),
  row('draft', ['not_there', 'not_there', 'not_there', 'not_there', yes, 'not_there', 'not_there']),
  row('scheduled post', ['not_there', 'not_there', 'not_there', 'not_there', yes, 'not_there', 'not_there']),
  row('post whose media are not ready', [
    'not_there',
    'not_there',
    'not_there',
    'not_there',
    yes,
    'not_there',
    'not_there',
  ]),
  row('archived post', ['not_there', 'not_there', 'not_there', yes, yes, 'not_there', 'not_there']),
  row('deleted post to unlock', ['not_there', 'not_there', 'not_there', yes, yes, 'not_there', 'not_there']),
  row('expired story', ['not_there', 'not_there', 'not_there', yes, yes, 'not_there', 'not_there']),
  row('running story', ['sign_in_required', 'pass_required', yes, yes, yes, 'sign_in_required', 'sign_in_required']),
]

function row(name: string, answers: string[]): [string, Record<Viewer, string>] {
  const names = Object.keys(viewers) as Viewer[]
  return [name, Object.fromEntries(names.map((viewer, index) => [viewer, answers[index]!])) as Record<Viewer, string>]
}

describe.each(table)('PROF-02 who sees a %s', (name, expected) => {
  test.each(Object.entries(expected))('%s: %s', (viewer, answer) => {
    const { actor, rights } = viewers[viewer as Viewer]
    const verdict = canViewContent(actor, { ...content, ...audiences[name], ...rights }, NOW)
    expect(verdict.allowed ? yes : verdict.reason).toBe(answer)
  })
})

const face: PictureFacts = {
  current: true,
  ownerActive: true,
  ownerVisible: false,
  ownerIsCreator: false,
  ownerTakesPart: false,
}
const staff = (staffRole: StaffRole): Person => ({ ...person, id: staffRole, userType: 'admin', staffRole })
const lookers = {
  visitor: null,
  owner: { ...person, id: 'owner' },
  fan: person,
  creator,
  'suspended creator': { ...creator, accountStatus: 'suspended' },
  moderator: staff('content-moderator'),
  earnings: staff('earnings-manager'),
  support: staff('support'),
} satisfies Record<string, Actor>
type Looker = keyof typeof lookers
const everybody = Object.keys(lookers) as Looker[]

const pictures: [string, Partial<PictureFacts>, readonly Looker[]][] = [
  ['of a visible creator', { ownerVisible: true, ownerIsCreator: true }, everybody],
  ['of a hidden creator', { ownerIsCreator: true }, ['owner', 'moderator', 'earnings']],
  ['of a suspended creator', { ownerIsCreator: true, ownerActive: false }, ['owner', 'moderator', 'earnings']],
  ['of a fan', {}, ['owner', 'moderator']],
  ['of a fan who follows, subscribes or tips', { ownerTakesPart: true }, ['owner', 'creator', 'moderator']],
  [
    'of a suspended fan who followed, subscribed or tipped',
    { ownerTakesPart: true, ownerActive: false },
    ['owner', 'moderator'],
  ],
  ['that was replaced', { current: false, ownerVisible: true, ownerIsCreator: true, ownerTakesPart: true }, []],
]

describe.each(pictures)('MEDIA-02 who sees a picture %s', (_, facts, seers) => {
  test.each(everybody)('%s', (looker) => {
    const media = { ownerId: 'owner', purpose: 'avatar', picture: { ...face, ...facts } } as const
    const actor: Actor = lookers[looker]
    for (const can of [canViewMedia, canViewPreview])
      expect(can(actor, media, [], NOW).allowed).toBe(seers.includes(looker))
    expect(canViewPicture(actor, media.ownerId, media.picture).allowed).toBe(seers.includes(looker))
  })
})

test('MEDIA-02 only a current picture of a visible creator is public', () => {
  expect(isPublicPicture({ ...face, ownerVisible: true })).toBe(true)
  expect(isPublicPicture({ ...face, ownerVisible: true, current: false })).toBe(false)
  expect(isPublicPicture({ ...face, ownerTakesPart: true })).toBe(false)
})

test('MEDIA-02 a picture for posts that no post contains is open only to its owner', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: false, messages: [] } as const
  expect(canViewMedia(person, media, [], NOW)).toEqual({ allowed: false, reason: 'not_there' })
  expect(canViewMedia(creator, media, [], NOW).allowed).toBe(true)
})

test('MEDIA-02 a delivered medium is open to its fan, and to nobody else', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: true, messages: [] } as const
  expect(canViewMedia(person, media, [], NOW).allowed).toBe(true)
  expect(canViewMedia({ ...person, accountStatus: 'suspended' }, media, [], NOW).allowed).toBe(false)
  expect(canViewMedia({ ...person, isBlocked: true }, media, [], NOW).allowed).toBe(false)
  expect(canViewMedia(null, media, [], NOW).allowed).toBe(false)
  expect(canViewMedia(person, { ...media, deliveredToViewer: false }, [], NOW).allowed).toBe(false)
})

test('MEDIA-02 a picture in two posts opens with either', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: false, messages: [] } as const
  const posts = (['subscribers', 'public'] as Audience[]).map((audience) => ({
    ...content,
    audience,
    isFreeItem: false,
    freeSeconds: null,
  }))
  expect(canViewMedia(null, media, posts, NOW).allowed).toBe(true)
})

describe('MEDIA-02 the free item of a locked post', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: false, messages: [] } as const
  const locked: ContainingFacts = { ...content, audience: 'pay_to_unlock', isFreeItem: true, freeSeconds: null }
  const everybody: [string, Actor][] = [
    ['a visitor', null],
    ['a fan without a pass', person],
    ['a suspended fan', { ...person, accountStatus: 'suspended' }],
    ['a blocked fan', { ...person, isBlocked: true }],
    ['another creator', { ...creator, id: 'another' }],
  ]

  test.each(everybody)('is seen by %s, without a mark; the other items are not', (_, actor) => {
    expect(canViewMedia(actor, media, [locked], NOW).allowed).toBe(true)
    expect(isMarked(media, [locked], NOW)).toBe(false)
    expect(canViewMedia(actor, media, [{ ...locked, isFreeItem: false }], NOW).allowed).toBe(false)
    expect(isMarked(media, [{ ...locked, isFreeItem: false }], NOW)).toBe(true)
  })

  test.each<[string, Partial<ContentFacts>]>([
    ['is a draft', { state: 'draft', publishedAt: null }],
    ['waits for review', { state: 'in_review', publishedAt: null }],
    ['waits for its time', { state: 'scheduled', publishedAt: new Date(NOW.getTime() + 1) }],
    ['is archived', { state: 'archived' }],
    ['was deleted', { state: 'deleted' }],
    ['was removed', { state: 'removed' }],
    ['is a story that has expired', { expiresAt: NOW }],
    ['is of a hidden creator', { creatorVisible: false }],
  ])('is closed while its post %s', (_, change) => {
    for (const [, actor] of everybody)
      for (const can of [canViewMedia, canViewPreview])
        expect(can(actor, media, [{ ...locked, ...change }], NOW).allowed).toBe(false)
    expect(canViewMedia(creator, media, [{ ...locked, ...change }], NOW).allowed).toBe(true)
  })

  test('opens by the post that shows it free alone, not by another one that contains it', () => {
    const elsewhere: ContainingFacts = { ...locked, isFreeItem: false }
    expect(canViewMedia(null, media, [elsewhere, locked], NOW).allowed).toBe(true)
    expect(canViewMedia(null, media, [elsewhere, { ...locked, state: 'archived' }], NOW).allowed).toBe(false)
  })
})

describe('MEDIA-02 the first seconds of a locked video', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: false, messages: [] } as const
  const post: ContainingFacts = { ...content, audience: 'pay_to_unlock', isFreeItem: false, freeSeconds: 10 }

  test('are for everybody who may know of the post, and open nothing else of the video', () => {
    for (const actor of [null, person, { ...person, isBlocked: true }]) {
      expect(freeSecondsOf(actor, [post], NOW)).toBe(10)
      expect(canViewMedia(actor, media, [post], NOW).allowed).toBe(false)
    }
    expect(isMarked(media, [post], NOW)).toBe(true)
  })

  test('close with the post, its story and its creator; of several posts the longest counts', () => {
    for (const change of [
      { state: 'archived' },
      { state: 'removed' },
      { state: 'in_review', publishedAt: null },
      { creatorVisible: false },
      { expiresAt: NOW },
      { freeSeconds: null },
    ] satisfies Partial<ContainingFacts>[])
      expect(freeSecondsOf(null, [{ ...post, ...change }], NOW), JSON.stringify(change)).toBe(0)
    expect(freeSecondsOf(null, [post, { ...post, freeSeconds: 30 }, { ...post, freeSeconds: null }], NOW)).toBe(30)
    expect(freeSecondsOf(null, [], NOW)).toBe(0)
  })
})

test('MEDIA-02 the preview is shown where the viewer may know the post, and nowhere else', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: false, messages: [] } as const
  const post: ContainingFacts = { ...content, audience: 'subscribers', isFreeItem: false, freeSeconds: null }
  expect(canViewPreview(null, media, [post], NOW).allowed).toBe(true)
  expect(canViewPreview(null, media, [{ ...post, creatorVisible: false }], NOW).allowed).toBe(false)
  expect(canViewPreview(null, media, [{ ...post, state: 'removed' }], NOW).allowed).toBe(false)
})

test('ADMIN-06c ROLE-01 a file of a reported message opens to moderators while their recorded view is open, and never to support', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: false, messages: [] } as const
  const staff = (staffRole: StaffRole): Person => ({ ...person, id: 'staff', userType: 'admin', staffRole })
  expect(canViewMedia(staff('content-moderator'), { ...media, viewerReviews: true }, [], NOW).allowed).toBe(true)
  expect(canViewMedia(staff('content-moderator'), { ...media, viewerReviews: false }, [], NOW).allowed).toBe(false)
  expect(canViewMedia(staff('earnings-manager'), { ...media, viewerReviews: true }, [], NOW).allowed).toBe(false)
  expect(canViewMedia(staff('support'), { ...media, viewerReviews: true }, [], NOW).allowed).toBe(false)
  expect(canViewMedia(person, { ...media, viewerReviews: true }, [], NOW).allowed).toBe(false)
  expect(canViewMedia(null, { ...media, viewerReviews: true }, [], NOW).allowed).toBe(false)
})

test('SAFE-01 a post that was submitted opens to a reviewer who has a recorded view, and to nobody else', () => {
  const waiting: ContentFacts = {
    ownerId: 'another person',
    audience: 'public',
    state: 'in_review',
    publishedAt: null,
    expiresAt: null,
    creatorVisible: false,
    viewerHasAccess: true,
    viewerBought: true,
    viewerReviews: true,
  }
  const at = new Date('2026-11-21T12:00:00Z')
  const sees = (actor: Person | null, change: Partial<ContentFacts> = {}) =>
    canViewContent(actor, { ...waiting, ...change }, at).allowed
  const moderator: Person = { ...person, userType: 'admin', staffRole: 'content-moderator' }
  expect(sees(moderator)).toBe(true)
  expect(sees(moderator, { viewerReviews: false })).toBe(false)
  // Also what was removed: a copy of it is compared with it.
  for (const state of ['published', 'removed', 'deleted'] as const) {
    expect(sees(moderator, { state, viewerBought: false, viewerHasAccess: false })).toBe(true)
    expect(sees(moderator, { state, viewerReviews: false, viewerBought: false, viewerHasAccess: false })).toBe(false)
  }
  expect(sees(moderator, { state: 'draft' })).toBe(false)
  for (const actor of [
    null,
    person,
    { ...moderator, staffRole: 'support' as const },
    { ...moderator, staffRole: null },
  ])
    for (const state of ['in_review', 'removed'] as const) expect(sees(actor, { state })).toBe(false)
})

test('CHAT-04b MEDIA-02 a medium in a message is open to its fan once free or bought, and its preview as long as it is there', () => {
  const media = { ownerId: 'creator', purpose: 'post', deliveredToViewer: false } as const
  const seen = (actor: Actor, message: MessageFacts | null) => {
    const facts = { ...media, messages: message ? [message] : [] }
    return [canViewMedia(actor, facts, [], NOW).allowed, canViewPreview(actor, facts, [], NOW).allowed]
  }
  const locked = { locked: true, bought: false, removed: false }
  expect(seen(person, locked)).toEqual([false, true])
  expect(seen(person, { ...locked, bought: true })).toEqual([true, true])
  expect(seen(person, { ...locked, locked: false })).toEqual([true, true])
  expect(seen(person, { ...locked, bought: true, removed: true })).toEqual([false, false])
  expect(seen(person, null)).toEqual([false, false])
  for (const closed of [null, { ...person, accountStatus: 'suspended' }, { ...person, isBlocked: true }] as const)
    expect(seen(closed, { ...locked, bought: true })).toEqual([false, false])
  expect(isMarked({ ...media, messages: [] }, [], NOW)).toBe(true)
})

test('SAFE-02f who is asked to sign for a post sees it until it is gone; a suspended or blocked one does not', () => {
  const draft: ContentFacts = {
    ownerId: 'another person',
    audience: 'pay_to_unlock',
    state: 'draft',
    publishedAt: null,
    expiresAt: null,
    creatorVisible: false,
    viewerHasAccess: false,
    viewerBought: false,
    viewerIsAsked: true,
  }
  const at = new Date('2026-11-21T12:00:00Z')
  const sees = (actor: Person | null, change: Partial<ContentFacts> = {}) =>
    canViewContent(actor, { ...draft, ...change }, at).allowed
  const creator: Person = { ...person, userType: 'creator' }
  for (const state of ['draft', 'in_review', 'processing', 'scheduled', 'published', 'archived'] as const)
    expect(sees(creator, { state }), state).toBe(true)
  for (const state of ['removed', 'deleted'] as const) expect(sees(creator, { state }), state).toBe(false)
  expect(sees(creator, { viewerIsAsked: false })).toBe(false)
  expect(sees(null)).toBe(false)
  expect(sees({ ...creator, accountStatus: 'suspended' })).toBe(false)
  expect(sees({ ...creator, isBlocked: true })).toBe(false)
})
