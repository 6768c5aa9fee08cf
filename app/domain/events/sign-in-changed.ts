import { z } from 'zod'
import { defineEvent, recipient } from './event.ts'

/** A change to how somebody signs in. Its holder is always notified, so that a stranger's change doesn't go unseen. */
function signInChanged(object: 'profile' | null, change: string) {
  return defineEvent({
    object,
    notice: {
      payload: z.object({ person: recipient }),
      to: ({ person }) => [person],
      preference: 'security',
      subject: 'A change to your sign-in',
      heading: 'A change to your sign-in',
      inApp: () => change,
      mail: () => [
        change,
        "If that was you, you don't have to do anything. If it wasn't, sign in, end the other sessions and contact us at once.",
      ],
      // The mail leads nowhere: a stranger could copy a mail that asks to sign in.
      link: { label: null, to: () => ({ kind: 'security' }) },
    },
  })
}

export const signInEvents = {
  authenticator_set_up: signInChanged('profile', 'An authenticator app was set up for your account.'),
  authenticator_removed: signInChanged('profile', 'The authenticator app of your account was removed.'),
  recovery_codes_renewed: signInChanged(
    'profile',
    'New recovery codes were made for your account. The old ones no longer work.',
  ),
  passkey_added: signInChanged('profile', 'A passkey was added to your account.'),
  passkey_removed: signInChanged('profile', 'A passkey of your account was removed.'),
  passkeys_removed: signInChanged(
    null,
    'You were signed out everywhere, and all passkeys of your account were removed.',
  ),
}
