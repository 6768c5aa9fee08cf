import type { Page, Response } from '@playwright/test'
import { base } from './people.ts'
import type { DemoCity } from './sessions.ts'
import type { StaffName } from './staff-people.ts'

/** Whose eyes see a screen: a stranger has not said that they are an adult, the newcomer has an account and no profile yet, the applicant becomes a creator. */
export type Who = 'stranger' | 'visitor' | 'newcomer' | 'applicant' | DemoCity | StaffName

export type Screen = {
  name: string
  who: Who
  /** Brings the page there and answers the last document's answer where it is known. */
  go: (page: Page, fixture: Fixture) => Promise<Response | null>
  title: string | RegExp
  status?: number
  /** Ships no script at all. */
  still?: boolean
  /** Its reader's alone: not for search engines. */
  own?: boolean
  /** Looked at on a wide screen as well. */
  main?: boolean
}

/** What the addresses need to know of the demo town. */
export type Fixture = { aminaId: string; lockedPostId: string }

/** Goes to an address. */
export const at = (path: string | ((fixture: Fixture) => string)) => (page: Page, fixture: Fixture) =>
  page.goto(base() + (typeof path === 'string' ? path : path(fixture)))
