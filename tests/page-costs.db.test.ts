import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { A_FAN } from './support/a-fan.ts'
import { type BusyPlatform, fillBusyPlatform } from './support/busy-platform.ts'
import { useDatabase } from './support/database.ts'
import { aBrowser, type RouteModule } from './support/routes.ts'
import { type Cost, costsOf, statementsOf, sumOf } from './support/statement-costs.ts'

const database = useDatabase({ max: 4 })
/** As many pass holders, followers, sales and tips. `npm run bench -- --only scale` asks for few and for many, and where to write what it cost. */
const PEOPLE = Number(process.env.PAGE_COST_PEOPLE ?? 10_000)
const MEASURE = process.env.PAGE_COST_FILE

let busy: BusyPlatform
beforeAll(async () => {
  busy = await fillBusyPlatform(database.owner(), PEOPLE)
}, 600_000)

const person = (id: string, change: Partial<Person> = {}): Person => ({
  ...A_FAN,
  id,
  email: `${id}@busy.example`,
  sessionId: newId(),
  ...change,
})
const WHO = {
  visitor: () => null,
  fan: () => person(busy.fanId, { username: 'person_2' }),
  creator: () => person(busy.creatorId, { username: 'person_1', userType: 'creator' }),
  owner: () => person(newId(), { userType: 'owner', staffRole: 'owner', mfaAt: new Date() }),
}

/** `buffers`: what its statements read together, with ten thousand of everything. A tenth more is allowed, and thirty for small differences of plans. */
type Page = { name: string; as: keyof typeof WHO; buffers: number; route: () => Promise<unknown>; path: string }

const pageOf =
  (as: keyof typeof WHO) =>
  (name: string, buffers: number, route: () => Promise<unknown>, path: string): Page => ({
    name,
    as,
    buffers,
    route,
    path,
  })
const [visitor, fan, creator, owner] = [pageOf('visitor'), pageOf('fan'), pageOf('creator'), pageOf('owner')]
const mostOf = (page: Page): number => Math.ceil(page.buffers * 1.1) + 30

/** The address of a page of somebody, and which module answers it. */
const PAGES: readonly Page[] = [
  visitor('a creator’s page for a visitor', 23, () => import('#app/web/public/creator-profile.tsx'), '/:username'),
  visitor('the landing page', 64, () => import('#app/web/public/landing.tsx'), '/'),
  visitor('the offers', 34, () => import('#app/web/public/subscribe.tsx'), '/subscribe'),
  fan('a creator’s page for a pass holder', 244, () => import('#app/web/fan/premium-creator.tsx'), '/gal/:creatorId'),
  fan('a post', 62, () => import('#app/web/public/post.tsx'), '/posts/:postId'),
  fan('the tip form', 48, () => import('#app/web/fan/tip.tsx'), '/tip/:creatorId'),
  fan('the premium feed', 59, () => import('#app/web/fan/premium-feed.tsx'), '/unblocked-feed'),
  fan('the chats of a fan', 52, () => import('#app/web/chat/threads.tsx'), '/chat'),
  fan('a chat', 52, () => import('#app/web/chat/thread.tsx'), '/chat/:id'),
  fan('the wallet', 191, () => import('#app/web/fan/wallet/wallet.tsx'), '/wallet'),
  fan('the profile', 104, () => import('#app/web/fan/profile/profile.tsx'), '/profile'),
  fan('notifications', 8, () => import('#app/web/auth/notifications.tsx'), '/notifications'),
  creator('the chats of a creator', 826, () => import('#app/web/chat/threads.tsx'), '/chat'),
  creator('the dashboard', 171, () => import('#app/web/creator/dashboard.tsx'), '/dashboard'),
  creator('the posts of a creator', 24, () => import('#app/web/creator/posts/posts.tsx'), '/dashboard/posts'),
  creator('the figures of a post', 17, () => import('#app/web/creator/posts/own-post.tsx'), '/dashboard/posts/:postId'),
  creator('the tips of a creator', 120, () => import('#app/web/creator/tips.tsx'), '/dashboard/tips'),
  creator(
    'the earnings of a creator',
    102,
    () => import('#app/web/creator/earnings/earnings.tsx'),
    '/dashboard/earnings',
  ),
  creator('the fans of a creator', 1565, () => import('#app/web/creator/overview/fans.tsx'), '/dashboard/fans'),
  creator(
    'a message to many',
    11,
    () => import('#app/web/creator/messages/new-message.tsx'),
    '/dashboard/messages/new',
  ),
  creator('the payouts of a creator', 25, () => import('#app/web/creator/payouts/payouts.tsx'), '/dashboard/payouts'),
  owner('the team’s overview', 1965, () => import('#app/web/admin/overview.tsx'), '/admin'),
  owner('people for staff', 69, () => import('#app/web/admin/viewers/viewers.tsx'), '/admin/viewers?find=person_77'),
  owner('content for staff', 2844, () => import('#app/web/admin/content/content.tsx'), '/admin/content'),
  owner(
    'payouts for staff',
    17,
    () => import('#app/web/admin/earnings/payouts/payouts.tsx'),
    '/admin/earnings/payouts',
  ),
]

/** What a page’s loader asks the database, whoever wrote the statement, and what each costs. `besides` is run with it. */
async function costOf(page: Page, besides: () => Promise<unknown> = () => Promise.resolve()): Promise<Cost[]> {
  const route = (await page.route()) as RouteModule
  const params = { ...busy, id: busy.threadId }
  const path = page.path.replace(/:(\w+)/, (_, name: keyof typeof params) => params[name])
  const browser = aBrowser(WHO[page.as]())
  let status = 0
  const asked = await statementsOf(async () => {
    const answer = await browser.call(route, path, { params })
    status = answer.status
    await besides()
  })
  expect(status, page.name).toBe(200)
  expect(asked.length, page.name).toBeGreaterThan(0)
  const reader = new pg.Client({ connectionString: database.serverUrl(), options: '-c jit=off' })
  await reader.connect()
  try {
    return await costsOf(reader, asked)
  } finally {
    await reader.end()
  }
}

const shown = (costs: readonly Cost[]): string =>
  costs
    .map(
      ({ buffers, ms, text }) =>
        `${buffers} buffers, ${ms.toFixed(2)} ms: ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
    )
    .join('\n')

test.each(PAGES)(
  'PERF-01 the statements of $name read no more than they did, with ten thousand pass holders, followers, sales and tips',
  async (page) => {
    const costs = await costOf(page)
    if (MEASURE)
      appendFileSync(
        MEASURE,
        `${JSON.stringify({ name: page.name, buffers: sumOf(costs, 'buffers'), ms: sumOf(costs, 'ms'), statements: costs.length })}\n`,
      )
    else expect(sumOf(costs, 'buffers'), shown(costs)).toBeLessThanOrEqual(mostOf(page))
  },
  120_000,
)

test.skipIf(MEASURE !== undefined).each([
  ['reads every pass', `select count(*) from subscriptions where expires_at > now()`],
  ['reads every sale of the creator', `select sum(net_minor) from earnings where creator_id = $1`],
  [
    'reads every follower',
    `select count(*) from follows f join entitlements e on e.account_id = f.fan_id where f.creator_id = $1`,
  ],
])(
  'PERF-01 a statement that %s makes the page fail, though nobody has named it',
  async (_, text) => {
    const [page] = PAGES
    const values = text.includes('$1') ? [busy.creatorId] : []
    const costs = await costOf(page!, () => queryPrepared(`planted ${text}`.slice(0, 60), text, values))
    expect(sumOf(costs, 'buffers')).toBeGreaterThan(mostOf(page!))
  },
  120_000,
)
