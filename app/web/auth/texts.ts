import { messageOf } from '../catalogue.ts'

/** The texts of sign-in; those that the specification quotes are to the letter. */
export const SIGN_IN_TEXTS = {
  accountNotFound: messageOf('auth.not_found'),
  accountExists: messageOf('auth.exists'),
  invalidCode: messageOf('auth.invalid_code'),
  verificationFailed: messageOf('auth.verification_failed'),
  codesPaused: {
    ...messageOf('auth.verification_failed'),
    description: 'Codes don’t work for a while. Please use the link in the same email.',
  },
  failedToResend: messageOf('auth.failed_to_resend'),
  outage: messageOf('auth.error'),
  checkInbox: { ...messageOf('auth.check_inbox'), description: 'We sent you a 6-digit code and a link.' },
  codeSent: { ...messageOf('auth.code_sent'), description: 'Check your inbox for the new code.' },
  emailVerified: { ...messageOf('auth.email_verified'), description: 'You are signed in.' },
  accountCreated: { ...messageOf('auth.account_created'), description: 'Your email is verified.' },
  fanAccountCreated: { ...messageOf('auth.account_created'), description: 'Check your inbox for your 6-digit code.' },
  linkEnded: messageOf('auth.invalid_token'),
  sessionMissing: messageOf('auth.session_missing'),
  signedOut: messageOf('auth.signed_out'),
  signOutFailed: messageOf('auth.sign_out_failed'),
  noUser: messageOf('auth.no_user'),
  setupFailed: messageOf('setup.failed'),
  profileComplete: { ...messageOf('setup.complete'), description: 'Your profile has been saved.' },
  paymentSuccess: {
    ...messageOf('auth.payment_success'),
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
