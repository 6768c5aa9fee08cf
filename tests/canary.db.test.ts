import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { RENDITION_PLANS, storageKey } from '#app/domain/media/media.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { actorContext } from '#app/web/context.server.ts'
import * as creatorById from '#app/web/public/creator-by-id.tsx'
import * as creatorProfile from '#app/web/public/creator-profile.tsx'
import * as publicFeed from '#app/web/public/feed.tsx'
import * as landing from '#app/web/public/landing.tsx'
import * as media from '#app/web/media.ts'
import * as premiumCreator from '#app/web/fan/premium-creator.tsx'
import * as premiumFeed from '#app/web/fan/premium-feed.tsx'
import * as profile from '#app/web/fan/profile/profile.tsx'
import { type RouteModule, runRoute } from '#tests/support/routes.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'

useDatabase()
const folder = useMediaFolder()

type Locked = { mediaId: string; canaries: string[] }
const locked: Record<'subscribers' | 'pay_to_unlock' | 'in_review' | 'removed' | 'hidden' | 'expired_story', Locked> =
  {} as never
let creator: Person
let hidden: Person
const principals: Record<string, Actor> = {}

beforeAll(async () => {
  creator = await makeCreator()
  hidden = await makeCreator({ paidDays: -1 })
  locked.subscribers = await lockedPost(creator, { kind: 'subscribers' })
  locked.pay_to_unlock = await lockedPost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  locked.in_review = await lockedPost(creator, { kind: 'public' }, 'in_review')
  locked.removed = await lockedPost(creator, { kind: 'public' }, 'removed')
  locked.hidden = await lockedPost(hidden, { kind: 'public' })
  locked.expired_story = await lockedPost(creator, { kind: 'public' }, 'expired')
  principals.visitor = null
  principals.fan = await makePerson()
  principals.holder = await makePerson()
  principals['another creator'] = await makeCreator()
  await giveFullAccess(principals.holder)
}, 120_000)

async function lockedPost(
  by: Person,
  audience: Parameters<typeof makePost>[1],
  fate?: 'in_review' | 'removed' | 'expired',
): Promise<Locked> {
  const story = fate === 'expired' ? ({ kind: 'story', expiresAt: addDays(now(), -1) } as const) : {}
  const post = await makePost(by, audience, story)
  await makeRenditions(post.mediaId)
  if (fate && fate !== 'expired')
    await ownerDb.updateTable('posts').set({ state: fate }).where('id', '=', post.postId).execute()
  // From the middle of each stored file: bytes that are nowhere else in the world.
  const names = ['original.jpeg', 'w320.avif', 'w320.webp', 'w640.avif', 'w640.webp', 'w640.jpeg']
  const canaries = names.map((name) => {
    const bytes = readFileSync(join(folder(), storageKey(post.mediaId, name)))
    return bytes.subarray(Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 24).toString('latin1')
  })
  return { mediaId: post.mediaId, canaries }
}

/** Every response of the pages to an actor, of any kind: data, redirects, headers. */
async function everyAnswer(actor: Actor): Promise<string[]> {
  const pages: [RouteModule, string, Record<string, string>][] = [
    [landing, '/', {}],
    [publicFeed, '/public-feed', {}],
    [publicFeed, '/public-feed.data', {}],
    [publicFeed, '/public-feed?shown=10&expired=true', {}],
    [creatorProfile, `/${creator.username}`, { username: creator.username! }],
    [creatorProfile, `/${creator.username}.data`, { username: creator.username! }],
    [creatorProfile, `/${creator.username}?posts=240`, { username: creator.username! }],
    [creatorProfile, `/${hidden.username}`, { username: hidden.username! }],
    [creatorById, `/creator/${creator.id}`, { creatorId: creator.id }],
    [creatorById, `/creator/${creator.id}.data`, { creatorId: creator.id }],
    [creatorById, `/creator/${hidden.id}`, { creatorId: hidden.id }],
    [premiumFeed, '/unblocked-feed', {}],
    [premiumFeed, '/unblocked-feed.data', {}],
    [premiumCreator, `/gal/${creator.id}`, { creatorId: creator.id }],
    [premiumCreator, `/gal/${creator.id}.data`, { creatorId: creator.id }],
    [premiumCreator, `/gal/${hidden.id}`, { creatorId: hidden.id }],
    [profile, '/profile', {}],
  ]
  const answers: string[] = []
  for (const [loader, path, params] of pages) answers.push(await ask(loader, path, params, actor))
  return answers
}

async function ask(route: RouteModule, path: string, params: Record<string, string>, actor: Actor): Promise<string> {
  const request = new Request(`http://localhost${path}`, { headers: { cookie: 'peach_adult=1' } })
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  try {
    return textOf(await runRoute(route, { request, url: new URL(request.url), params, context }))
  } catch (thrown) {
    if (thrown instanceof Response) return textOf(thrown)
    throw thrown
  }
}

async function textOf(answer: unknown): Promise<string> {
  if (answer instanceof Response) {
    return `${answer.status} ${JSON.stringify([...answer.headers])} ${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`
  }
  return JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

const forbiddenTo: Record<string, (keyof typeof locked)[]> = {
  visitor: ['subscribers', 'pay_to_unlock', 'in_review', 'removed', 'hidden', 'expired_story'],
  fan: ['subscribers', 'pay_to_unlock', 'in_review', 'removed', 'hidden', 'expired_story'],
  holder: ['pay_to_unlock', 'in_review', 'removed', 'hidden', 'expired_story'],
  'another creator': ['subscribers', 'pay_to_unlock', 'in_review', 'removed', 'hidden', 'expired_story'],
}

test.each(Object.keys(forbiddenTo))(
  'PROF-02c no page shows a %s where a locked original is, and none contains a byte of it',
  async (name) => {
    const answers = await everyAnswer(principals[name]!)
    for (const kind of forbiddenTo[name]!) {
      for (const answer of answers) {
        expect(answer).not.toContain(locked[kind].mediaId)
        for (const canary of locked[kind].canaries) {
          expect(answer).not.toContain(canary)
          expect(answer).not.toContain(Buffer.from(canary, 'latin1').toString('base64').slice(0, 24))
        }
      }
    }
  },
)

test.each(Object.keys(forbiddenTo))(
  'MEDIA-02 a %s who knows the addresses gets no byte of a locked original',
  async (name) => {
    const renditions = [
      'original',
      'audio',
      'video.mp4',
      'preview',
      ...RENDITION_PLANS.post.widths.flatMap((width) => [`w${width}.avif`, `w${width}.webp`, `w${width}.jpeg`]),
    ]
    for (const kind of forbiddenTo[name]!) {
      const { mediaId, canaries } = locked[kind]
      for (const rendition of renditions) {
        const path = mediaLinksFor(principals[name]!)(mediaId, rendition)
        const answer = await ask(media, path, { mediaId, rendition }, principals[name]!)
        if (rendition !== 'preview') expect(answer.slice(0, 3)).toBe('403')
        for (const canary of canaries) expect(answer).not.toContain(canary)
      }
    }
  },
)

test('the search finds the canaries where the actor may see them', async () => {
  // What a right opens is sent with the mark of its viewer: stored bytes are sent of what everybody may see.
  const { mediaId, canaries } = await lockedPost(creator, { kind: 'public' })
  expect(
    await ask(
      media,
      mediaLinksFor(principals.holder!)(mediaId, 'original'),
      { mediaId, rendition: 'original' },
      principals.holder!,
    ),
  ).toContain(canaries[0])
  expect((await everyAnswer(principals.holder!)).join('')).toContain(locked.subscribers.mediaId)
})
