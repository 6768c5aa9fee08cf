import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { base } from './people.ts'

/** The email addresses of the demo's staff and owner, by short name. */
export const STAFF = {
  moderator: 'moderator@peach.example',
  earnings: 'earnings@peach.example',
  support: 'support@peach.example',
  super: 'super@peach.example',
  owner: 'owner@peach.example',
} as const

export type StaffName = keyof typeof STAFF

/** Their secret for /owner-login. It is created once beside the data and is the same in every copy of the demo data. */
export function secretOf(name: StaffName, dataDir = process.env.PEACH_TEST_DATA!): string {
  return readFileSync(join(dataDir, name === 'owner' ? 'owner-key' : 'staff-password'), 'utf8').trim()
}

/** Signs in at /owner-login, skips the second factor as the demo allows, and ends on the dashboard. */
export async function signInStaff(
  page: Page,
  name: StaffName,
  product: { url: string; dataDir?: string } = { url: base() },
): Promise<void> {
  await page.goto(`${product.url}/owner-login`)
  await page.getByLabel(/Owner e-?mail/).fill(STAFF[name])
  await page.getByRole('textbox', { name: 'Secret key' }).fill(secretOf(name, product.dataDir))
  await page.getByRole('button', { name: 'Access Platform' }).click()
  const overview = page.getByRole('heading', { name: 'Overview' })
  const skip = page.getByRole('button', { name: 'Skip in this demo' })
  // A content-moderator needs no second factor, and tests change roles.
  await expect(overview.or(skip)).toBeVisible()
  if (await skip.isVisible()) await skip.click()
  await expect(overview).toBeVisible()
}

type Options = { width?: number; height?: number; theme?: 'light' | 'dark'; javaScriptEnabled?: boolean }

/** A signed-in browser context of a staff member. */
export async function windowOfStaff(browser: Browser, name: StaffName, options: Options = {}): Promise<BrowserContext> {
  const context = await newWindow(browser, options)
  const page = await context.newPage()
  await signInStaff(page, name)
  await page.close()
  return context
}

const storedSessions = new Map<StaffName, Awaited<ReturnType<BrowserContext['storageState']>>>()

/** The same for tests that only view pages: one session shared by all contexts of a worker, so no test may sign out. */
export async function windowOfSeatedStaff(
  browser: Browser,
  name: StaffName,
  options: Options = {},
): Promise<BrowserContext> {
  const storageState = storedSessions.get(name)
  if (storageState) {
    const context = await newWindow(browser, { ...options, storageState })
    const answer = await context.request.get(`${base()}/admin/security`, { maxRedirects: 0 })
    if (answer.status() === 200) return context
    await context.close()
  }
  const context = await windowOfStaff(browser, name, options)
  storedSessions.set(name, await context.storageState())
  return context
}

function newWindow(browser: Browser, options: Options & Pick<BrowserContextOptions, 'storageState'>) {
  const { width = 1280, height = 800, theme = 'light', ...rest } = options
  return browser.newContext({ viewport: { width, height }, colorScheme: theme, ...rest })
}
