import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { formatMoney } from '#app/domain/money/money.ts'
import type { Product } from '../support/product.ts'
import { openOwner } from '../support/fixture.ts'
import { test, useMovingClock } from './moving-clock.ts'
import { advance, becomeFan, goToCheckout, payAtGateway, expectAccess, postForm } from './payment-steps.ts'
import { confirmAdult } from './people.ts'

// Weeks pass and every shilling of Amina and Zawadi is counted; no other spec with the moving clock signs in as them.
test.describe.configure({ timeout: 240_000, mode: 'serial' })

const AMINA = 'amina@demo.peach.example'
const ZAWADI = 'zawadi@demo.peach.example'

let shop: Product
let owner: pg.Client
/** The creator's window after the last move of the clock: a second code within a minute is not sent. */
let amina: { context: BrowserContext; page: Page }
test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
  owner = await openOwner(shop.dataDir)
})
test.afterAll(() => owner?.end())

/** A window of a creator, signed in again: a week without a visit ends the session. */
async function windowOfCreator(browser: Browser, address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await confirmAdult(context, shop.url)
  const { request } = context
  // Old mails are deleted as the clock moves, so the newest is found by its time, not by count.
  const before = await newestCode(request, address)
  await postForm(request, shop, '/auth', { email: address, mode: 'sign-in' })
  await expect
    .poll(async () => (await newestCode(request, address))?.sentAt, { timeout: 20_000 })
    .not.toBe(before?.sentAt)
  const mail = await newestCode(request, address)
  await postForm(request, shop, '/auth/code', { intent: 'verify', code: mail!.code })
  return { context, page: await context.newPage() }
}

type Mail = { code: string; sentAt: string }

async function newestCode(request: APIRequestContext, address: string): Promise<Mail | undefined> {
  const answer = await request.get(`${shop.url}/dev/mail.json?to=${encodeURIComponent(address)}`)
  return ((await answer.json()) as (Mail | { code: null })[]).find((mail): mail is Mail => mail.code !== null)
}

async function creatorId(address: string): Promise<string> {
  return (await owner.query<{ id: string }>('select id from profiles where email = $1', [address])).rows[0]!.id
}

/** A creator's balances from the ledger, formatted as on the page. */
async function balancesOf(address: string): Promise<{ pending: string; available: string }> {
  const { rows } = await owner.query<{ purpose: string; minor: bigint }>(
    `select a.purpose, -sum(p.amount_minor)::bigint as minor from ledger_accounts a join postings p on p.account_id = a.id
     where a.owner_id = $1 and a.purpose in ('creator_pending', 'creator_available') group by 1`,
    [await creatorId(address)],
  )
  const message = (purpose: string) =>
    formatMoney({ amountMinor: BigInt(rows.find((row) => row.purpose === purpose)?.minor ?? 0), currency: 'UGX' })
  return { pending: message('creator_pending'), available: message('creator_available') }
}

async function earnedByShares(address: string): Promise<{ net: bigint; available: boolean }[]> {
  const { rows } = await owner.query<{ net: bigint; available: boolean }>(
    `select net_minor as net, released_at is not null as available from earnings
     where creator_id = $1 and source = 'pass_share' order by earned_at`,
    [await creatorId(address)],
  )
  return rows
}

test('EARN-01 EARN-02 DASH-03k a fan’s pass money goes to the creator whom the fan viewed: pending after the week, available seven days later', async ({
  browser,
  context,
  page,
}) => {
  const email = await becomeFan(context, shop, 'Sarah')
  const txRef = await goToCheckout(page, shop, email)
  await payAtGateway(shop, txRef, 'approve')
  await expectAccess(page, shop)
  const creator = await creatorId(AMINA)
  await page.goto(`${shop.url}/gal/${creator}`)
  await expect
    .poll(
      async () =>
        (
          await owner.query(
            'select from creator_uses u join profiles p on p.id = u.fan_id where p.email = $1 and u.creator_id = $2',
            [email, creator],
          )
        ).rowCount,
    )
    .toBe(1)

  const before = await earnedByShares(AMINA)
  await advance(shop, 'P7D')
  await expect.poll(async () => (await earnedByShares(AMINA)).length).toBeGreaterThan(before.length)
  const pending = await balancesOf(AMINA)
  const first = await windowOfCreator(browser, AMINA)
  await first.page.goto(`${shop.url}/dashboard/earnings`)
  const balance = first.page.getByRole('region', { name: 'Balance' })
  await expect(balance).toContainText(pending.pending)
  await expect(balance).toContainText('Clears ')
  await expect(first.page.getByRole('table')).toContainText('Pass share')
  await first.context.close()

  const shared = (await earnedByShares(AMINA)).length
  await advance(shop, 'P7D')
  await expect
    .poll(async () => (await earnedByShares(AMINA)).slice(0, shared).every((earning) => earning.available))
    .toBe(true)
  const after = await balancesOf(AMINA)
  amina = await windowOfCreator(browser, AMINA)
  await amina.page.goto(`${shop.url}/dashboard/earnings`)
  await expect(amina.page.getByRole('region', { name: 'Balance' })).toContainText(after.available)
})

test('EARN-01d DASH-03n the statement of a month adds up on the page, as CSV and as PDF', async () => {
  const { context, page } = amina
  await page.goto(`${shop.url}/dashboard/earnings/statement`)
  await expect(page.getByRole('heading', { name: /statement$/ })).toBeVisible()
  await expect(page.getByText('Closing balance')).toBeVisible()
  await page.getByRole('link', { name: 'How passes are shared' }).click()
  await expect(page.getByRole('heading', { name: 'How passes are shared', level: 1 })).toBeVisible()
  await page.goBack()

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  expect(download.suggestedFilename()).toMatch(/^earnings-20\d\d-\d\d\.csv$/)
  const csv = await (await context.request.get(download.url())).text()
  const rows = csv.trim().split('\r\n').slice(1)
  const lastOf = (row: string, from: number) => Number(row.split(',').at(from))
  let balance = lastOf(rows[0]!, -1)
  for (const row of rows.slice(1, -1)) {
    balance += lastOf(row, -2)
    expect(lastOf(row, -1)).toBeCloseTo(balance, 2)
  }
  expect(rows.length).toBeGreaterThan(2)
  expect(lastOf(rows.at(-1)!, -1)).toBeCloseTo(balance, 2)

  const pdf = await context.request.get(download.url().replace('.csv', '.pdf'))
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect((await pdf.body()).subarray(0, 8).toString()).toBe('%PDF-1.4')
})

test('EARN-01 no one sees another creator’s money: a fan is redirected, another creator gets their own, and an unknown month gets 404', async ({
  browser,
  context,
}) => {
  await becomeFan(context, shop, 'Ruth')
  for (const path of ['/dashboard/earnings', '/dashboard/earnings/statement', '/dashboard/earnings/statement.csv']) {
    const answer = await context.request.get(`${shop.url}${path}`, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(303)
  }
  const zawadi = await windowOfCreator(browser, ZAWADI)
  const own = await (await amina.context.request.get(`${shop.url}/dashboard/earnings/statement.csv`)).text()
  const other = await (await zawadi.context.request.get(`${shop.url}/dashboard/earnings/statement.csv`)).text()
  expect(other).not.toBe(own)
  for (const month of ['2020-01', '2099-01', 'x', '2026-13', "2026-11'--"]) {
    const address = `/dashboard/earnings/statement?month=${encodeURIComponent(month)}`
    expect((await amina.context.request.get(`${shop.url}${address}`)).status(), month).toBe(404)
    const file = address.replace('statement?', 'statement.pdf?')
    expect((await amina.context.request.get(`${shop.url}${file}`)).status(), month).toBe(404)
  }
  await amina.context.close()
  await zawadi.context.close()
})
