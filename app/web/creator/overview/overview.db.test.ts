import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { setAlerts } from '#app/domain/follows/set-alerts.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { config } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import * as dashboard from '#app/web/creator/dashboard.tsx'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { earn } from '#tests/support/earnings.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as fans from './fans.tsx'
import * as heartbeat from './heartbeat.ts'
import * as invites from './invites.tsx'
import type { Home } from './load-home.server.ts'
import * as presence from './presence.ts'

const { owner } = useDatabase()
useMediaFolder()

const HOME = '/dashboard'
const homeOf = async (creator: Person) => (await aBrowser(creator).call(dashboard, HOME)).data.home as Home
const switchTo = (creator: Person, live: boolean) =>
  aBrowser(creator).call(presence, '/dashboard/presence', { form: { live: String(live) } })
const beat = (creator: Person) => aBrowser(creator).call(heartbeat, '/dashboard/presence/heartbeat', { form: {} })
const onlineIn = async (creator: Person) => {
  const { creators } = await feedPage({ limit: 500 })
  return creators.find(({ id }) => id === creator.id)?.online
}
const heardAgo = (creator: Person, seconds: number) =>
  owner().query('update creators set heartbeat_at = app_now() - make_interval(secs => $2::int) where profile_id = $1', [
    creator.id,
    seconds,
  ])

describe('presence', () => {
  test('DASH-01a DASH-01b Go Live shows the creator as online in the feeds and on the page, until they switch it off', async () => {
    const creator = await makeCreator()
    expect((await homeOf(creator)).presence).toBe('away')
    expect(await switchTo(creator, true)).toMatchObject({ status: 303, location: HOME, toast: null })
    expect([await onlineIn(creator), (await homeOf(creator)).presence]).toEqual([true, 'live'])
    await switchTo(creator, false)
    expect([await onlineIn(creator), (await homeOf(creator)).presence]).toEqual([false, 'away'])
    expect((await beat(creator)).status).toBe(409)
  })

  test('DASH-01b the badge follows the heartbeat of an open page, and a page that was closed for long does not bring it back', async () => {
    const creator = await makeCreator()
    await switchTo(creator, true)
    await heardAgo(creator, 100)
    expect([await onlineIn(creator), (await homeOf(creator)).presence]).toEqual([false, 'lost'])
    expect((await beat(creator)).status).toBe(204)
    expect(await onlineIn(creator)).toBe(true)
    await heardAgo(creator, 16 * 60)
    expect([(await beat(creator)).status, await onlineIn(creator)]).toEqual([409, false])
    expect((await homeOf(creator)).presence).toBe('away')
  })

  test('DASH-01a a hidden creator can’t go live, and nobody switches another creator', async () => {
    const [hidden, other] = [await makeCreator({ paidDays: -1 }), await makeCreator()]
    expect((await switchTo(hidden, true)).toast?.title).toBe('Not live')
    expect((await findCreatorById(hidden.id))!.online).toBe(false)
    await switchTo(await makeCreator(), true)
    expect(await onlineIn(other)).toBe(false)
    const fan = await switchTo(await makePerson(), true)
    expect([fan.status, fan.location]).toEqual([303, '/public-feed'])
    const visitor = await aBrowser().call(heartbeat, '/dashboard/presence/heartbeat', { form: {} })
    expect(visitor.status).toBe(303)
  })

  test('DASH-01c NOTIFY-01d going live tells the followers who asked, once in four hours, however often the switch is pressed', async () => {
    const creator = await makeCreator()
    await setAlerts(await makePerson(), creator.id, { posts: false, live: true })
    const told = async () =>
      (
        await owner().query(`select from event_outbox where event = 'creator_went_live' and about_id = $1`, [
          creator.id,
        ])
      ).rowCount
    for (const live of [true, false, true, true]) await switchTo(creator, live)
    expect(await told()).toBe(1)
    await owner().query(`update creators set live_told_at = app_now() - interval '5 hours' where profile_id = $1`, [
      creator.id,
    ])
    await Promise.all([switchTo(creator, true), switchTo(creator, true)])
    expect(await told()).toBe(2)
  })
})

describe('invites', () => {
  const invite = (creator: Person, sent: number) =>
    aBrowser(creator).call(invites, '/dashboard/invites', { form: { sent: String(sent) } })

  test('DASH-04a an invite opens WhatsApp with a message that contains the link', async () => {
    const creator = await makeCreator()
    const { data } = await invite(creator, 0)
    const href = new URL(data.href as string)
    expect([href.origin, data.sent]).toEqual(['https://wa.me', 1])
    expect(href.searchParams.get('text')).toContain(new URL(`/${creator.username}`, config().baseUrl).href)
  })

  test('DASH-04b each invite counts once and is stored, and there are six', async () => {
    const creator = await makeCreator()
    for (let sent = 0; sent < 6; sent += 1) {
      const [one, again] = [await invite(creator, sent), await invite(creator, sent)]
      expect([one.data.sent, again.data.sent]).toEqual([sent + 1, sent + 1])
    }
    expect((await homeOf(creator)).invitesSent).toBe(6)
    expect(await invite(creator, 6)).toMatchObject({
      status: 303,
      location: '/dashboard#invite',
      toast: { title: 'Not sent' },
    })
    expect((await homeOf(await makeCreator())).invitesSent).toBe(0)
    const fan = await invite(await makePerson(), 0)
    expect([fan.status, fan.location]).toEqual([303, '/public-feed'])
  })
})

describe('the first page of the dashboard', () => {
  let creator: Person
  beforeAll(async () => {
    creator = await makeCreator()
  })

  test('DASH-02a DASH-02c DASH-02d shows followers, subscribers, today’s earnings and the progress of the goal as they are now', async () => {
    await owner().query('update creators set daily_goal_minor = 10000000 where profile_id = $1', [creator.id])
    expect((await homeOf(creator)).today).toMatchObject({ net: 'UGX\u00a00', followers: '0', subscribers: '0' })
    const [follower, holder] = [await makePerson(), await makePerson()]
    await giveFullAccess(holder)
    for (const fan of [follower, holder]) await setFollowing(fan, creator.id, true)
    await earn(creator.id, 50_000)
    const { today, growth, money, nextPayout } = await homeOf(creator)
    expect(today).toMatchObject({
      net: 'UGX\u00a040,000',
      followers: '2',
      subscribers: '1',
      goal: { percent: 40, message: '40% of today\u2019s goal, UGX\u00a0100,000' },
    })
    expect(growth).toMatchObject({ followers: '+2 in 30 days', subscribers: '+1 in 30 days' })
    expect(money.rows.map(({ label, amount }) => [label, amount.replace('UGX\u00a0', '')])).toEqual([
      ['Earned', '40,000'],
      ['Pending', '40,000'],
      ['Available', '0'],
      ['On its way', '0'],
      ['Paid', '0'],
    ])
    expect(nextPayout).toMatchObject({ href: '/dashboard/payout-account', waits: true, amount: null })
  })

  test('DASH-02 what needs the creator leads to where it is done, and nothing of another creator is in it', async () => {
    const { postId } = await makePost(creator, { kind: 'public' })
    const fan = await makePerson()
    await giveFullAccess(fan)
    const comment = { postId, text: 'Lovely', attempt: randomToken() }
    expect((await addComment(fan, comment)).ok).toBe(true)
    const { needs } = await homeOf(creator)
    expect(needs.map(({ title, href }) => [title, href])).toEqual([
      [expect.stringMatching(/^Pay UGX/), '/creator-subscription?renew=1'],
      ['1 comment without a reply', '/dashboard/comments'],
    ])
    expect((await homeOf(await makeCreator({ paidDays: 6 }))).needs).toEqual([])
  })

  test('DASH-02 a hidden creator still sees the money, and a fan or a visitor nothing', async () => {
    const hidden = await makeCreator({ paidDays: -1 })
    await earn(hidden.id, 50_000)
    const answer = await aBrowser(hidden).call(dashboard, HOME)
    expect((answer.data.page as { title: string }).title).toBe('Your page is hidden')
    expect((answer.data.home as Home).money.rows[0]!.amount).toBe('UGX\u00a040,000')
    expect((await aBrowser(await makePerson()).call(dashboard, HOME)).location).toBe('/public-feed')
    expect((await aBrowser().call(dashboard, HOME)).location).toMatch(/^\/auth/)
  })

  test('asks the database as often for thirty fans and ten posts as for none', async () => {
    const [empty, full] = [await makeCreator(), await makeCreator()]
    for (let index = 0; index < 30; index += 1) await setFollowing(await makePerson(), full.id, true)
    for (let index = 0; index < 10; index += 1) {
      await owner().query(
        `insert into posts (id, creator_id, kind, audience, state, published_at) values ($1, $2, 'text', 'public', 'published', app_now())`,
        [newId(), full.id],
      )
      await earn(full.id, 10_000)
    }
    const statements = async (who: Person, open: () => Promise<unknown>) => {
      await open()
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      const counts: number[] = []
      // Settings are read anew now and then, which is no query of the page.
      for (let times = 0; times < 3; times += 1) {
        spy.mockClear()
        await open()
        counts.push(spy.mock.calls.length)
      }
      spy.mockRestore()
      return Math.min(...counts)
    }
    const home = await statements(empty, () => homeOf(empty))
    expect(await statements(full, () => homeOf(full))).toBe(home)
    expect(home).toBeGreaterThan(0)
    expect(home).toBeLessThanOrEqual(24)
    const list = (who: Person) => statements(who, () => aBrowser(who).call(fans, '/dashboard/fans'))
    expect([await list(full), await list(empty)]).toEqual([2, 2])
  })
})

describe('the list of fans', () => {
  test('DASH-02 contains a creator’s own fans by name, in pages, and nothing else of them', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()]
    for (let index = 0; index < 31; index += 1)
      await setFollowing(await makePerson('fan', { displayName: `Fan ${index}` }), creator.id, true)
    await setFollowing(await makePerson('fan', { displayName: 'Somebody else' }), other.id, true)
    const browser = aBrowser(creator)
    const first = await browser.call(fans, '/dashboard/fans?sort=newest')
    const rows = first.data.fans as Record<string, unknown>[]
    expect(rows).toHaveLength(30)
    expect(Object.keys(rows[0]!).toSorted()).toEqual(['amount', 'href', 'id', 'meta', 'name', 'note'])
    const rest = await browser.call(fans, first.data.olderHref as string)
    const names = [...rows, ...(rest.data.fans as typeof rows)].map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set(Array.from({ length: 31 }, (_, index) => `Fan ${index}`)))
    expect(JSON.stringify([first.data, rest.data])).not.toMatch(/@test\.example|\+256/)
    expect((await aBrowser(await makePerson()).call(fans, '/dashboard/fans')).location).toBe('/public-feed')
  })
})
