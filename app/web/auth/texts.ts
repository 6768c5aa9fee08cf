import { said } from '../catalogue.ts'

/** The texts of sign-in; those that the specification quotes are to the letter. */
export const SIGN_IN_TEXTS = {
  accountNotFound: said('auth.not_found'),
  accountExists: said('auth.exists'),
  invalidCode: said('auth.invalid_code'),
  verificationFailed: said('auth.verification_failed'),
  codesPaused: {
    ...said('auth.verification_failed'),
    description: 'Codes don’t work for a while. Please use the link in the same email.',
  },
  failedToResend: said('auth.failed_to_resend'),
  outage: said('auth.error'),
  checkInbox: { ...said('auth.check_inbox'), description: 'We sent you a 6-digit code and a link.' },
  codeSent: { ...said('auth.code_sent'), description: 'Check your inbox for the new code.' },
  emailVerified: { ...said('auth.email_verified'), description: 'You are signed in.' },
  accountCreated: { ...said('auth.account_created'), description: 'Your email is verified.' },
  fanAccountCreated: { ...said('auth.account_created'), description: 'Check your inbox for your 6-digit code.' },
  linkEnded: said('auth.invalid_token'),
  sessionMissing: said('auth.session_missing'),
  signedOut: said('auth.signed_out'),
  signOutFailed: said('auth.sign_out_failed'),
  noUser: said('auth.no_user'),
  setupFailed: said('setup.failed'),
  profileComplete: { ...said('setup.complete'), description: 'Your profile has been saved.' },
  paymentSuccess: {
    ...said('auth.payment_success'),
    description: 'Sign in with the email address you paid with. Then your access opens.',
  },
} as const

export function wrongEmail(typed: string): string {
  return typed.trim() === '' ? 'Enter your email address' : 'Enter an email address like name@mail.com'
}

/** Title and description in one line, as errors are shown at a field. */
export function inLine(text: { title: string; description: string }): string {
  return `${text.title}: ${text.description}`
}

/** The message for a network with too many wrong codes: "Please wait 12 minutes, or use the link in the same email." */
export function networkPausedText(waitSeconds: number): { title: string; description: string } {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60))
  return {
    title: SIGN_IN_TEXTS.verificationFailed.title,
    description: `Too many wrong codes came from your network. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or use the link in the same email.`,
  }
}
