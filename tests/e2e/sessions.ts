import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { base, confirmAdult, signIn } from './people.ts'

export const TOWN = {
  amina: 'amina@demo.peach.example',
  brian: 'brian@demo.peach.example',
  grace: 'grace@demo.peach.example',
  okello: 'okello@demo.peach.example',
  zawadi: 'zawadi@demo.peach.example',
} as const

export type TownName = keyof typeof TOWN
type Theme = 'light' | 'dark'
type Options = { width?: number; height?: number; theme?: Theme; javaScriptEnabled?: boolean }

const FOLDER = join(import.meta.dirname, '.results', 'sessions')

/** A window of somebody of the demo town. One mailed code serves all journeys: an address gets five mails an hour. */
export async function windowOf(browser: Browser, name: TownName, options: Options = {}): Promise<BrowserContext> {
  const file = join(FOLDER, `${new URL(base()).port}-${name}.json`)
  if (existsSync(file)) {
    const context = await newWindow(browser, { ...options, storageState: JSON.parse(readFileSync(file, 'utf8')) })
    if (await isSignedIn(context)) return context
    await context.close()
  }
  const context = await newWindow(browser, options)
  const page = await context.newPage()
  await signInPatiently(page, TOWN[name])
  await page.close()
  mkdirSync(FOLDER, { recursive: true })
  const state = await context.storageState()
  // A message that waits for the next page is of this window alone.
  state.cookies = state.cookies.filter((cookie) => !cookie.name.endsWith('peach_flash'))
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(state))
  renameSync(`${file}.${process.pid}`, file)
  return context
}

/** A window of nobody, who has said that they are an adult unless told otherwise. */
export async function windowOfVisitor(browser: Browser, options: Options & { adult?: boolean } = {}): Promise<BrowserContext> {
  const context = await newWindow(browser, options)
  if (options.adult !== false) await confirmAdult(context)
  return context
}

function newWindow(browser: Browser, options: Options & Pick<BrowserContextOptions, 'storageState'>): Promise<BrowserContext> {
  const { width = 360, height = 800, theme = 'light', javaScriptEnabled = true, storageState } = options
  return browser.newContext({ viewport: { width, height }, colorScheme: theme, javaScriptEnabled, ...(storageState ? { storageState } : {}) })
}

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  const answer = await context.request.get(`${base()}/subscription`, { maxRedirects: 0 })
  return !(answer.headers().location ?? '').startsWith('/auth')
}

/** Two journeys may ask for the same person's code at the same moment; the second waits its minute. */
async function signInPatiently(page: Page, address: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await signIn(page, address)
    } catch (error) {
      if (attempt === 1) throw error
      await page.waitForTimeout(61_000)
    }
  }
}
