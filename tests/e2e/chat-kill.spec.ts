import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import type pg from 'pg'
import { openOwner, startOwnProduct } from '../support/fixture.ts'
import { type Product, startProduct } from '../support/product.ts'
import { advance, postForm } from './payment-steps.ts'
import { signIn } from './people.ts'

const MESSAGES = 24
const KILLS = 3
const RATE_MINOR = 500_000n

let shop: Product
let owner: pg.Client
const before = process.env.PEACH_URL

test.beforeAll(async () => {
  test.setTimeout(120_000)
  shop = await startOwnProduct()
  process.env.PEACH_URL = shop.url
  owner = await openOwner(shop.dataDir)
})
test.afterAll(async () => {
  process.env.PEACH_URL = before
  await owner?.end()
  await shop?.remove()
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('CHAT-03a CHAT-02a kill -9 of the server between paid messages, each sent until it is answered: every one is stored and paid once', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const context = await browser.newContext()
  await signIn(await context.newPage(), 'brian@demo.peach.example')
  const [pair] = (
    await owner.query<{ fan: string; creator: string }>(
      `select f.id as fan, c.id as creator from profiles f, profiles c
       where f.email = 'brian@demo.peach.example' and c.username = 'amina_k'`,
    )
  ).rows
  await owner.query(
    `select post_journal_entry(gen_random_uuid(), 'wallet_topped_up', 'chat kill journey', 'test', $1, app_now(), null,
       array[(select id from ledger_accounts where purpose = 'gateway_clearing' and currency = 'UGX'),
         open_ledger_account(gen_random_uuid(), 'wallet', $1, 'UGX', false, true)], array[$2::bigint, -$2::bigint])`,
    [pair!.fan, String(BigInt(MESSAGES) * RATE_MINOR)],
  )
  const wallet = async () => {
    const { rows } = await owner.query<{ balance: string }>(
      `select (-ledger_balance(id))::text as balance from ledger_accounts where purpose = 'wallet' and owner_id = $1 and currency = 'UGX'`,
      [pair!.fan],
    )
    return BigInt(rows[0]!.balance)
  }
  const atStart = await wallet()
  const port = Number(new URL(shop.url).port)
  const sentAs = Array.from({ length: MESSAGES }, () => randomUUID())
  let back = Promise.resolve()
  let unanswered = 0

  async function send(clientId: string, index: number): Promise<void> {
    const form = { text: `Message ${index}`, client_id: clientId, shown: String(RATE_MINOR), agreed: 'yes' }
    for (;;)
      try {
        const answer = await postForm(context.request, shop, `/chat/${pair!.creator}/messages`, form)
        if (answer.status() === 200) return
        throw new Error(`the form answered ${answer.status()}`)
      } catch (error) {
        if (String(error).includes('answered 4')) throw error
        unanswered += 1
        await pause(100)
        await back
      }
  }

  let next = 0
  const tabs = Array.from({ length: 3 }, async () => {
    while (next < MESSAGES) {
      const index = next++
      await send(sentAs[index]!, index)
      await pause(60)
    }
  })
  for (let round = 1; round <= KILLS; round += 1) {
    await expect
      .poll(() => next, { intervals: [2], timeout: 60_000 })
      .toBeGreaterThanOrEqual((round * MESSAGES) / (KILLS + 1))
    const { promise, resolve } = Promise.withResolvers<void>()
    back = promise
    await owner.end()
    await shop.kill()
    shop = await startProduct({ dataDir: shop.dataDir, port, env: { BUDGET_FACTOR: '100' } })
    owner = await openOwner(shop.dataDir)
    resolve()
  }
  await Promise.all(tabs)
  expect(unanswered, 'no message was under way at a kill').toBeGreaterThan(0)

  const { rows } = await owner.query<{ client_id: string; paid: string }>(
    `select m.client_id, count(e.id)::text as paid from chat_messages m
     left join journal_entries e on e.kind = 'message_paid' and e.cause_kind = 'chat_message' and e.cause_id = m.id
     where m.client_id = any($1) group by m.id`,
    [sentAs],
  )
  expect(rows.map((row) => row.client_id).toSorted()).toEqual(sentAs.toSorted())
  expect(rows.every((row) => row.paid === '1')).toBe(true)
  expect(await wallet()).toBe(atStart - BigInt(MESSAGES) * RATE_MINOR)
  const { rows: numbers } = await owner.query(
    `select count(*) = max(seq) and count(distinct seq) = max(seq) as whole from chat_messages m
     join chat_threads t on t.id = m.thread_id where t.fan_id = $1 and t.creator_id = $2`,
    [pair!.fan, pair!.creator],
  )
  expect(numbers).toEqual([{ whole: true }])
  await context.close()
})

const FANS = 2_000
/** So many are reached after each start before the server is killed. */
const REACHED = 60

/** Subscribers of a creator in one statement each: foreign keys and triggers would take most of the time. */
async function addSubscribers(creatorId: string): Promise<void> {
  const id = `('01980000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid`
  const all = `from generate_series(1, ${FANS}) n`
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into profiles (id, email, email_proven_at, display_name, user_type, profile_completed, city, birthday, created_at)
     select ${id}, 'many' || n || '@fans.example', now(), 'Fan ' || n, 'fan', true, 'Kampala', date '1990-01-01', now() ${all}`,
  )
  await owner.query(
    `insert into subscriptions (id, user_id, plan_id, purchase_id, starts_at, expires_at, created_at)
     select ${id}, ${id}, (select id from subscription_plans where name = 'monthly'), ${id}, now(), now() + interval '20 days', now() ${all}`,
  )
  await owner.query(`insert into follows (fan_id, creator_id, created_at) select ${id}, $1, now() ${all}`, [creatorId])
  await owner.query('set session_replication_role = origin')
}

test('CHAT-05c kill -9 of the server while a message reaches many: it goes on, and everybody has it once', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  process.env.PEACH_URL = shop.url
  const [creator] = (await owner.query<{ id: string }>(`select id from profiles where username = 'amina_k'`)).rows
  await addSubscribers(creator!.id)
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'amina@demo.peach.example')
  const words = `To everybody ${randomUUID()}`
  await page.goto(`${shop.url}/dashboard/messages/new`)
  await page.getByLabel('Message', { exact: true }).fill(words)
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.waitForURL(/\/dashboard\/messages\/[0-9a-f-]{36}/)
  const massId = /messages\/([0-9a-f-]{36})/.exec(page.url())![1]!
  const state = async () => {
    const { rows } = await owner.query<{ state: string; delivered: number; audience: number }>(
      `select m.state, count(*) filter (where f.state = 'delivered')::int as delivered, count(*)::int as audience
       from mass_messages m join mass_message_fans f on f.mass_id = m.id where m.id = $1 group by m.state`,
      [massId],
    )
    return rows[0] ?? { state: 'none', delivered: 0, audience: FANS }
  }
  const port = Number(new URL(shop.url).port)
  let reached = 0
  for (let round = 1; round <= KILLS; round += 1) {
    await expect
      .poll(async () => (await state()).delivered, { intervals: [20], timeout: 60_000 })
      .toBeGreaterThan(reached + REACHED)
    expect((await state()).state, 'it had ended before the kill').toBe('sending')
    await owner.end()
    await shop.kill()
    shop = await startProduct({ dataDir: shop.dataDir, port, env: { BUDGET_FACTOR: '100' } })
    owner = await openOwner(shop.dataDir)
    reached = (await state()).delivered
    // The job died with its process: a task takes up what has stood still for some minutes. The answer waits for all that was due, so it
    // comes when everybody is reached, or never where the server is killed before.
    void advance(shop, 'PT3M').catch(() => {})
  }
  await expect.poll(async () => (await state()).state, { timeout: 90_000 }).toBe('sent')
  const { delivered, audience } = await state()
  expect([delivered, audience >= FANS]).toEqual([audience, true])
  const { rows } = await owner.query(
    `select count(*)::int as messages, count(distinct t.fan_id)::int as fans from chat_messages m
     join chat_threads t on t.id = m.thread_id where t.creator_id = $1 and m.body = $2`,
    [creator!.id, words],
  )
  expect(rows).toEqual([{ messages: audience, fans: audience }])
  const { rows: gaps } = await owner.query(
    `select t.id from chat_threads t join chat_messages m on m.thread_id = t.id where t.creator_id = $1
     group by t.id having count(*) <> max(m.seq) or count(distinct m.seq) <> max(m.seq)`,
    [creator!.id],
  )
  expect(gaps).toEqual([])
  await context.close()
})
