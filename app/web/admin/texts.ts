import { messageOf } from '#app/web/catalogue.ts'
import type { PasswordProblem } from '#app/domain/staff/password.ts'
import { PASSWORD_LENGTH } from '#app/domain/staff/password.ts'
import { INVITE } from '#app/domain/settings/constants.ts'

/** Texts of invites and of staff onboarding. Texts that the specification quotes come from the catalogue. */
export const INVITE_TEXTS = {
  noToken: messageOf('invite.no_token').description,
  invalid: messageOf('invite.invalid').description,
  failedToCheck: messageOf('invite.not_checked').description,
  emailRequired: messageOf('invite.email').description,
  enterEmail: messageOf('invites.email').description,
  failedToFetch: messageOf('invites.not_fetched').description,
  failedToGenerate: messageOf('invites.not_generated').description,
  failedToDelete: messageOf('invites.not_deleted').description,
  none: messageOf('invites.none').description,
  hasAccount: 'This address already has an account. Use another address.',
  alreadyInvited: 'This address already has an active invite. Copy its link, or delete it first.',
  ownAddress: 'You can\u2019t invite yourself.',
  notPermitted: 'Your role does not include this.',
  noRole: 'Choose a role, or let the new admin choose',
  invalidCode: messageOf('auth.invalid_code').description,
  tooManyCodes: 'Too many codes were requested for this invite. Ask the owner for a new invite.',
  tooSoon: `We just sent a code. Wait ${INVITE.resendSeconds} seconds before you request another.`,
  generated: (email: string) => ({
    title: 'Invite generated',
    description: `We emailed the link to ${email}. You can also copy it below.`,
  }),
  deleted: 'Invite deleted. The link no longer works.',
  restored: { title: 'Invite restored', description: 'Its link works again.' },
  notRestored: { title: 'Error', description: 'This invite can no longer be restored. Generate a new one.' },
  codeSent: { title: 'Verification code sent', description: `It is valid for ${INVITE.codeMinutes} minutes.` },
  setupEnded: { title: 'Error', description: 'This set-up is no longer valid. Ask the owner for a new invite.' },
} as const

export function onlyOfficial(brandName: string): string {
  return messageOf('invite.official').description.replace('{brand}', brandName)
}

export const SETUP_TEXTS = {
  nameMissing: 'Enter your name',
  nameTooLong: 'Use at most 60 characters for your name',
  roleMissing: 'Choose your role',
  passwordTooShort: messageOf('invite.password').description,
  passwordsDiffer: messageOf('invite.passwords_differ').description,
  terms: messageOf('invite.terms').description,
  sensitive: messageOf('invite.sensitive').description,
  factorMissing: 'Your role needs a second step: type a code from the app, or use a passkey.',
  wrongPasskey: 'We could not check this passkey. Create it again.',
  wrongTotp: 'This code is wrong or expired. Type the code that the app shows now, or leave it empty.',
  busy: { title: 'Error', description: 'Many people are signing in right now. Try again in a moment.' },
  outage: messageOf('auth.error'),
  welcome: { title: 'Account created', description: 'You are signed in.' },
} as const

const WEAK: Record<Exclude<PasswordProblem, 'too_short'>, string> = {
  too_long: `Use at most ${PASSWORD_LENGTH.max} characters for your password`,
  too_common: 'This password is too common. Choose another one',
  one_sign: 'This password repeats one character. Choose another one',
  a_row: 'This password is a simple sequence. Choose another one',
  names_you: 'This password is based on your name or email. Choose another one',
}

export function passwordText(problem: PasswordProblem): string {
  return problem === 'too_short' ? SETUP_TEXTS.passwordTooShort : WEAK[problem]
}

export const FACTOR_TEXTS = {
  wrongCode: 'This code is wrong, expired or already used. Type the code that the app shows now.',
  wrongCurrent:
    'This code is wrong, expired or already used. Type the code that the app shows now, or a recovery code.',
  nothingBegun: 'The time to confirm is over. Start over.',
  denied: 'Sign in again with your second factor first.',
  totpReady: { title: 'Authenticator set up', description: 'You now need its code each time you sign in.' },
  totpRemoved: { title: 'Authenticator removed', description: 'You no longer need its code to sign in.' },
  welcome: { ...messageOf('owner.welcome'), description: 'You are signed in to the platform.' },
  lastFactor: 'Your role needs a second factor. Set up a passkey first, or change the app instead.',
  codesRenewed: { title: 'New recovery codes', description: 'The old ones no longer work.' },
} as const
