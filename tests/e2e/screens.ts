import type { Browser, BrowserContext } from '@playwright/test'
import { base } from './people.ts'
import { PLAIN_SCREENS } from './plain-screens.ts'
import type { Screen, Fixture, Who } from './screen.ts'
import { SCREENS_OF_CREATORS } from './screens-of-creators.ts'
import { SCREENS_OF_NEWCOMERS } from './screens-of-newcomers.ts'
import { SCREENS_OF_PEOPLE } from './screens-of-people.ts'
import { SCREENS_OF_VISITORS } from './screens-of-visitors.ts'
import { type DemoCity, windowOf, windowOfVisitor } from './sessions.ts'
import { STAFF, type StaffName, windowOfSeatedStaff } from './staff-people.ts'

/** Every screen, in each of its states. */
export const SCREENS: readonly Screen[] = [
  ...SCREENS_OF_VISITORS,
  ...PLAIN_SCREENS,
  ...SCREENS_OF_NEWCOMERS,
  ...SCREENS_OF_PEOPLE,
  ...SCREENS_OF_CREATORS,
]

let fixture: Promise<Fixture> | undefined

/** Read once by each worker: these ids do not change. */
export async function readTestData(browser: Browser): Promise<Fixture> {
  fixture ??= readAddresses(browser)
  return fixture.catch((error: unknown) => {
    fixture = undefined
    throw error
  })
}

async function readAddresses(browser: Browser): Promise<Fixture> {
  const context = await windowOf(browser, 'brian')
  const html = await (await context.request.get(`${base()}/amina_k`)).text()
  await context.close()
  return {
    aminaId: /\/creators\/([0-9a-f-]{36})\/follow/.exec(html)![1]!,
    lockedPostId: /\/posts\/([0-9a-f-]{36})\/unlock/.exec(html)![1]!,
  }
}

export function windowFor(
  browser: Browser,
  who: Who,
  theme: 'light' | 'dark' = 'light',
  size: { width?: number; height?: number } = {},
): Promise<BrowserContext> {
  if (who === 'stranger') return windowOfVisitor(browser, { theme, adult: false, ...size })
  if (who === 'visitor' || who === 'newcomer' || who === 'applicant')
    return windowOfVisitor(browser, { theme, ...size })
  if (who in STAFF) return windowOfSeatedStaff(browser, who as StaffName, { theme, ...size })
  return windowOf(browser, who as DemoCity, { theme, ...size })
}
