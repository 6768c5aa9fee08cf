import { expect, type Page, test } from '@playwright/test'
import { base } from './people.ts'
import { readTestData } from './screens.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

const toast = (page: Page) => page.locator('output')

test.describe('profiles', () => {
  test('PROF-01a PROF-01c PROF-01d PROF-01e PROF-01f PROF-01g PROF-03a ROUTE-04a PROF-02b a profile shows the creator, and every action leads a visitor to the plans', async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser)
    const page = await context.newPage()
    await page.goto(`${base()}/amina_k`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amina K')
    for (const text of ['Online now', '@amina_k · Kampala', 'Dancer and voice artist.'])
      await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByText(/\d+ followers? · \d+ subscribers?/)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: /Today's goal: UGX/ })).toBeVisible()
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(6)
    const links = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent.trim(), link.getAttribute('href')!]))
    const acts = links.filter(([label]) =>
      /^(Follow|Chat|Call|Book|Tip|Get full access|Unlock this Peach)/.test(label!),
    )
    expect(new Set(acts.map(([label]) => label!.split(' ')[0]))).toEqual(
      new Set(['Follow', 'Chat', 'Tip', 'Get', 'Unlock']),
    )
    for (const [label, href] of acts) expect(href, label).toMatch(/^\/subscribe\?/)
    await context.close()
  })

  test('a name of sixty letters without a space leaves no page', async ({ browser }) => {
    const pages = {
      brian: ['/amina_k', '/unblocked-feed', '/chat', '/profile'],
      amina: ['/dashboard', '/dashboard/fans'],
    }
    for (const [who, paths] of Object.entries(pages)) {
      const context = await windowOf(browser, who as 'brian' | 'amina', { width: 360 })
      const page = await context.newPage()
      for (const path of paths) {
        await page.goto(base() + path)
        const outside = await page.evaluate(() => {
          const names = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          for (let node = names.nextNode(); node; node = names.nextNode())
            if (/^(Amina K|Brenda|Brian O\.)$/.test(node.nodeValue!.trim())) node.nodeValue = 'W'.repeat(60)
          return document.documentElement.scrollWidth - document.documentElement.clientWidth
        })
        expect(outside, path).toBe(0)
      }
      await context.close()
    }
  })

  test('PROF-03b every action works for an entitled fan', async ({ browser }) => {
    const { aminaId, lockedPostId } = await readTestData(browser)
    const context = await windowOf(browser, 'brian')
    const page = await context.newPage()
    await page.goto(`${base()}/amina_k`)
    const hrefs = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    for (const act of ['chat', 'tip']) expect(hrefs).toContain(`/${act}/${aminaId}`)
    expect(hrefs).toContain(`/posts/${lockedPostId}/unlock`)
    expect(hrefs.filter((href) => href.startsWith('/subscribe'))).toEqual([])
    await expect(page.getByRole('button', { name: /^Follow(ing)? Amina K/ })).toBeVisible()
    await context.close()
  })

  test('PROF-04a PROF-04b sharing uses the device or copies the address; the link preview has a safe picture', async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base() })
    await context.addInitScript(() => {
      const shared = ((globalThis as unknown as { shared: unknown[] }).shared = [])
      if (location.search === '?native')
        Object.defineProperty(navigator, 'share', {
          value: (what: unknown) => Promise.resolve(shared.push(what as never)),
        })
      else Object.defineProperty(navigator, 'share', { value: undefined })
    })
    const page = await context.newPage()
    await page.goto(`${base()}/amina_k`)
    await page.getByRole('link', { name: 'Share Amina K' }).click()
    await expect(toast(page)).toContainText('Link copied')
    // Above what sticks to the foot of the page, and above the bar.
    const [shown, foot] = await Promise.all([
      toast(page).locator('> *').first().boundingBox(),
      page.getByRole('link', { name: 'Get full access' }).last().boundingBox(),
    ])
    expect(shown!.y + shown!.height).toBeLessThanOrEqual(foot!.y)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${base()}/amina_k`)
    await page.goto(`${base()}/amina_k?native`)
    await page.getByRole('link', { name: 'Share Amina K' }).click()
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared))
      .toEqual([{ title: 'Amina K', url: `${base()}/amina_k` }])

    // The tags are the same before and after the age gate.
    for (const cookie of ['', 'peach_adult=1']) {
      const html = await (await fetch(`${base()}/amina_k`, { headers: { cookie } })).text()
      const tag = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1]
      expect(tag('og:title')).toBe('Amina K on Peach')
      expect(tag('og:url')).toBe(`${base()}/amina_k`)
      expect(tag('og:description')).toBeTruthy()
      const picture = await fetch(tag('og:image')!)
      const bytes = Buffer.from(await picture.arrayBuffer())
      expect(picture.headers.get('content-type')).toBe('image/jpeg')
      expect(bytes.length).toBeLessThanOrEqual(120 * 1024)
      expect(sizeOfJpeg(bytes)).toEqual([1200, 630])
    }
    await context.close()
  })

  test('PROF-06a PROF-06b a hidden creator is redirected to renew, everyone else to the feed, each with its message', async ({
    browser,
  }) => {
    for (const name of ['visitor', 'brian'] as const) {
      const context = name === 'visitor' ? await windowOfVisitor(browser) : await windowOf(browser, name)
      const page = await context.newPage()
      await page.goto(`${base()}/zawadi`)
      await expect(page).toHaveURL(/\/public-feed/)
      await expect(toast(page)).toContainText('Profile unavailable')
      await expect(toast(page)).toContainText("This creator's profile is currently inactive.")
      await page.reload()
      await expect(toast(page), 'said once').toBeEmpty()
      await context.close()
    }
    const owner = await windowOf(browser, 'zawadi')
    const page = await owner.newPage()
    await page.goto(`${base()}/zawadi`)
    await expect(page).toHaveURL(/\/creator-subscription$/)
    await expect(toast(page)).toContainText('Reactivate Your Profile')
    await expect(toast(page)).toContainText('Your subscription has expired. Renew to reactivate your profile.')
    await expect(page.getByText(/UGX\s60,000/).first()).toBeVisible()
    await owner.close()
  })

  test('PROF-09a PROF-09b /creator/:id and /gal/:id show the creator, the latter only to pass holders', async ({
    browser,
  }) => {
    const { aminaId } = await readTestData(browser)
    const visitor = await windowOfVisitor(browser)
    const page = await visitor.newPage()
    await page.goto(`${base()}/creator/${aminaId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amina K')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${base()}/amina_k`)
    await page.goto(`${base()}/gal/${aminaId}`)
    await expect(page).toHaveURL(/\/auth/)
    await visitor.close()
    const holder = await windowOf(browser, 'brian')
    const premium = await holder.newPage()
    expect((await premium.goto(`${base()}/gal/${aminaId}`))!.status()).toBe(200)
    await expect(premium.getByRole('heading', { level: 1 })).toHaveText('Amina K')
    expect((await premium.goto(`${base()}/gal/00000000-0000-7000-8000-000000000000`))!.status()).toBe(404)
    await holder.close()
  })
})

/** Width and height from the JPEG frame header. */
function sizeOfJpeg(bytes: Buffer): [number, number] {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  throw new Error('no JPEG')
}

test('PROF-03 the sheets of a creator’s page have addresses: Back closes one and stays, a reload opens its page', async ({
  browser,
}) => {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  for (const links of ['a[href^="/tip/"]', 'a[href$="/unlock"]']) {
    await page.goto(`${base()}/amina_k`)
    const link = page.locator(links).filter({ visible: true }).first()
    const address = (await link.getAttribute('href'))!
    const read: string[] = []
    page.on('request', (request) => read.push(new URL(request.url()).pathname))
    // Before the script runs the link leads to its page; the sheet is what comes after.
    await expect(async () => {
      if (new URL(page.url()).pathname !== '/amina_k') await page.goto(`${base()}/amina_k`)
      await link.click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }).toPass()
    await expect(page).toHaveURL(base() + address)
    read.length = 0
    await page.goBack()
    await expect(page).toHaveURL(`${base()}/amina_k`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amina K')
    expect(read, 'the page is not read again').not.toContain('/amina_k.data')
    await page.goForward()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(base() + address)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Amina K')
  }
  await context.close()
})
