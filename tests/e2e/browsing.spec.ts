import { expect, type Page, test } from '@playwright/test'
import { base, newAddress, signUpFan } from './people.ts'
import { readTestData } from './screens.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
/** The specification's routes, with people of the demo data as parameters. */
function listedRoutes(id: string): string[] {
  const plain = `/ /public-feed /unblocked-feed /onboarding /viewer-onboarding /admin-onboarding /admin-unauthorized /chat /subscribe
    /subscription /owner-login /admin /payment-callback /auth /profile-setup /profile /about /terms /privacy /refunds /acceptable-use
    /creator-verification /creator-subscription /creator-subscription-callback /dashboard /amina_k`
  return [...plain.split(/\s+/), ...['creator', 'gal', 'chat', 'call', 'book'].map((word) => `/${word}/${id}`)]
}

const toast = (page: Page) => page.locator('output')

test.describe('everybody', () => {
  test('LAYOUT-01 LAYOUT-04 LAYOUT-05a the links of header, footer and bottom bar work for a visitor', async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    await page.goto(`${base()}/public-feed`)
    const header = page.locator('header')
    await expect(header.getByRole('link', { name: 'Peach', exact: true })).toHaveAttribute('href', '/')
    await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
    await page.evaluate(() => scrollTo(0, 1_000))
    expect((await header.boundingBox())!.y, 'the header stays').toBe(0)

    const places = await page
      .locator('footer nav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(places).toEqual([
      '/about',
      '/terms',
      '/privacy',
      '/refunds',
      '/acceptable-use',
      '/creator-verification',
      '/how-passes-are-shared',
      '/help',
    ])
    for (const place of places) expect((await context.request.get(base() + place)).status(), place!).toBe(200)

    const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    expect(
      await bar
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')])),
    ).toEqual([
      ['Feed', '/'],
      ['Chat', '/subscribe'],
      ['Profile', '/auth'],
    ])
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.locator('nav.bottom-bar')).toBeHidden()
    await expect(header.getByRole('link', { name: 'Chat' })).toBeVisible()
    await context.close()
  })

  test('LAYOUT-06a LAYOUT-06b LAYOUT-06d LAYOUT-05b LAND-01a Feed leads to /, which redirects everyone to their own page', async ({
    browser,
  }) => {
    const visitor = await windowOfVisitor(browser)
    const landing = await visitor.newPage()
    await landing.goto(`${base()}/`)
    await expect(landing.getByRole('heading', { level: 1 })).toHaveText('Turn Followers Into Paying Fans')
    await visitor.close()
    for (const [name, path] of [
      ['brian', '/unblocked-feed'],
      ['okello', '/public-feed'],
      ['amina', '/amina_k'],
    ] as const) {
      const context = await windowOf(browser, name)
      const page = await context.newPage()
      await page.goto(`${base()}/`)
      expect(pathOf(page).split('?')[0], name).toBe(path)
      if (name === 'brian') {
        const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
        await expect(bar.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', '/chat')
        await expect(bar.getByRole('link', { name: 'Calls' })).toHaveCount(0)
        await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
      }
      await context.close()
    }
  })

  test('LAND-01b LAND-01c LAND-01d LAND-01e the landing page explains the product and links creators and fans on, without script', async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser, { javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${base()}/`)
    await expect(page.getByText(/link in (your )?bio/i).first()).toBeVisible()
    for (const trust of [/verified creators/i, /private content/i, /secure payments/i, /safe environment/i]) {
      await expect(page.getByRole('heading', { name: trust })).toBeVisible()
    }
    for (const [label, path] of [
      ['Become a Creator', '/onboarding'],
      ['Support your Creator', '/public-feed'],
    ] as const) {
      const button = page.getByRole('link', { name: label }).first()
      await expect(button).toHaveAttribute('href', path)
      // Both are above the bottom bar on a phone.
      const box = (await button.boundingBox())!
      expect(box.y + box.height, label).toBeLessThan(740)
    }
    await context.close()
  })

  test('ROUTE-01 every listed route shows a visitor its page or redirects to sign-in', async ({ browser }) => {
    const context = await windowOfVisitor(browser)
    const fixture = await readTestData(browser)
    const answers: Record<string, string> = {}
    for (const path of listedRoutes(fixture.aminaId)) {
      const answer = await context.request.get(base() + path, { maxRedirects: 0 })
      const place = answer.headers().location
      answers[path.replace(fixture.aminaId, ':id')] =
        `${answer.status()}${place ? ` ${new URL(place, base()).pathname}` : ''}`
    }
    expect(answers).toEqual({
      '/': '200',
      '/public-feed': '200',
      '/unblocked-feed': '303 /auth',
      '/creator/:id': '200',
      '/gal/:id': '303 /auth',
      '/onboarding': '200',
      '/viewer-onboarding': '200',
      '/admin-onboarding': '303 /admin-unauthorized',
      '/admin-unauthorized': '200',
      '/chat': '303 /auth',
      '/chat/:id': '303 /auth',
      '/call/:id': '200',
      '/book/:id': '200',
      '/subscribe': '200',
      '/subscription': '303 /auth',
      '/owner-login': '200',
      '/admin': '303 /owner-login',
      '/payment-callback': '200',
      '/auth': '200',
      '/profile-setup': '303 /auth',
      '/profile': '303 /auth',
      '/about': '302 /',
      '/terms': '200',
      '/privacy': '200',
      '/refunds': '200',
      '/acceptable-use': '200',
      '/creator-verification': '200',
      '/creator-subscription': '303 /auth',
      '/creator-subscription-callback': '200',
      '/dashboard': '303 /auth',
      '/amina_k': '200',
    })
    await context.close()
  })

  test('ROUTE-02 /about leads to /', async ({ request }) => {
    const answer = await request.get(`${base()}/about`, { maxRedirects: 0 })
    expect([301, 302, 308]).toContain(answer.status())
    expect(answer.headers().location).toBe('/')
  })

  test('ROUTE-03a ROUTE-03b PROF-05a an unknown path gets 404 with a link home; an unknown username shows "Profile not found"', async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    expect((await page.goto(`${base()}/no/such/place`))!.status()).toBe(404)
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/')
    expect((await page.goto(`${base()}/nobody_of_that_name`))!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible()
    await expect(page.getByText("This Peach profile doesn't exist yet.")).toBeVisible()
    await page.getByRole('link', { name: 'Back to Feed' }).click()
    await expect(page).toHaveURL(/\/public-feed$/)
    await context.close()
  })

  test('ROUTE-04c ROUTE-05b other spellings of a name redirect to the canonical address, reserved words are no profile', async ({
    request,
  }) => {
    const leads = async (path: string) => {
      const answer = await request.get(base() + path, { maxRedirects: 0, headers: { cookie: 'peach_adult=1' } })
      return [answer.status(), answer.headers().location ?? null]
    }
    expect(await leads('/AMINA_K')).toEqual([302, '/amina_k'])
    expect(await leads('/amina-k')).toEqual([302, '/amina_k'])
    expect(await leads('/admin')).toEqual([303, '/owner-login?returnTo=%2Fadmin'])
    expect((await leads('/explore'))[0]).toBe(404)
    expect((await leads('/amina-q'))[0]).toBe(404)
  })
})

test.describe('signing out', () => {
  test('LAYOUT-02a LAYOUT-02b the menu links to profile and subscription; signing out shows its progress and result, also without script', async ({
    browser,
  }) => {
    test.setTimeout(90_000)
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    await signUpFan(page, newAddress('leaver'), 'Leaver L')
    await page.goto(`${base()}/public-feed`)
    await page.locator('header summary').click()
    await expect(page.getByRole('link', { name: 'View Profile' })).toHaveAttribute('href', '/profile')
    await expect(page.getByRole('link', { name: 'Manage Subscription' })).toHaveAttribute('href', '/subscription')
    const still = await browser.newContext({
      storageState: await context.storageState(),
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    })

    // The label stays until the next page loads, and Playwright would wait for that page, so the page itself records it.
    const notified = page.waitForEvent('console', (message) => message.text() === 'busy')
    await page.evaluate(() =>
      new MutationObserver(
        () => document.querySelector('header')!.textContent.includes('Signing out...') && console.info('busy'),
      ).observe(document.body, { subtree: true, childList: true, characterData: true }),
    )
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await notified
    await page.waitForURL(`${base()}/`)
    await expect(toast(page)).toContainText('Signed out')
    await expect(toast(page)).toContainText("You've been signed out successfully")
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()

    // The session has ended in every window.
    const other = await still.newPage()
    await other.goto(`${base()}/profile`)
    await expect(other).toHaveURL(/\/auth/)
    await still.close()
    await context.close()
  })

  test('LAYOUT-02 without script the menu opens and the form signs out', async ({ browser }) => {
    test.setTimeout(90_000)
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    await signUpFan(page, newAddress('quiet'), 'Quiet Q')
    const still = await browser.newContext({
      storageState: await context.storageState(),
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    })
    const other = await still.newPage()
    await other.goto(`${base()}/chat`)
    await other.locator('header summary').click()
    await other.getByRole('button', { name: 'Sign Out' }).click()
    await expect(other).toHaveURL(`${base()}/`)
    await expect(toast(other)).toContainText('Signed out')
    await still.close()
    await context.close()
  })
})
