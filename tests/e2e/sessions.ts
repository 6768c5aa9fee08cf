import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import { base, confirmAdult, signIn } from './people.ts'

export const DEMO = {
  amina: 'amina@demo.peach.example',
  claire: 'claire@demo.peach.example',
  brian: 'brian@demo.peach.example',
  grace: 'grace@demo.peach.example',
  okello: 'okello@demo.peach.example',
  zawadi: 'zawadi@demo.peach.example',
} as const

export type DemoCity = keyof typeof DEMO
type Theme = 'light' | 'dark'
type Options = { width?: number; height?: number; theme?: Theme; javaScriptEnabled?: boolean }

const FOLDER = join(tmpdir(), 'peach-journeys')
const LONGEST_TURN_MS = 90_000

/** A window of a person of the demo data. All journeys share one mailed code: an address gets five mails an hour. */
export async function windowOf(browser: Browser, name: DemoCity, options: Options = {}): Promise<BrowserContext> {
  const file = join(FOLDER, `${new URL(base()).port}-${name}.json`)
  if (existsSync(file)) {
    const context = await newWindow(browser, { ...options, storageState: JSON.parse(readFileSync(file, 'utf8')) })
    if (await isSignedIn(context)) return context
    await context.close()
  }
  // Two workers may need the same person at the same time: one signs in, the other waits.
  mkdirSync(FOLDER, { recursive: true })
  if (!takeSlot(`${file}.turn`)) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return windowOf(browser, name, options)
  }
  try {
    const context = await newWindow(browser, options)
    const page = await context.newPage()
    await signIn(page, DEMO[name])
    await page.close()
    const state = await context.storageState()
    // A toast for the next page belongs to this window only.
    state.cookies = state.cookies.filter((cookie) => !cookie.name.endsWith('peach_flash'))
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(state))
    renameSync(`${file}.${process.pid}`, file)
    return context
  } finally {
    rmdirSync(`${file}.turn`)
  }
}

/** A window of a visitor, with the age confirmed by default. */
export async function windowOfVisitor(
  browser: Browser,
  options: Options & { adult?: boolean } = {},
): Promise<BrowserContext> {
  const context = await newWindow(browser, options)
  if (options.adult !== false) await confirmAdult(context)
  return context
}

function newWindow(
  browser: Browser,
  options: Options & Pick<BrowserContextOptions, 'storageState'>,
): Promise<BrowserContext> {
  const { width = 360, height = 800, theme = 'light', javaScriptEnabled = true, storageState } = options
  return browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    javaScriptEnabled,
    ...(storageState ? { storageState } : {}),
  })
}

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  const answer = await context.request.get(`${base()}/subscription`, { maxRedirects: 0 })
  return !(answer.headers().location ?? '').startsWith('/auth')
}

function takeSlot(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch {
    // The lock of a stopped process expires.
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > LONGEST_TURN_MS) rmdirSync(path)
    return false
  }
}
