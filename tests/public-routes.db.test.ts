import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/identity/actor.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { actorContext } from '#app/web/context.server.ts'
import * as subscribe from '#app/web/public/subscribe.tsx'
import * as age from '#app/web/public/age.ts'
import * as about from '#app/web/public/about.ts'
import * as creatorById from '#app/web/public/creator-by-id.tsx'
import * as creatorProfile from '#app/web/public/creator-profile.tsx'
import * as publicFeed from '#app/web/public/feed.tsx'
import * as creatorSubscription from '#app/web/creator/creator-subscription.tsx'
import * as follow from '#app/web/fan/follow.ts'
import * as premiumFeed from '#app/web/fan/premium-feed.tsx'
import { type RouteModule, runRoute } from '#tests/support/routes.ts'
import { giveFullAccess, makeCreator, makePerson, makePost } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'

useDatabase()

type Call = { actor?: Actor; params?: Record<string, string>; init?: RequestInit; adult?: boolean }
// A loader's data differs from route to route; each test names the parts that it needs.
// oxlint-disable-next-line typescript/no-explicit-any
type Data = any
type Answer = { status: number; to: string | null; toast: string | null; cookies: string[]; data: Data }

/** Calls a route as the server would and returns the result. */
async function ask(
  route: RouteModule,
  path: string,
  { actor = null, params = {}, init = {}, adult = true }: Call = {},
): Promise<Answer> {
  const headers = new Headers(init.headers)
  if (adult) headers.set('cookie', 'peach_adult=1')
  const request = new Request(`http://localhost${path}`, { ...init, headers })
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  let answer: Data
  try {
    answer = await runRoute(route, { request, url: new URL(request.url), params, context })
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    answer = thrown
  }
  if (!(answer instanceof Response))
    return { status: answer.init?.status ?? 200, to: null, toast: null, cookies: [], data: answer.data ?? answer }
  const cookies = answer.headers.getSetCookie()
  const flash = cookies.find((line) => line.startsWith('peach_flash='))
  const toast = flash ? JSON.parse(decodeURIComponent(flash.slice('peach_flash='.length, flash.indexOf(';')))) : null
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    toast: toast && `${toast.title} / ${toast.description}`,
    cookies,
    data: null,
  }
}

const form = (values: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(values),
  headers,
})

describe('the public feed', () => {
  beforeAll(async () => {
    for (let count = 0; count < 14; count += 1) await makeCreator()
  })

  test('FEED-02a shows four, then eight, then ten, and then the way to the plans', async () => {
    const steps = [
      ['/public-feed', 4, '/public-feed?shown=8'],
      ['/public-feed?shown=8', 8, '/public-feed?shown=10'],
      ['/public-feed?shown=10', 10, null],
      ['/public-feed?shown=999', 4, '/public-feed?shown=8'],
      ['/public-feed?shown=-1', 4, '/public-feed?shown=8'],
      ['/public-feed?shown=5', 4, '/public-feed?shown=8'],
      ['/public-feed?shown=nonsense', 4, '/public-feed?shown=8'],
    ] as const
    for (const [path, cards, discoverHref] of steps) {
      const { data } = await ask(publicFeed, path)
      expect([data.grid.cards.length, data.discoverHref]).toEqual([cards, discoverHref])
    }
    const { data } = await ask(publicFeed, '/public-feed?shown=10')
    expect([data.price, data.subscribeHref]).toEqual(['UGX\u00a0180,000', '/subscribe?from=public-feed'])
  })

  test('FEED-01b every button of a card leads a visitor to the plans and keeps the chosen action', async () => {
    const { data } = await ask(publicFeed, '/public-feed')
    const [card] = data.grid.cards
    expect(card.href).toBe(`/${card.username}`)
    expect(card.links.follow).toBe(`/subscribe?from=public-feed&creator=${card.username}&intent=follow`)
    for (const event of ['chat', 'call', 'book'])
      expect(card.links[event]).toBe(`/subscribe?from=public-feed&creator=${card.username}&intent=${event}`)
  })

  test('FEED-03 expired=true reaches the page and is kept while more is shown', async () => {
    const { data } = await ask(publicFeed, '/public-feed?expired=true')
    expect([data.expired, data.discoverHref]).toEqual([true, '/public-feed?expired=true&shown=8'])
  })

  test('FEED-03 a fan who never had a pass is not told that it has expired', async () => {
    const fan = await makePerson()
    const { data } = await ask(publicFeed, '/public-feed?expired=true', { actor: fan })
    expect([data.expired, data.newcomer]).toEqual([true, true])
    expect((await ask(publicFeed, '/public-feed', { actor: fan })).data.newcomer).toBe(false)
  })

  test('FEED-02b where no plan is on sale, nothing names the price of a pass', async () => {
    const creator = await makeCreator()
    const profile = () => ask(creatorProfile, `/${creator.username}`, { params: { username: creator.username! } })
    expect((await ask(publicFeed, '/public-feed')).data.price).toMatch(/^UGX/)
    expect((await profile()).data.page.offer.description).toBe(`${creator.displayName} alone, or all Peaches`)
    await ownerDb.updateTable('subscription_plans').set({ is_active: false }).execute()
    try {
      expect((await ask(publicFeed, '/public-feed')).data.price).toBeNull()
      expect((await profile()).data.page.offer).toMatchObject({
        href: `/creators/${creator.id}/subscribe`,
        description: `30 days of ${creator.displayName}`,
      })
    } finally {
      await ownerDb.updateTable('subscription_plans').set({ is_active: true }).execute()
    }
  })

  test('FEED-07 SAFE-01a no creator is read before the age is confirmed', async () => {
    const { status, data } = await ask(publicFeed, '/public-feed?shown=8', { adult: false })
    expect([status, data]).toEqual([200, { gate: true, returnTo: '/public-feed?shown=8' }])
  })

  test('FEED-05c the premium feed shows twelve, then four more, and leads to /gal', async () => {
    const fan = await makePerson()
    await giveFullAccess(fan)
    const first = await ask(premiumFeed, '/unblocked-feed', { actor: fan })
    expect([first.data.grid.cards.length, first.data.discoverHref]).toEqual([12, '/unblocked-feed?shown=16'])
    const [card] = first.data.grid.cards
    expect([card.href, card.links.chat, card.links.call, card.links.book]).toEqual([
      `/gal/${card.id}`,
      `/chat/${card.id}`,
      `/call/${card.id}`,
      `/book/${card.id}`,
    ])
    expect((await ask(premiumFeed, '/unblocked-feed?shown=16', { actor: fan })).data.discoverHref).toBeNull()
  })

  test('FEED-08d without a pass the server sends no premium data', async () => {
    for (const actor of [null, await makePerson()])
      expect((await ask(premiumFeed, '/unblocked-feed', { actor })).data).toBeNull()
  })
})

describe('a creator’s address', () => {
  const open = (username: string, call: Call = {}) =>
    ask(creatorProfile, `/${username}`, { ...call, params: { username } })

  test('PROF-05 ROUTE-03b an unknown username is not found', async () => {
    expect(await open('nobody_bears_this')).toMatchObject({ status: 404, data: { state: 'not_found' } })
    expect(await open('%00')).toMatchObject({ status: 404 })
    expect(await ask(creatorById, '/creator/x', { params: { creatorId: newId() } })).toMatchObject({ status: 404 })
    expect(await ask(creatorById, '/creator/x', { params: { creatorId: 'not an id' } })).toMatchObject({ status: 404 })
  })

  test('ROUTE-03 a fan’s username is not the address of a creator', async () => {
    expect(await open((await makePerson()).username!)).toMatchObject({ status: 404 })
  })

  test('ROUTE-05b ROUTE-05c capital letters, names with dashes and former usernames redirect with 302', async () => {
    const creator = await makeCreator({ displayName: 'Rose Of Gulu' })
    await ownerDb
      .insertInto('former_usernames')
      .values({ username: 'rose_before', profile_id: creator.id, reserved_until: addDays(now(), 90) })
      .execute()
    for (const name of [creator.username!.toUpperCase(), 'rose-of-gulu', 'Rose-Of-Gulu', 'rose_before']) {
      expect(await open(name)).toMatchObject({ status: 302, to: `/${creator.username}` })
    }
  })

  test('PROF-06a PROF-06b a hidden profile redirects others to the feed and its owner to the fee, with these messages', async () => {
    const lapsed = await makeCreator({ paidDays: -1 })
    const unavailable = "Profile unavailable / This creator's profile is currently inactive."
    for (const actor of [null, await makePerson()]) {
      expect(await open(lapsed.username!, { actor })).toMatchObject({
        status: 303,
        to: '/public-feed',
        toast: unavailable,
      })
    }
    expect(await open(lapsed.username!, { actor: lapsed })).toMatchObject({
      to: '/creator-subscription',
      toast: 'Reactivate Your Profile / Your subscription has expired. Renew to reactivate your profile.',
    })
    const fresh = await makeCreator({ paidDays: null })
    expect(await open(fresh.username!, { actor: fresh })).toMatchObject({ to: '/creator-subscription', toast: null })
  })

  test('PROF-06b ONB-C-05 a creator in review sees the own page with the posts in review, as a preview; nobody else sees it', async () => {
    const waiting = await makeCreator({ approved: false })
    const { postId } = await makePost(waiting, { kind: 'subscribers' })
    await ownerDb
      .updateTable('posts')
      .set({ state: 'in_review', published_at: null })
      .where('id', '=', postId)
      .execute()
    const { status, data } = await open(waiting.username!, { actor: waiting })
    expect([status, data.page.preview, data.page.viewer]).toEqual([200, true, 'owner'])
    expect(data.page.posts.data!.cards.map(({ id }: { id: string }) => id)).toEqual([postId])
    for (const actor of [null, await makePerson(), await makeCreator()])
      expect(await open(waiting.username!, { actor })).toMatchObject({ status: 303, to: '/public-feed' })
    const draft = await makeCreator({ approved: false })
    await ownerDb
      .updateTable('creators')
      .set({ verification_status: 'draft' })
      .where('profile_id', '=', draft.id)
      .execute()
    expect(await open(draft.username!, { actor: draft })).toMatchObject({ status: 303, to: '/dashboard' })
    await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', waiting.id).execute()
    expect(await open(waiting.username!, { actor: waiting })).toMatchObject({ status: 303, to: '/dashboard' })
  })

  test('PROF-06c a blocked and a suspended creator are hidden as well', async () => {
    const [blocked, suspended] = [await makeCreator(), await makeCreator()]
    await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', blocked.id).execute()
    await ownerDb.updateTable('profiles').set({ account_status: 'suspended' }).where('id', '=', suspended.id).execute()
    for (const creator of [blocked, suspended]) {
      expect(await open(creator.username!)).toMatchObject({ to: '/public-feed' })
      expect(await ask(creatorById, '/creator/x', { params: { creatorId: creator.id } })).toMatchObject({
        to: '/public-feed',
      })
    }
  })

  test('PROF-04b the age question has the same share tags as the page, and nothing else of it', async () => {
    const creator = await makeCreator({ displayName: 'Share Me' })
    const gate = await open(creator.username!, { adult: false })
    const page = await open(creator.username!)
    expect(gate).toMatchObject({ status: 200, data: { state: 'gate', returnTo: `/${creator.username}` } })
    expect(page.data.state).toBe('page')
    expect(gate.data.share).toEqual(page.data.share)
    expect(gate.data.page).toBeUndefined()
  })

  test('PROF-03a PROF-03b buttons lead a visitor and a fan to the plans, and a pass holder to the page itself', async () => {
    const creator = await makeCreator()
    const [fan, holder] = [await makePerson(), await makePerson()]
    await giveFullAccess(holder)
    for (const actor of [null, fan]) {
      const { about, offer } = (await open(creator.username!, { actor })).data.page
      expect(about.data!.tiles!.chat).toBe(`/subscribe?from=profile&creator=${creator.username}&intent=chat`)
      expect(offer.href).toBe(`/subscribe?from=profile&creator=${creator.username}`)
      const address = `${offer.href}&pay=creator:${creator.id}`
      expect(await ask(subscribe, address, { actor })).toMatchObject({
        status: 303,
        to: `/creators/${creator.id}/subscribe`,
      })
    }
    const { page } = (await open(creator.username!, { actor: holder })).data
    const { tiles, accessUntil } = page.about.data!
    expect([page.viewer, tiles!.chat, accessUntil]).toEqual(['entitled', `/chat/${creator.id}`, 'Full access'])
  })

  test('SAFE-01a SUB-01 the plans show a post, blurred, only to an adult, and nothing of a hidden creator', async () => {
    const creator = await makeCreator({ displayName: 'Wanted' })
    const { postId } = await makePost(creator, { kind: 'subscribers' })
    const address = `/subscribe?from=profile&creator=${creator.username}&intent=unlock&post=${postId}`
    const wanted = async (adult: boolean) => (await ask(subscribe, address, { adult })).data.wanted
    expect(await wanted(true)).toMatchObject({
      title: 'Unlock Wanted\u2019s photo',
      preview: expect.stringMatching(/^data:image/),
      backHref: `/${creator.username}`,
    })
    expect(await wanted(false)).toMatchObject({ title: 'Unlock Wanted\u2019s photo', preview: null })
    await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', creator.id).execute()
    expect(await wanted(true)).toBeNull()
  })

  test('a signed-in adult is not asked again, a person of unknown age is', async () => {
    const creator = await makeCreator()
    expect((await open(creator.username!, { actor: await makePerson(), adult: false })).data.state).toBe('page')
    expect(
      (await open(creator.username!, { actor: await makePerson('fan', { birthday: null }), adult: false })).data.state,
    ).toBe('gate')
  })
})

describe('small routes', () => {
  test('ROUTE-02 /about redirects to /', async () => {
    expect(await ask(about, '/about')).toMatchObject({ status: 302, to: '/' })
  })

  test('the confirmed age is kept for a year, and redirects only to one of our paths', async () => {
    const kept = await ask(age, '/age', { init: form({ returnTo: '/amina_k' }), adult: false })
    expect(kept).toMatchObject({ status: 303, to: '/amina_k' })
    expect(kept.cookies[0]).toMatch(/^peach_adult=1; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example', '']) {
      expect((await ask(age, '/age', { init: form({ returnTo }) })).to).toBe('/public-feed')
    }
  })

  test('FEED-06a the follow form answers a script with JSON and a plain form with its page', async () => {
    const creator = await makeCreator()
    const fan = await makePerson()
    const post = (following: string, call: Partial<Call> & { headers?: Record<string, string>; id?: string } = {}) =>
      ask(follow, '/creators/x/follow', {
        actor: call.actor === undefined ? fan : call.actor,
        params: { creatorId: call.id ?? creator.id },
        init: form({ following }, call.headers),
      })
    const script = { accept: 'application/json' }
    expect(await post('true', { headers: script })).toMatchObject({ status: 200, data: { following: true } })
    expect(await post('false', { headers: { referer: 'http://localhost/unblocked-feed?shown=16' } })).toMatchObject({
      status: 303,
      to: '/unblocked-feed?shown=16',
    })
    expect(await post('maybe', { headers: script })).toMatchObject({ status: 400 })
    expect(await post('true', { headers: script, id: newId() })).toMatchObject({ status: 404 })
    expect(await post('true', { headers: script, id: "x' or 1=1" })).toMatchObject({ status: 404 })
    expect(await post('true', { actor: null })).toMatchObject({ status: 303, to: '/subscribe?intent=follow' })
    expect(await post('true', { actor: creator, headers: script })).toMatchObject({ status: 409 })
  })

  test('the page of the creator fee requires a sign-in, redirects fans and shows the price', async () => {
    const page = (actor: Actor) => ask(creatorSubscription, '/creator-subscription', { actor })
    expect(await page(null)).toMatchObject({
      to: '/auth?returnTo=%2Fcreator-subscription',
      toast: 'Authentication Required / Please sign in to subscribe',
    })
    expect(await page(await makePerson())).toMatchObject({ to: '/public-feed' })
    const visible = await makeCreator()
    expect(await page(visible)).toMatchObject({ to: `/${visible.username}` })
    expect((await page(await makeCreator({ paidDays: -1 }))).data.price).toBe('UGX\u00a060,000')
  })
})
