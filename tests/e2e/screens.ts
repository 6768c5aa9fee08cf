import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { base } from './people.ts'
import { PLAIN_SCREENS } from './plain-screens.ts'
import {
  applyFirstPost,
  applyPrices,
  applyProfile,
  applyProfileMistakes,
  applySelfie,
  applyTour,
  applyVerification,
  callback,
  cardSheet,
  code,
  link,
  menu,
  payMistake,
  setup,
  setupMistakes,
  unknownAddress,
  wrongCode,
} from './screen-journeys.ts'
import { type TownName, windowOf, windowOfVisitor } from './sessions.ts'
import { STAFF, type StaffName, windowOfSeatedStaff } from './staff-people.ts'

/** Whose eyes see a screen: a stranger has not said that they are an adult, the newcomer has an account and no profile yet, the applicant becomes a creator. */
export type Who = 'stranger' | 'visitor' | 'newcomer' | 'applicant' | TownName | StaffName

export type Screen = {
  name: string
  who: Who
  /** Brings the page there and answers the last document's answer where it is known. */
  go: (page: Page, town: Town) => Promise<Response | null>
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
export type Town = { aminaId: string; lockedPostId: string }

let town: Promise<Town> | undefined

/** Read once by each worker: nothing moves these addresses. */
export async function readTown(browser: Browser): Promise<Town> {
  town ??= readAddresses(browser)
  return town.catch((error: unknown) => {
    town = undefined
    throw error
  })
}

async function readAddresses(browser: Browser): Promise<Town> {
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
  return windowOf(browser, who as TownName, { theme, ...size })
}

const at = (path: string | ((town: Town) => string)) => (page: Page, town: Town) =>
  page.goto(base() + (typeof path === 'string' ? path : path(town)))

const LEGAL = [
  ['/terms', /^Terms/],
  ['/privacy', /^Privacy/],
  ['/refunds', /^Refunds/],
  ['/acceptable-use', /^Acceptable use/i],
  ['/creator-verification', /^Creator verification/i],
] as const

/** Every screen that stands, in each of its states. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', who: 'stranger', go: at('/'), title: /Peach/, still: true, main: true },
  { name: 'age gate of the feed', who: 'stranger', go: at('/public-feed'), title: 'Peaches · Peach', main: true },
  { name: 'age gate of a profile', who: 'stranger', go: at('/amina_k'), title: 'Amina K · Peach' },
  { name: 'feed of four', who: 'visitor', go: at('/public-feed'), title: 'Peaches · Peach', main: true },
  { name: 'feed of eight', who: 'visitor', go: at('/public-feed?shown=8'), title: 'Peaches · Peach' },
  { name: 'feed of ten', who: 'visitor', go: at('/public-feed?shown=10'), title: 'Peaches · Peach', main: true },
  {
    name: 'feed after the pass has ended',
    who: 'visitor',
    go: at('/public-feed?expired=true'),
    title: 'Peaches · Peach',
    main: true,
  },
  { name: 'sheet of a card', who: 'visitor', go: cardSheet, title: 'Peaches · Peach' },
  { name: 'feed with the toast of a hidden profile', who: 'visitor', go: at('/zawadi'), title: 'Peaches · Peach' },
  { name: 'profile', who: 'visitor', go: at('/amina_k'), title: 'Amina K · Peach', main: true },
  { name: 'profile by id', who: 'visitor', go: at((town) => `/creator/${town.aminaId}`), title: 'Amina K · Peach' },
  {
    name: 'profile not found',
    who: 'visitor',
    go: at('/nobody_of_that_name'),
    title: 'Profile not found · Peach',
    status: 404,
    own: true,
    main: true,
  },
  {
    name: 'page not found',
    who: 'visitor',
    go: at('/no/such/page'),
    title: 'Page not found · Peach',
    status: 404,
    still: true,
    own: true,
    main: true,
  },
  ...LEGAL.map(([path, title]): Screen => ({
    name: `document ${path}`,
    who: 'stranger',
    go: at(path),
    title,
    still: true,
    main: path === '/terms',
  })),
  { name: 'sign-in', who: 'visitor', go: at('/auth'), title: 'Sign in · Peach', own: true, main: true },
  {
    name: 'sign-in with an address that nobody has',
    who: 'visitor',
    go: unknownAddress,
    title: 'Error: Sign in · Peach',
    own: true,
  },
  {
    name: 'sign-in after a payment',
    who: 'visitor',
    go: at('/auth?message=payment-success'),
    title: 'Sign in · Peach',
    own: true,
  },
  { name: 'sign-up', who: 'visitor', go: at('/auth?mode=sign-up'), title: 'Sign in · Peach', own: true, main: true },
  {
    name: 'sign-in link that has ended',
    who: 'visitor',
    go: at('/auth/link/nothing-of-ours'),
    title: /· Peach$/,
    status: 410,
    own: true,
  },
  { name: 'plans', who: 'visitor', go: at('/subscribe'), title: 'Unlock all Peaches · Peach', main: true },
  {
    name: 'plans in dollars',
    who: 'visitor',
    go: at('/subscribe?currency=USD'),
    title: 'Unlock all Peaches · Peach',
    main: true,
  },
  {
    name: 'payment dialog',
    who: 'visitor',
    go: at('/subscribe?pay=annual&currency=UGX'),
    title: 'Unlock all Peaches · Peach',
    main: true,
  },
  {
    name: 'payment dialog in dollars',
    who: 'visitor',
    go: at('/subscribe?pay=annual&currency=USD'),
    title: 'Unlock all Peaches · Peach',
  },
  {
    name: 'payment dialog with mistakes',
    who: 'visitor',
    go: payMistake,
    title: 'Error: Unlock all Peaches · Peach',
    main: true,
  },
  {
    name: 'payment without a reference',
    who: 'visitor',
    go: at('/payment-callback'),
    title: 'Payment · Peach',
    own: true,
  },
  {
    name: 'payment that waits',
    who: 'visitor',
    go: (page) => callback(page, null),
    title: 'Payment · Peach',
    own: true,
    main: true,
  },
  {
    name: 'payment that succeeded',
    who: 'visitor',
    go: (page) => callback(page, 'approve'),
    title: 'Payment · Peach',
    own: true,
    main: true,
  },
  {
    name: 'payment that failed',
    who: 'visitor',
    go: (page) => callback(page, 'decline'),
    title: 'Payment · Peach',
    own: true,
    main: true,
  },
  {
    name: 'creator wizard, first step',
    who: 'visitor',
    go: at('/onboarding'),
    title: 'Become a Peach Creator · Peach',
    main: true,
  },
  {
    name: 'creator wizard, e-mail',
    who: 'visitor',
    go: at('/onboarding/email'),
    title: 'Your e-mail · Peach',
    own: true,
  },
  { name: 'caught mail', who: 'visitor', go: at('/dev/mail'), title: 'Caught mail', still: true, own: true },
  {
    name: 'fan wizard, first step',
    who: 'visitor',
    go: at('/viewer-onboarding'),
    title: 'Unlock full access · Peach',
    still: true,
    main: true,
  },
  {
    name: 'fan wizard, e-mail',
    who: 'visitor',
    go: at('/viewer-onboarding/email'),
    title: 'Your e-mail · Peach',
    own: true,
  },
  { name: 'owner login', who: 'visitor', go: at('/owner-login'), title: 'Owner login · Peach', own: true, main: true },
  { name: 'overview', who: 'owner', go: at('/admin'), title: 'Overview · Peach', own: true, main: true },
  { name: 'overview of a moderator', who: 'moderator', go: at('/admin'), title: 'Overview · Peach', own: true },
  { name: 'tab that opens later', who: 'earnings', go: at('/admin/activity'), title: 'Activity · Peach', own: true },
  { name: 'tab of another role', who: 'support', go: at('/admin/earnings'), title: /Peach$/, status: 403, own: true },
  ...PLAIN_SCREENS,
  // The one journey of the newcomer: each of these begins where the one before ended.
  { name: 'code', who: 'newcomer', go: code, title: 'Check your inbox · Peach', own: true, main: true },
  { name: 'code that is wrong', who: 'newcomer', go: wrongCode, title: 'Error: Check your inbox · Peach', own: true },
  { name: 'sign-in link', who: 'newcomer', go: link, title: 'Sign in · Peach', own: true },
  { name: 'profile setup', who: 'newcomer', go: setup, title: 'Complete your profile · Peach', own: true, main: true },
  {
    name: 'profile setup with mistakes',
    who: 'newcomer',
    go: setupMistakes,
    title: 'Error: Complete your profile · Peach',
    own: true,
  },
  // The one journey of the applicant.
  {
    name: 'creator wizard, profile',
    who: 'applicant',
    go: applyProfile,
    title: 'Profile setup · Peach',
    own: true,
    main: true,
  },
  {
    name: 'creator wizard, profile with mistakes',
    who: 'applicant',
    go: applyProfileMistakes,
    title: 'Error: Profile setup · Peach',
    own: true,
  },
  {
    name: 'creator wizard, first post',
    who: 'applicant',
    go: applyFirstPost,
    title: 'First post upload · Peach',
    own: true,
    main: true,
  },
  {
    name: 'creator wizard, first post as a video',
    who: 'applicant',
    go: at('/onboarding/first-post?kind=video'),
    title: 'First post upload · Peach',
    own: true,
  },
  {
    name: 'creator wizard, prices',
    who: 'applicant',
    go: applyPrices,
    title: 'Prices · Peach',
    own: true,
    main: true,
  },
  {
    name: 'creator wizard, verification',
    who: 'applicant',
    go: applyVerification,
    title: 'Verification selfie · Peach',
    own: true,
    main: true,
  },
  {
    name: 'creator wizard, verification with a selfie',
    who: 'applicant',
    go: applySelfie,
    title: 'Verification selfie · Peach',
    own: true,
  },
  {
    name: 'creator wizard, tour',
    who: 'applicant',
    go: applyTour,
    title: 'Your dashboard · Peach',
    own: true,
    main: true,
  },
  {
    name: 'creator in review',
    who: 'applicant',
    go: at('/dashboard'),
    title: /· Peach$/,
    own: true,
    main: true,
  },
  { name: 'feed of a fan without a pass', who: 'okello', go: at('/public-feed'), title: 'Peaches · Peach' },
  { name: 'menu of the account', who: 'okello', go: menu, title: 'Peaches · Peach' },
  { name: 'profile for a fan without a pass', who: 'okello', go: at('/amina_k'), title: 'Amina K · Peach' },
  { name: 'own page of a fan without a pass', who: 'okello', go: at('/profile'), title: 'Profile · Peach', own: true },
  {
    name: 'fan wizard, setup',
    who: 'okello',
    go: at('/viewer-onboarding/setup'),
    title: 'Quick Fan Setup · Peach',
    own: true,
    main: true,
  },
  {
    name: 'fan wizard, plans',
    who: 'okello',
    go: at('/viewer-onboarding/plan'),
    title: 'Choose Access Plan · Peach',
    own: true,
    main: true,
  },
  {
    name: 'fan wizard, payment of a plan',
    who: 'okello',
    go: at('/viewer-onboarding/plan?pay=monthly&currency=UGX'),
    title: 'Choose Access Plan · Peach',
    own: true,
  },
  {
    name: 'fan wizard, what is open now',
    who: 'brian',
    go: at('/viewer-onboarding/access'),
    title: 'What You Now Have Access To · Peach',
    own: true,
    main: true,
  },
  {
    name: 'editing the profile',
    who: 'okello',
    go: at('/profile/edit'),
    title: 'Edit profile · Peach',
    own: true,
    main: true,
  },
  {
    name: 'sign-in and devices',
    who: 'okello',
    go: at('/profile/security'),
    title: 'Sign-in and devices · Peach',
    own: true,
    main: true,
  },
  {
    name: 'notification choices',
    who: 'okello',
    go: at('/profile/notifications'),
    title: 'Notifications · Peach',
    own: true,
    main: true,
  },
  { name: 'subscription without a pass', who: 'okello', go: at('/subscription'), title: /· Peach$/, own: true },
  { name: 'subscription that has ended', who: 'grace', go: at('/subscription'), title: /· Peach$/, own: true },
  {
    name: 'premium feed',
    who: 'brian',
    go: at('/unblocked-feed'),
    title: 'Premium Peach · Peach',
    own: true,
    main: true,
  },
  {
    name: 'premium feed, followed ones',
    who: 'brian',
    go: at('/unblocked-feed?filter=following'),
    title: 'Premium Peach · Peach',
    own: true,
  },
  {
    name: 'profile for a pass holder',
    who: 'brian',
    go: at((town) => `/gal/${town.aminaId}`),
    title: 'Profile · Peach',
    own: true,
    main: true,
  },
  {
    name: 'unlocking a post',
    who: 'brian',
    go: at((town) => `/posts/${town.lockedPostId}/unlock`),
    title: 'Unlock this Peach · Peach',
    own: true,
    main: true,
  },
  {
    name: 'own page of a pass holder',
    who: 'brian',
    go: at('/profile'),
    title: 'Profile · Peach',
    own: true,
    main: true,
  },
  { name: 'wallet', who: 'brian', go: at('/wallet'), title: 'Wallet · Peach', own: true, main: true },
  {
    name: 'topping up a wallet',
    who: 'brian',
    go: at('/wallet/top-up?amount=12000000'),
    title: 'Top up · Peach',
    own: true,
  },
  {
    name: 'a wrong amount',
    who: 'brian',
    go: at('/wallet/top-up?amount=-5'),
    title: /Top up · Peach$/,
    own: true,
    status: 400,
  },
  { name: 'subscription', who: 'brian', go: at('/subscription'), title: /· Peach$/, own: true, main: true },
  { name: 'plans for a renewal', who: 'brian', go: at('/subscribe?from=renewal'), title: 'Unlock all Peaches · Peach' },
  {
    name: 'chat, not open yet',
    who: 'brian',
    go: at('/chat'),
    title: 'Chat is not open yet · Peach',
    still: true,
    own: true,
  },
  {
    name: 'calls, not open yet',
    who: 'brian',
    go: at('/call'),
    title: 'Calls are not open yet · Peach',
    still: true,
    own: true,
  },
  { name: 'own profile of a creator', who: 'amina', go: at('/amina_k'), title: 'Amina K · Peach', main: true },
  {
    name: 'fee of a hidden creator',
    who: 'zawadi',
    go: at('/zawadi'),
    title: 'Creator subscription · Peach',
    own: true,
    main: true,
  },
]
