import { expect, test } from '@playwright/test'
import { base } from './people.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

for (const javaScriptEnabled of [true, false]) {
  test(`SUB-01 SUB-08 the plans, their prices in both currencies, and the dialog, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const context = await windowOfVisitor(browser, { javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${base()}/subscribe`)
    await expect(page.getByText('Best Deal')).toBeVisible()
    await expect(page.getByText(/save 31%/)).toBeVisible()
    for (const price of [/UGX\s180,000/, /UGX\s1,500,000/]) await expect(page.getByText(price).first()).toBeVisible()
    for (const right of ['Unlocked profiles', 'Paid private chats', 'New peaches weekly'])
      await expect(page.getByText(right)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Maybe Later' })).toHaveAttribute('href', '/')
    // Everything needed to decide is in the first view of a phone.
    const button = page.getByRole('button', { name: 'Unlock full access' })
    expect((await button.boundingBox())!.y).toBeLessThan(700)

    await page.getByRole('radio', { name: /Monthly/ }).check({ force: true })
    await button.click()
    await expect(page.getByRole('button', { name: /^Pay UGX\s180,000$/ })).toBeVisible()
    await expect(page.getByLabel('Mobile money number')).toBeVisible()
    await page.getByRole('link', { name: 'Close' }).last().click()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)

    // The chosen plan stays when the currency changes.
    await page.getByRole('link', { name: 'USD' }).click()
    await expect(page.getByText('US$4.99').first()).toBeVisible()
    await expect(page.getByText('US$49.99').first()).toBeVisible()
    await page.getByRole('button', { name: 'Unlock full access' }).click()
    await expect(page.getByRole('button', { name: 'Pay US$4.99' })).toBeVisible()
    await expect(page.getByLabel('Mobile money number')).toHaveCount(0)
    await context.close()
  })
}

test('SUB-01 the dialog is modal, closes with Esc and Back, and returns the focus to the page', async ({ browser }) => {
  const context = await windowOfVisitor(browser)
  const page = await context.newPage()
  await page.goto(`${base()}/subscribe`)
  await page.getByRole('button', { name: 'Unlock full access' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(page.locator('dialog:modal')).toHaveCount(1)
  await expect(dialog.getByLabel('Mobile money number').or(dialog.getByRole('radio').first()).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Unlock full access' }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await context.close()
})

test('SUB-02 a pass holder sees the notice and is redirected to the feed; a renewal is allowed', async ({
  browser,
}) => {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  await page.goto(`${base()}/subscribe`)
  await expect(page).toHaveURL(/\/unblocked-feed$/)
  await expect(page.locator('output')).toContainText('Already Subscribed!')
  await page.goto(`${base()}/subscribe?from=renewal`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renew your pass')
  await context.close()
})

test('LEGAL-01 the documents are complete and work without script', async ({ request }) => {
  const description: Record<string, RegExp[]> = {
    '/terms': [/18/, /screenshots/i, /watermark/i, /48 hours/],
    '/privacy': [/privacy/i],
    '/refunds': [/3-10 business days/, /24-48 hours/],
    '/acceptable-use': [/screenshots/i, /5 business days/],
    '/creator-verification': [/24-48 hours/, /3 months/, /annual|every year|once a year/i],
  }
  for (const [path, policies] of Object.entries(description)) {
    const answer = await request.get(base() + path)
    const html = await answer.text()
    expect(answer.status(), path).toBe(200)
    expect(html, path).not.toContain('<script')
    const message = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(message.split(' ').length, `${path} is a document`).toBeGreaterThan(400)
    for (const policy of policies) expect(message, path).toMatch(policy)
  }
})

test('SUB-01 PROF-03a who came for one photo sees it above the plans, is offered the creator alone beside the pass, and finds the way back', async ({
  browser,
}) => {
  const context = await windowOfVisitor(browser)
  const page = await context.newPage()
  await page.goto(`${base()}/amina_k`)
  const locked = page.getByRole('article').filter({ hasText: /UGX.25,000 with a pass/ })
  await locked.getByRole('link', { name: 'Unlock this Peach' }).first().click()
  await expect(page).toHaveURL(/\/subscribe\?.*intent=unlock/)
  await expect(page.getByText('Unlock Amina K\u2019s photo')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Monthly/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /Only Amina K/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Maybe Later' })).toHaveAttribute('href', '/amina_k')
  await page.getByRole('radio', { name: /Only Amina K/ }).check({ force: true })
  await page.getByRole('button', { name: 'Unlock full access' }).click()
  await expect(page.getByRole('heading', { name: '30 days of Amina K' })).toBeVisible()
  await context.close()
})
