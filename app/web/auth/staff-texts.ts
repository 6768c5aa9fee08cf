import { messageOf } from '../catalogue.ts'

/** The texts of /owner-login; those that the specification quotes are to the letter. */
export const STAFF_TEXTS = {
  failed: messageOf('owner.wrong'),
  database: messageOf('owner.database'),
  error: messageOf('owner.error'),
  busy: { title: 'Error', description: 'Many people are signing in right now. Please try again in a moment.' },
  stepEnded: {
    title: 'Authentication Failed',
    description: 'This sign-in took too long or had too many tries. Please start over.',
  },
  wrongFactor: messageOf('auth.invalid_code'),
  welcome: { ...messageOf('owner.welcome'), description: 'You are signed in to the platform.' },
} as const

/** "Too many tries. Please wait 12 minutes, then try again." */
export function waitText(seconds: number): { title: string; description: string } {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return {
    title: STAFF_TEXTS.failed.title,
    description: `Too many tries. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, then try again.`,
  }
}

/** "3 of 5 tries left, then a pause of 15 minutes." */
export function triesText(left: number, of: number, minutes: number): string {
  if (left === 0) return `No tries left. Wait ${minutes} minutes, then try again.`
  return `${left} of ${of} tries left, then a pause of ${minutes} minutes.`
}
