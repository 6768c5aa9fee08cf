import { z } from 'zod'
import { facts } from './event.ts'
import { type MailContent, renderParts, type RenderedMail } from './mail.ts'

type SecretMail<Data> = { data: z.ZodType<Data>; content: (data: Data, brandName: string) => MailContent }

function secretMail<Data>(data: z.ZodType<Data>, content: SecretMail<Data>['content']): SecretMail<Data> {
  return { data, content }
}

const code = (text: string) => ({ kind: 'code', code: text }) as const
const link = (label: string, address: string) => ({ kind: 'link', label, address }) as const

const Code = z.object({ code: z.string(), minutes: z.number() })
const TYPE_IT = 'Type this code on the page that asked for it:'
const valid = (minutes: number) =>
  `It is valid for ${minutes} minutes and works once. We will never ask you for the code.`

/**
 * Mails with a code or a link that opens something. They are always sent: the person has just asked for them. They are no notifications:
 * the secret goes to one address, sealed until it is sent, and is in no list and in no outbox.
 */
export const SECRET_MAILS = {
  sign_in_code: secretMail(Code.extend({ link: z.string() }), (data) => ({
    subject: 'Your sign-in code',
    parts: [
      TYPE_IT,
      code(data.code),
      link('Or sign in with this link', data.link),
      `Code and link are valid for ${data.minutes} minutes and work once. We will never ask you for the code.`,
      "If you didn't ask for it, ignore this mail: nothing happens.",
    ],
  })),
  identity_code: secretMail(Code, (data) => ({
    subject: 'Confirm that it is you',
    parts: [
      TYPE_IT,
      code(data.code),
      valid(data.minutes),
      "If you didn't ask for it, somebody may be using your account: sign in, choose “Sign out everywhere else” under “Sign-in and devices”, and contact us.",
    ],
  })),
  payment_account: secretMail(
    Code.extend({ link: z.string(), productName: z.string(), amount: z.string(), reference: z.string() }),
    (data) => ({
      subject: 'Your payment arrived',
      parts: [
        facts({ For: data.productName, Amount: data.amount, Reference: data.reference }),
        'This code opens your account. Type it on the page where you paid:',
        code(data.code),
        link('Or open your account with this link', data.link),
        `Code and link are valid for ${data.minutes} minutes and work once. Later, sign in with this e-mail address: what you paid for stays in your account.`,
      ],
    }),
  ),
  staff_invite: secretMail(
    z.object({ link: z.string(), role: z.string().nullable(), days: z.number() }),
    (data, brandName) => ({
      subject: 'Your invitation to the team',
      heading: 'You are invited to the team',
      parts: [
        data.role
          ? `You are invited to work for ${brandName} as: ${data.role}.`
          : `You are invited to work for ${brandName}. You choose your role when you set up your account.`,
        link('Set up your account', data.link),
        `The link works once and for ${data.days} days, with this e-mail address only. Don't share it.`,
        "If you didn't expect it, ignore this mail and tell the owner.",
      ],
    }),
  ),
  staff_code: secretMail(Code, (data) => ({
    subject: 'Your set-up code',
    parts: [TYPE_IT, code(data.code), valid(data.minutes)],
  })),
  payout_account_code: secretMail(Code.extend({ account: z.string().optional() }), (data) => ({
    subject: 'Your confirmation code',
    parts: [
      data.account
        ? `With this code your earnings are paid to ${data.account}:`
        : 'This code changes the account that your earnings are paid to:',
      code(data.code),
      `It is valid for ${data.minutes} minutes and works once. If you don't want to change that account, end your other sessions and give nobody the code.`,
    ],
  })),
  deletion_code: secretMail(Code, (data) => ({
    subject: 'Your confirmation code',
    parts: [
      'This code deletes your account. Type it on the page that asked for it:',
      code(data.code),
      `It is valid for ${data.minutes} minutes and works once. If you don't want to delete your account, ignore this mail and give nobody the code.`,
    ],
  })),
  deletion_waiting: secretMail(z.object({ link: z.string(), on: z.string() }), (data) => ({
    subject: 'Your account is closed',
    parts: [
      `It will be deleted on ${data.on}. Until then nobody sees it and nobody is signed in to it.`,
      link('Changed your mind? Keep my account', data.link),
      'After that day we cannot restore it.',
    ],
  })),
}

export type SecretMailName = keyof typeof SECRET_MAILS
export type SecretMailData<Name extends SecretMailName> = z.infer<(typeof SECRET_MAILS)[Name]['data']>

/** Throws for an unknown name or data of another shape: that is a bug of the sender. */
export function renderSecretMail(name: string, data: unknown, brandName: string): RenderedMail {
  if (!Object.hasOwn(SECRET_MAILS, name)) throw new Error(`there is no mail template ${name}`)
  const mail = SECRET_MAILS[name as SecretMailName] as SecretMail<unknown>
  return renderParts(mail.content(mail.data.parse(data), brandName), brandName)
}
