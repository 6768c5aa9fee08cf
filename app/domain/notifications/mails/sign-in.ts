import { z } from 'zod'
import { layOutMail } from '../mail-layout.ts'
import { template } from '../mail-template.ts'

const SignIn = z.object({ code: z.string(), link: z.string(), minutes: z.number() })
const StaffInvite = z.object({ link: z.string(), role: z.string().nullable(), days: z.number() })
const StaffCode = z.object({ code: z.string(), minutes: z.number() })
const IdentityCode = z.object({ code: z.string(), minutes: z.number() })
const SECURITY_CHANGES = {
  authenticator_set_up: 'An authenticator app was set up for your account.',
  authenticator_removed: 'The authenticator app of your account was removed.',
  recovery_codes_renewed: 'New recovery codes were made for your account. The old ones no longer work.',
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey of your account was removed.',
  passkeys_removed: 'You were signed out everywhere, and all passkeys of your account were removed.',
} as const
const SecurityNotice = z.object({
  change: z.enum(Object.keys(SECURITY_CHANGES) as (keyof typeof SECURITY_CHANGES)[]),
})

/** Mails with which a person signs in, or learns that the sign-in has changed. */
export const signInMails = {
  sign_in_code: template(SignIn, ({ code, link, minutes }, brandName) => ({
    subject: 'Your sign-in code',
    code,
    link,
    ...layOutMail(
      'Your sign-in code',
      [
        { kind: 'message', text: 'Type this code on the page that asked for it:' },
        { kind: 'code', code },
        { kind: 'link', label: 'Or sign in with this link', address: link },
        {
          kind: 'message',
          text: `Code and link are valid for ${minutes} minutes and work once. We will never ask you for the code.`,
        },
        { kind: 'message', text: "If you didn't ask for it, ignore this mail: nothing happens." },
      ],
      brandName,
    ),
  })),
  identity_code: template(IdentityCode, ({ code, minutes }, brandName) => ({
    subject: 'Confirm that it is you',
    code,
    link: null,
    ...layOutMail(
      'Confirm that it is you',
      [
        { kind: 'message', text: 'Type this code on the page that asked for it:' },
        { kind: 'code', code },
        {
          kind: 'message',
          text: `It is valid for ${minutes} minutes and works once. We will never ask you for the code.`,
        },
        {
          kind: 'message',
          text: "If you didn't ask for it, somebody may be using your account: sign in, choose “Sign out everywhere else” under “Sign-in and devices”, and contact us.",
        },
      ],
      brandName,
    ),
  })),
  staff_invite: template(StaffInvite, ({ link, role, days }, brandName) => ({
    subject: 'Your invitation to the team',
    code: null,
    link,
    ...layOutMail(
      'You are invited to the team',
      [
        {
          kind: 'message',
          text: role
            ? `You are invited to work for ${brandName} as: ${role}.`
            : `You are invited to work for ${brandName}. You choose your role when you set up your account.`,
        },
        { kind: 'link', label: 'Set up your account', address: link },
        {
          kind: 'message',
          text: `The link works once and for ${days} days, with this e-mail address only. Don't share it.`,
        },
        { kind: 'message', text: "If you didn't expect it, ignore this mail and tell the owner." },
      ],
      brandName,
    ),
  })),
  staff_code: template(StaffCode, ({ code, minutes }, brandName) => ({
    subject: 'Your set-up code',
    code,
    link: null,
    ...layOutMail(
      'Your set-up code',
      [
        { kind: 'message', text: 'Type this code on the page that asked for it:' },
        { kind: 'code', code },
        {
          kind: 'message',
          text: `It is valid for ${minutes} minutes and works once. We will never ask you for the code.`,
        },
      ],
      brandName,
    ),
  })),
  security_notice: template(SecurityNotice, ({ change }, brandName) => ({
    subject: 'A change to your sign-in',
    code: null,
    link: null,
    ...layOutMail(
      'A change to your sign-in',
      [
        { kind: 'message', text: SECURITY_CHANGES[change] },
        {
          kind: 'message',
          text: "If that was you, you don't have to do anything. If it wasn't, sign in, end the other sessions and contact us at once.",
        },
      ],
      brandName,
    ),
  })),
}
