/** The words of signing in, to the letter of the specification where it gives them. */
export const SIGN_IN_TEXTS = {
  accountNotFound: {
    title: 'Account not found',
    description: "We couldn't find an account with that email. Please try again or register first.",
  },
  accountExists: {
    title: 'Account already exists',
    description: 'This email is already registered. Please sign in instead.',
  },
  invalidCode: { title: 'Invalid code', description: 'The verification code is invalid or expired.' },
  verificationFailed: { title: 'Verification failed', description: 'Please check your code and try again.' },
  codesPaused: {
    title: 'Verification failed',
    description: 'Codes are paused for a while. Please use the link in the same e-mail.',
  },
  failedToResend: { title: 'Failed to resend', description: 'Please try again later.' },
  outage: { title: 'Error', description: 'Something went wrong. Please try again.' },
  checkInbox: { title: 'Check your inbox', description: 'We sent you a 6-digit code and a link.' },
  codeSent: { title: 'Verification code sent', description: 'Check your inbox for the new code.' },
  emailVerified: { title: 'Email verified', description: 'You are signed in.' },
  accountCreated: { title: 'Account created', description: 'Your email is verified.' },
  fanAccountCreated: { title: 'Account created', description: 'Check your inbox for your 6-digit code.' },
  linkEnded: {
    title: 'Authentication Error',
    description: 'This link is invalid or expired. Please ask for a new one.',
  },
  sessionMissing: { title: 'Authentication Error', description: 'Auth session missing!' },
  signedOut: { title: 'Signed out', description: "You've been signed out successfully" },
  signOutFailed: { title: 'Error', description: 'Failed to sign out' },
  noUser: { title: 'Error', description: 'No user logged in' },
  setupFailed: { title: 'Error', description: 'Failed to complete profile setup' },
  profileComplete: { title: 'Profile complete', description: 'Your profile has been saved.' },
  paymentSuccess: {
    title: 'Payment successful',
    description: 'Sign in with the e-mail address you paid with. Your access is waiting for you.',
  },
} as const

/** Title and description in one line, as errors stand beside a field. */
export function inLine(text: { title: string; description: string }): string {
  return `${text.title}: ${text.description}`
}
