import { said } from '../catalogue.ts'

/** The words of signing in, to the letter of the specification where it gives them. */
export const SIGN_IN_TEXTS = {
  accountNotFound: said('auth.not_found'),
  accountExists: said('auth.exists'),
  invalidCode: said('auth.invalid_code'),
  verificationFailed: said('auth.verification_failed'),
  codesPaused: {
    ...said('auth.verification_failed'),
    description: 'Codes are paused for a while. Please use the link in the same e-mail.',
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
    description: 'Sign in with the e-mail address you paid with. Your access is waiting for you.',
  },
} as const

/** Title and description in one line, as errors stand beside a field. */
export function inLine(text: { title: string; description: string }): string {
  return `${text.title}: ${text.description}`
}

/** What a network with too many wrong codes is told: "Please wait 12 minutes, or use the link in the same e-mail." */
export function networkPausedText(waitSeconds: number): { title: string; description: string } {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60))
  return {
    title: SIGN_IN_TEXTS.verificationFailed.title,
    description: `Too many wrong codes came from your network. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or use the link in the same e-mail.`,
  }
}
