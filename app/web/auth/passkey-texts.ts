import type { FactorReason } from '#app/domain/identity/second-factor-policy.ts'

export const PASSKEY_TEXTS = {
  added: { title: 'Passkey added', description: 'You can sign in with it from now on.' },
  removed: { title: 'Passkey removed', description: 'It no longer signs you in.' },
  signedIn: { title: 'Signed in', description: 'Your passkey was accepted.' },
  unknown: {
    title: 'Authentication Error',
    description: 'This passkey opens no account here. Sign in with your email instead.',
  },
  wrongAnswer: { title: 'Error', description: 'The passkey could not be checked. Please try again.' },
  alreadyKnown: { title: 'Error', description: 'This passkey is already saved.' },
  notFound: { title: 'Error', description: 'This passkey is not yours, or was removed already.' },
  wrongCurrent: {
    title: 'Error',
    description: 'This code is wrong, expired or used. Enter a new code from your app to remove the passkey.',
  },
  outage: { title: 'Error', description: 'Something went wrong. Please try again.' },
} as const

export function deniedText(reason: FactorReason): { title: string; description: string } {
  const message: Record<FactorReason, string> = {
    sign_in_required: 'No user logged in',
    staff_only: 'Authenticator apps are for the team.',
    second_factor_first: 'Sign in again with your second factor first.',
    proof_needed: 'Please confirm that it is you first.',
    last_factor: 'Your role needs a second factor. Set up another one before you remove this one.',
    too_many: 'You can have ten passkeys. Remove one first.',
  }
  return { title: 'Error', description: message[reason] }
}
