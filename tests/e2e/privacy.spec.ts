import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { test } from './moving-clock.ts'
import { advance } from './payment-steps.ts'
import { base, newAddress, signIn, signUpFan, typeCode } from './people.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'

async function mailsTo(address: string): Promise<{ subject: string; code: string; link: string }[]> {
  return (await (await fetch(`${base()}/dev/mail.json?to=${encodeURIComponent(address)}`)).json()) as never
}

async function mailWith(address: string, subject: string): Promise<{ code: string; link: string }> {
  let found: { code: string; link: string } | undefined
  await expect
    .poll(async () => (found = (await mailsTo(address)).find((mail) => mail.subject === subject)), { timeout: 30_000 })
    .toBeTruthy()
  return found!
}

async function askForDeletion(page: Page, address: string): Promise<string> {
  await page.goto(`${base()}/profile/deletion`)
  await page.getByLabel('Type DELETE to confirm').fill('delete')
  await page.getByRole('button', { name: 'Send me the confirmation code' }).click()
  await expect(page.getByRole('alert')).toContainText('Type DELETE in capital letters to continue')
  await page.getByLabel('Type DELETE to confirm').fill('DELETE')
  await page.getByRole('button', { name: 'Send me the confirmation code' }).click()
  await page.waitForURL('**/profile/deletion/code')
  return (await mailWith(address, 'Your confirmation code')).code
}

test('SAFE-02a VIEW-02f a fan requests a copy of all data, gets an email when it is ready, and opens a real archive', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const address = newAddress('export')
  await signUpFan(page, address, 'Export Fan')
  await page.goto(`${base()}/profile/export`)
  await page.getByRole('button', { name: 'Ask for a copy' }).click()
  await expect(page.getByRole('heading', { name: 'Your copies' })).toBeVisible()
  const mail = await mailWith(address, 'Your copy is ready')
  await page.goto(mail.link)
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  // Once a day: the button is disabled with the reason.
  await expect(page.getByRole('button', { name: 'Ask for a copy' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(/^One copy a day/)).toBeVisible()

  const link = page.getByRole('link', { name: /^Download/ })
  const href = (await link.getAttribute('href'))!
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^my-data-.*\.zip$/)
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
  const read = (table: string) => JSON.parse(strFromU8(files[`data/${table}.json`]!)) as Record<string, unknown>[]
  expect(read('profiles')).toEqual([expect.objectContaining({ email: address, display_name: 'Export Fan' })])
  expect(new Set(read('consents').map((row) => row.document))).toEqual(new Set(['privacy', 'terms']))
  expect(read('sessions').length).toBeGreaterThan(0)
  expect(strFromU8(files['README.txt']!)).toContain('a copy of your data')

  // No one else gets a byte of it, signed in or not.
  const other = await windowOf(browser, 'brian')
  const visitor = await windowOfVisitor(browser)
  for (const context of [other, visitor]) {
    const refused = await context.request.get(base() + href, { maxRedirects: 0 })
    expect([302, 303, 403]).toContain(refused.status())
    expect((await refused.body()).subarray(0, 2).toString()).not.toBe('PK')
    await context.close()
  }
})

test('SAFE-02 export and deletion work before any script', async ({ browser }) => {
  test.setTimeout(120_000)
  const address = newAddress('plain')
  const first = await browser.newContext()
  const page = await first.newPage()
  await signUpFan(page, address, 'Plain Fan')
  const context = await browser.newContext({ storageState: await first.storageState(), javaScriptEnabled: false })
  await first.close()
  const plain = await context.newPage()
  await plain.goto(`${base()}/profile/export`)
  await plain.getByRole('button', { name: 'Ask for a copy' }).click()
  await expect(plain.getByRole('heading', { name: 'Your copies' })).toBeVisible()
  const code = await askForDeletion(plain, address)
  await plain.getByLabel('6-digit code').fill(code)
  await plain.getByRole('button', { name: 'Close and delete my account' }).click()
  await expect(plain).toHaveURL(`${base()}/`)
  const mails = await mailsTo(address)
  expect(mails[0]!.subject).toBe('Your account is closed')
  await context.close()
})

test('LEGAL-01 the documents are complete, printable, work without script, and link to each other', async ({
  browser,
}) => {
  const context = await windowOfVisitor(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['terms', 'privacy', 'refunds', 'acceptable-use', 'creator-verification']) {
    const answer = await page.goto(`${base()}/${path}`)
    expect(answer!.status()).toBe(200)
    expect(await answer!.text()).not.toContain('<script')
    await expect(page.getByText(/^Version 1\.[01], in force from 2[12] November 2026$/)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Contents' }).getByRole('link').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
  await context.close()
})

test('SAFE-02d VIEW-02g an account is closed with a typed word and a mailed code, and the mailed link reopens it', async ({
  browser,
  onMovingClock: shop,
}) => {
  test.setTimeout(120_000)
  const address = newAddress('deletion')
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  await signUpFan(page, address, 'Deletion Fan')
  const elsewhere = await browser.newContext({ storageState: await context.storageState() })
  const code = await askForDeletion(page, address)
  const wrong = code === '123456' ? '654321' : '123456'
  await typeCode(page, '6-digit code', wrong)
  await expect(page.getByRole('alert')).toContainText('Invalid code')
  await typeCode(page, '6-digit code', code)
  await page.waitForURL(`${base()}/`)
  await expect(page.getByText('Account closed')).toBeVisible()

  // Signed out here and everywhere else at once.
  for (const browsing of [context, elsewhere]) {
    const answer = await browsing.request.get(`${base()}/profile`, { maxRedirects: 0 })
    expect(answer.headers().location).toMatch(/^\/auth/)
  }
  await elsewhere.close()

  const { link } = await mailWith(address, 'Your account is closed')
  await page.goto(link)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Welcome back')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  // An address gets one code a minute, and sign-up used one.
  await advance(shop, 'PT61S')
  await signIn(page, address)
  await page.goto(`${base()}/profile`)
  await expect(page.getByText('Deletion Fan').first()).toBeVisible()
  await context.close()
})
