import { base } from './people.ts'
import { at, type Screen } from './screen.ts'
import {
  applyFirstPost,
  applyPrices,
  applyProfile,
  applyProfileMistakes,
  applySelfie,
  applyTour,
  applyVerification,
  code,
  link,
  setup,
  setupMistakes,
  wrongCode,
} from './screen-journeys.ts'

/** Two journeys: each screen starts where the previous one ended. */
export const SCREENS_OF_NEWCOMERS: readonly Screen[] = [
  // The journey of the newcomer: each screen starts where the previous one ended.
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
  // The journey of the applicant.
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
  {
    name: 'preview of a page in review',
    who: 'applicant',
    go: async (page) => {
      await page.goto(`${base()}/dashboard`)
      await page.getByRole('link', { name: 'See your page' }).click()
      await page.getByText('Only you see this page').waitFor()
      await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.post-grid img')!.naturalWidth > 0)
      return null
    },
    title: / · Peach$/,
    main: true,
  },
  {
    name: 'chat of a creator in review',
    who: 'applicant',
    go: async (page, fixture) => {
      const answer = await at('/chat')(page, fixture)
      await page.getByText('Fans write to you from your page').waitFor()
      return answer
    },
    title: 'Chat · Peach',
    own: true,
  },
]
