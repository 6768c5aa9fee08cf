import { said } from '#app/web/catalogue.ts'
import type { PasswordProblem } from '#app/domain/staff/password.ts'
import { PASSWORD_LENGTH } from '#app/domain/staff/password.ts'
import { INVITE } from '#app/domain/settings/constants.ts'

/** The words of invites and of the way in to the team, to the letter of the specification where it gives them. */
export const INVITE_TEXTS = {
  noToken: said('invite.no_token').description,
  invalid: said('invite.invalid').description,
  failedToCheck: said('invite.not_checked').description,
  emailRequired: said('invite.email').description,
  enterEmail: said('invites.email').description,
  failedToFetch: said('invites.not_fetched').description,
  failedToGenerate: said('invites.not_generated').description,
  failedToDelete: said('invites.not_deleted').description,
  none: said('invites.none').description,
  hasAccount: 'This address already has an account. Invite another address.',
  alreadyInvited: 'This address has an active invite already. Copy its link, or delete it first.',
  ownAddress: 'You can\u2019t invite yourself.',
  notPermitted: 'Your role does not include this.',
  noRole: 'Choose one of the four roles, or let them choose',
  invalidCode: said('auth.invalid_code').description,
  tooManyCodes: 'Too many codes were asked for with this invite. Ask the owner for a new one.',
  tooSoon: `A code was sent a moment ago. Wait ${INVITE.resendSeconds} seconds before you ask for another.`,
  generated: (email: string) => ({
    title: 'Invite generated',
    description: `The link was mailed to ${email}. You can copy it below.`,
  }),
  deleted: 'Invite deleted. The link no longer works.',
  restored: { title: 'Invite restored', description: 'Its link works again.' },
  notRestored: { title: 'Error', description: 'This invite can\u2019t be restored any more. Generate a new one.' },
  codeSent: { title: 'Verification code sent', description: `It is valid ${INVITE.codeMinutes} minutes.` },
  setupEnded: { title: 'Error', description: 'This set-up has ended. Ask the owner for a new invite.' },
} as const

export function onlyOfficial(brandName: string): string {
  return said('invite.official').description.replace('{brand}', brandName)
}

export const SETUP_TEXTS = {
  nameMissing: 'Enter your name',
  nameTooLong: 'Use at most 60 characters for your name',
  roleMissing: 'Choose your role',
  passwordTooShort: said('invite.password').description,
  passwordsDiffer: said('invite.passwords_differ').description,
  terms: said('invite.terms').description,
  sensitive: said('invite.sensitive').description,
  factorMissing: 'Your role needs a second step: type a code of the app, or use a passkey.',
  wrongPasskey: 'This passkey could not be checked. Make it again.',
  wrongTotp: 'This code is wrong or late. Type the newest one that the app shows, or leave it empty.',
  busy: { title: 'Error', description: 'Many people sign in right now. Try again in a moment.' },
  outage: said('auth.error'),
  welcome: { title: 'Account created', description: 'You are signed in.' },
} as const

const WEAK: Record<Exclude<PasswordProblem, 'too_short'>, string> = {
  too_long: `Use at most ${PASSWORD_LENGTH.most} characters for your password`,
  too_common: 'This password is one of the commonest. Choose another one',
  one_sign: 'This password repeats one character. Choose another one',
  a_row: 'This password is a simple row. Choose another one',
  names_you: 'This password is made of your name or address. Choose another one',
}

export function passwordText(problem: PasswordProblem): string {
  return problem === 'too_short' ? SETUP_TEXTS.passwordTooShort : WEAK[problem]
}

export const FACTOR_TEXTS = {
  wrongCode: 'This code is wrong, late or used. Type the newest one that the app shows.',
  wrongCurrent: 'This code is wrong, late or used. Type the newest one of the app, or a recovery code.',
  nothingBegun: { title: 'Error', description: 'The time to confirm is over. Begin again.' },
  denied: { title: 'Error', description: 'Sign in again with your second factor first.' },
  totpReady: { title: 'Authenticator set up', description: 'From now on signing in asks for its code.' },
  totpRemoved: { title: 'Authenticator removed', description: 'Signing in asks for its code no more.' },
  welcome: { ...said('owner.welcome'), description: 'You are signed in to the platform.' },
  lastFactor: 'Your role needs a second factor. Set up a passkey first, or change the app instead.',
  codesRenewed: { title: 'New recovery codes', description: 'The old ones no longer work.' },
} as const
