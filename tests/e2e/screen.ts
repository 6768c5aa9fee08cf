import type { Page, Response } from '@playwright/test'
import { base } from './people.ts'
import type { DemoCity } from './sessions.ts'
import type { StaffName } from './staff-people.ts'

/**
 * Who views a screen: a stranger has not confirmed their age, the newcomer has an account but no profile, the applicant becomes a creator.
 */
export type Who = 'stranger' | 'visitor' | 'newcomer' | 'applicant' | DemoCity | StaffName

export type Screen = {
  name: string
  who: Who
  /** Opens the screen and returns the last document's response, if known. */
  go: (page: Page, fixture: Fixture) => Promise<Response | null>
  title: string | RegExp
  status?: number
  /** Ships no script at all. */
  still?: boolean
  /** Private: not for search engines. */
  own?: boolean
  /** Also checked on a wide screen. */
  main?: boolean
}

/** The ids of the demo data that addresses need. */
export type Fixture = { aminaId: string; lockedPostId: string }

/** Goes to an address. */
export const at = (path: string | ((fixture: Fixture) => string)) => (page: Page, fixture: Fixture) =>
  page.goto(base() + (typeof path === 'string' ? path : path(fixture)))
