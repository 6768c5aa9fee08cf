import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { openOwner } from '../support/fixture.ts'
import { test, useMovingClock } from './moving-clock.ts'
import { countWalk } from './count-walk.ts'
import { advance, postForm, referenceAt } from './payment-steps.ts'
import { confirmAdult, newAddress, newestMail } from './people.ts'
import { signInStaff } from './staff-people.ts'
import { applyAsCreator } from './wizard-steps.ts'

// Whole applications, with decisions and a moving clock. No other spec with that clock uses Nakato.
test.describe.configure({ timeout: 300_000, mode: 'serial' })

const NAKATO = 'nakato@demo.peach.example'
const TEXTS = 'The word on the paper can\u2019t be read. Please take it again in daylight.'

let shop: Product
test.beforeAll(async ({ moving }) => {
  shop = await useMovingClock(moving)
})

/** A window of a creator of the demo data, signed in by the mailed code. Returns where the product redirects. */
async function windowOfCreator(
  browser: Browser,
  address: string,
  javaScriptEnabled = true,
): Promise<{ context: BrowserContext; landed: string }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, javaScriptEnabled })
  await confirmAdult(context, shop.url)
  const { request } = context
  const before = (await codesTo(request, address)).length
  await postForm(request, shop, '/auth', { email: address, mode: 'sign-in' })
  await expect.poll(async () => (await codesTo(request, address)).length, { timeout: 20_000 }).toBeGreaterThan(before)
  const [code] = await codesTo(request, address)
  const proven = await postForm(request, shop, '/auth/code', { intent: 'verify', code: code! })
  return { context, landed: proven.headers().location ?? '' }
}

/** The codes mailed to an address, newest first. */
async function codesTo(request: APIRequestContext, address: string): Promise<string[]> {
  const answer = await request.get(`${shop.url}/dev/mail.json?to=${encodeURIComponent(address)}`)
  return ((await answer.json()) as { code: string | null }[]).flatMap((mail) => mail.code ?? [])
}

async function windowOfModerator(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled })
  const page = await context.newPage()
  await signInStaff(page, 'moderator', shop)
  return page
}

async function openNakato(page: Page): Promise<void> {
  await page.goto(`${shop.url}/admin/peaches`)
  await page
    .getByRole('link', { name: /Nakato/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Nakato' })).toBeVisible()
}

/** Opens everything that the page marks as not opened, one by one, as a reviewer has to before approving. */
async function openEverything(page: Page): Promise<void> {
  const left = page.locator('.media-tile', { hasText: 'Not opened yet' })
  for (let count = await left.count(); count > 0; count -= 1) {
    await left.first().getByText('Show').click()
    const open = page.getByRole('button', { name: 'Open', exact: true })
    await expect(open.or(page.locator('.opened-medium')).first()).toBeVisible()
    if (await open.isVisible()) await open.click()
    const image = page.locator('.opened-medium img').first()
    await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
    await page.getByRole('link', { name: 'Hide and go back' }).click()
    await expect(left).toHaveCount(count - 1)
  }
}

test('ADMIN-04 ONB-C-08d NOTIFY-01j a reviewer opens sealed files with a reason and asks for changes; the creator reads them', async ({
  browser,
}) => {
  const { context, landed } = await windowOfCreator(browser, NAKATO)
  expect(landed).toBe('/dashboard')
  const creator = await context.newPage()
  await creator.goto(`${shop.url}/dashboard`)
  await expect(
    creator.getByRole('heading', { name: 'In review. Usually within 1 hour, at most 48 hours' }),
  ).toBeVisible()
  // Their own address is a preview; no one else sees the page.
  await creator.goto(`${shop.url}/nakato`)
  await expect(creator.getByText('Only you see this page')).toBeVisible()

  const page = await windowOfModerator(browser)
  await openNakato(page)
  // Viewing requires a reason and shows nothing before.
  await expect(page.locator('.opened-medium')).toHaveCount(0)
  await page.getByRole('link', { name: 'Show' }).first().click()
  await page.getByLabel('Why do you need to see it?').fill('')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Write in a few words why you need to see it')
  await page.getByLabel('Why do you need to see it?').fill('Review of the application')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const opened = page.locator('.opened-medium img')
  await expect.poll(() => opened.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  const document = await opened.getAttribute('src')
  await page.getByRole('link', { name: 'Hide and go back' }).click()

  // The first post is blurred until opened.
  await page.getByRole('button', { name: 'Show' }).click()
  const post = page.locator('.opened-medium img')
  await expect.poll(() => post.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  const postAddress = await post.getAttribute('src')
  // What this reviewer has opened stays closed to everyone else.
  for (const address of [document!, postAddress!]) {
    const visitor = await browser.newContext()
    expect([403, 404]).toContain((await visitor.request.get(`${shop.url}${address}`)).status())
    await visitor.close()
  }

  await openNakato(page)
  await page.getByRole('link', { name: 'Request changes' }).click()
  await page.getByRole('button', { name: 'Request changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose what has to be done again')
  await page.getByRole('checkbox', { name: 'Verification selfie' }).check({ force: true })
  await page.getByLabel('What must the creator change?').fill(TEXTS)
  await page.getByRole('button', { name: 'Request changes' }).click()
  await expect(page.getByText('Nakato has to change something. We sent an email.')).toBeVisible()

  await creator.goto(`${shop.url}/dashboard`)
  await expect(creator.getByRole('heading', { name: 'One thing to fix' })).toBeVisible()
  await expect(creator.getByText(TEXTS)).toBeVisible()
  await expect(creator.getByRole('link', { name: 'Take selfie again' })).toHaveAttribute(
    'href',
    '/onboarding/verification',
  )
  await expect(creator.getByRole('link', { name: 'Appeal this decision' })).toBeVisible()
  expect((await newestMail(NAKATO, 0, shop.url)).subject).toBe('News about your application')
  await context.close()
  await page.context().close()
})

test('ONB-C-05 CSUB-01d CSUB-02 SAFE-01b approved by a person without script, paid on the payment page, then visible to everyone', async ({
  browser,
}) => {
  // Sent again, as the wizard does it.
  const owner = await openOwner(shop.dataDir)
  await owner.query(
    `with sent as (
       update creator_applications a set state = 'in_review', submitted_at = app_now(), steps_done = '{}', version = version + 1
       from profiles p where p.id = a.profile_id and p.email = $1 returning a.profile_id
     ) update creators c set verification_status = 'in_review' from sent where c.profile_id = sent.profile_id`,
    [NAKATO],
  )
  await owner.end()

  const page = await windowOfModerator(browser, false)
  await openNakato(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('alert')).toContainText('Tick every check before you approve')
  const tickAll = async () => {
    for (const check of await page.getByRole('checkbox').all()) await check.check({ force: true })
  }
  await tickAll()
  await page.getByRole('button', { name: 'Approve' }).click()
  // Six ticks are no look: what was not opened is named.
  await expect(page.getByRole('alert')).toContainText('You have not opened everything since its last change')
  await openEverything(page)
  await tickAll()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page).toHaveURL(/\/admin\/peaches\?filter=pending$/)
  await expect(page.getByRole('heading', { name: 'Decided today' })).toBeVisible()
  await page.context().close()

  // An address gets one code a minute.
  await advance(shop, 'PT2M')
  const { context, landed } = await windowOfCreator(browser, NAKATO)
  expect(landed).toBe('/creator-subscription')
  const creator = await context.newPage()
  await creator.goto(`${shop.url}/creator-subscription`)
  await expect(creator.getByText('UGX\u00a060,000').first()).toBeVisible()
  await creator.getByText('Why do I have to pay?').click()
  await expect(creator.getByText(/The fee pays for reviewing every creator/)).toBeVisible()
  await creator.getByRole('button', { name: 'Pay & Unlock' }).click()
  await expect(creator).toHaveURL(/creator-subscription\?pay=1/)
  await creator.getByLabel('Mobile money number').fill('772 123 456')
  await creator.getByRole('button', { name: /^Pay UGX/ }).click()
  await creator.waitForURL(/hosted\/pay/)
  const reference = await referenceAt(creator, shop, NAKATO)
  expect(reference).toMatch(/^peach_creator_weekly_/)
  await creator.getByRole('button', { name: 'Approve' }).click()
  await creator.waitForURL(/creator-subscription-callback/)
  await expect(creator.getByRole('heading', { name: 'Your profile is visible' })).toBeVisible()
  await expect(creator.getByText('Opening your page in 3 seconds')).toBeVisible()
  await creator.waitForURL(`${shop.url}/nakato`, { timeout: 15_000 })
  await expect(creator.getByRole('heading', { name: 'Nakato', level: 1 })).toBeVisible()

  // Everyone sees them: at their own address and in the feed.
  const visitor = await browser.newContext()
  await confirmAdult(visitor, shop.url)
  const feed = await visitor.newPage()
  await feed.goto(`${shop.url}/public-feed`)
  await expect(feed.getByRole('link', { name: /Nakato/ }).first()).toBeVisible()
  await feed.goto(`${shop.url}/nakato`)
  await expect(feed.getByRole('link', { name: 'Unlock this Peach' }).first()).toBeVisible()
  await visitor.close()

  // A creator who has paid is redirected to the page; one who renews is not.
  await creator.goto(`${shop.url}/creator-subscription`)
  await expect(creator).toHaveURL(`${shop.url}/nakato`)
  await creator.goto(`${shop.url}/creator-subscription?renew=1`)
  await expect(creator.getByText(/Visible until/)).toBeVisible()
  await context.close()
})

test('CSUB-03c PROF-06a PROF-06b when the week ends the profile leaves the feeds at once, and its owner is asked to renew', async ({
  browser,
}) => {
  await advance(shop, 'P7D')
  const visitor = await browser.newContext()
  await confirmAdult(visitor, shop.url)
  const page = await visitor.newPage()
  await page.goto(`${shop.url}/public-feed`)
  await expect(page.getByRole('link', { name: /Nakato/ })).toHaveCount(0)
  await page.goto(`${shop.url}/nakato`)
  await expect(page).toHaveURL(/\/public-feed$/)
  await expect(page.getByText('Profile unavailable', { exact: true })).toBeVisible()
  await visitor.close()

  const { context } = await windowOfCreator(browser, NAKATO)
  const creator = await context.newPage()
  await creator.goto(`${shop.url}/nakato`)
  await expect(creator).toHaveURL(/\/creator-subscription$/)
  await expect(creator.getByText('Reactivate Your Profile', { exact: true })).toBeVisible()
  await expect(
    creator.getByText('Your subscription has expired. Renew to reactivate your profile.', { exact: true }),
  ).toBeVisible()

  // Cancelled on the payment page, with the specified text; nothing is paid.
  await creator.goto(`${shop.url}/creator-subscription?pay=1`)
  await creator.getByLabel('Mobile money number').fill('772 123 456')
  await creator.getByRole('button', { name: /^Pay UGX/ }).click()
  await creator.waitForURL(/hosted\/pay/)
  const reference = await referenceAt(creator, shop, NAKATO)
  await creator.goto(`${shop.url}/creator-subscription-callback?tx_ref=${reference}&status=cancelled`)
  await expect(creator.getByRole('heading', { name: 'Payment was cancelled' })).toBeVisible()
  await expect(
    creator.getByText(
      "Don't worry! Your payment is secure. If money was deducted, it will be refunded within 24-48 hours.",
    ),
  ).toBeVisible()
  // The fans' callback page redirects a creator fee.
  await creator.goto(`${shop.url}/payment-callback?tx_ref=${reference}`)
  await expect(creator).toHaveURL(/creator-subscription-callback/)
  await creator.goto(`${shop.url}/creator-subscription-callback`)
  await expect(creator.getByRole('heading', { name: 'Payment failed or invalid callback' })).toBeVisible()
  await context.close()
})

test('ONB-C-01 ONB-C-05 CSUB-01 one person from the landing page to a visible profile: six steps, a review, the fee', async ({
  browser,
}) => {
  const address = newAddress('whole-way')
  const username = `whole_${Math.random().toString(36).slice(2, 8)}`
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } })
  const began = performance.now()
  const walk = await countWalk(context, new URL(shop.url).origin)
  const creator = await context.newPage()
  await creator.goto(shop.url)
  await creator.getByRole('link', { name: 'Become a Creator' }).first().click()
  await onThisData(() => applyAsCreator(creator, address, { name: 'Whole Way', username }))
  expect([walk.taps, walk.typed.size, walk.files.size]).toEqual([7, 10, 4])
  console.log(`from the landing page to an application: ${((performance.now() - began) / 1_000).toFixed(1)} s`)

  const page = await windowOfModerator(browser)
  await page.goto(`${shop.url}/admin/peaches`)
  await page
    .getByRole('link', { name: /Whole Way/ })
    .first()
    .click()
  await openEverything(page)
  for (const check of await page.getByRole('checkbox').all()) await check.check({ force: true })
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Decided today' })).toBeVisible()
  await page.context().close()

  await creator.goto(`${shop.url}/creator-subscription`)
  await creator.getByRole('button', { name: 'Pay & Unlock' }).click()
  await creator.getByLabel('Mobile money number').fill('772 123 456')
  await creator.getByRole('button', { name: /^Pay UGX/ }).click()
  await creator.waitForURL(/hosted\/pay/)
  await creator.getByRole('button', { name: 'Approve' }).click()
  await creator.waitForURL(`${shop.url}/${username}`, { timeout: 30_000 })
  expect([walk.taps, walk.typed.size]).toEqual([9, 11])
  await context.close()

  const visitor = await browser.newContext()
  await confirmAdult(visitor, shop.url)
  const feed = await visitor.newPage()
  await feed.goto(`${shop.url}/public-feed`)
  await expect(feed.getByRole('link', { name: /Whole Way/ }).first()).toBeVisible()
  await feed.goto(`${shop.url}/${username}`)
  await expect(feed.getByRole('heading', { name: 'Whole Way', level: 1 })).toBeVisible()
  await visitor.close()
})

/** The wizard steps use the shared base address; here it is this server's. */
async function onThisData(act: () => Promise<void>): Promise<void> {
  const shared = process.env.PEACH_URL
  process.env.PEACH_URL = shop.url
  try {
    await act()
  } finally {
    process.env.PEACH_URL = shared
  }
}
