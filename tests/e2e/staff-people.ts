import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { base } from './people.ts'

/** The demo's staff and its owner, by what they are called here. */
export const STAFF = {
  moderator: 'moderator@peach.example',
  earnings: 'earnings@peach.example',
  support: 'support@peach.example',
  super: 'super@peach.example',
  owner: 'owner@peach.example',
} as const

export type StaffName = keyof typeof STAFF

/** What they type at /owner-login: made once, kept beside the data, the same in every copy of the town. */
export function secretOf(name: StaffName, dataDir = process.env.PEACH_TEST_DATA!): string {
  return readFileSync(join(dataDir, name === 'owner' ? 'owner-key' : 'staff-password'), 'utf8').trim()
}

/** Signs in at /owner-login, without the second factor that the demo lets people skip; ends on the dashboard. */
export async function signInStaff(
  page: Page,
  name: StaffName,
  product: { url: string; dataDir?: string } = { url: base() },
): Promise<void> {
  await page.goto(`${product.url}/owner-login`)
  await page.getByLabel('Owner e-mail').fill(STAFF[name])
  await page.getByRole('textbox', { name: 'Secret key' }).fill(secretOf(name, product.dataDir))
  await page.getByRole('button', { name: 'Access Platform' }).click()
  const overview = page.getByRole('heading', { name: 'Overview' })
  const skip = page.getByRole('button', { name: 'Skip in this demo' })
  // A content-moderator may go without a second factor, and roles change.
  await expect(overview.or(skip)).toBeVisible()
  if (await skip.isVisible()) await skip.click()
  await expect(overview).toBeVisible()
}

type Options = { width?: number; height?: number; theme?: 'light' | 'dark'; javaScriptEnabled?: boolean }

/** A signed-in window of somebody of staff. */
export async function windowOfStaff(browser: Browser, name: StaffName, options: Options = {}): Promise<BrowserContext> {
  const context = await newWindow(browser, options)
  const page = await context.newPage()
  await signInStaff(page, name)
  await page.close()
  return context
}

const seated = new Map<StaffName, Awaited<ReturnType<BrowserContext['storageState']>>>()

/** The same for whoever only looks: one sign-in for all windows of a worker, so nobody may sign out in it. */
export async function windowOfSeatedStaff(
  browser: Browser,
  name: StaffName,
  options: Options = {},
): Promise<BrowserContext> {
  const storageState = seated.get(name)
  if (storageState) {
    const context = await newWindow(browser, { ...options, storageState })
    const answer = await context.request.get(`${base()}/admin/security`, { maxRedirects: 0 })
    if (answer.status() === 200) return context
    await context.close()
  }
  const context = await windowOfStaff(browser, name, options)
  seated.set(name, await context.storageState())
  return context
}

function newWindow(browser: Browser, options: Options & Pick<BrowserContextOptions, 'storageState'>) {
  const { width = 1280, height = 800, theme = 'light', ...rest } = options
  return browser.newContext({ viewport: { width, height }, colorScheme: theme, ...rest })
}
