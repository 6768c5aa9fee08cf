import { z } from 'zod'
import { FeeReminder, feeReminderMail } from './fee-reminder.ts'
import { layOutMail } from './mail-layout.ts'
import { PassReminder, passReminderMail } from './pass-reminder.ts'
import { SubscriptionEnded, subscriptionEndedMail } from './subscription-ended.ts'

const SignIn = z.object({ code: z.string(), link: z.string(), minutes: z.number() })
const PaymentAccount = SignIn.extend({ productName: z.string(), amount: z.string(), reference: z.string() })
const Receipt = z.object({
  productName: z.string(),
  /** Ready to read, such as `UGX 180,000`. */
  amount: z.string(),
  reference: z.string(),
  paidOn: z.string(),
  /** The day a pass ends, or null for what is bought for good. */
  endsOn: z.string().nullable(),
  method: z.string(),
  link: z.string(),
})

const REFUND_NEWS = {
  decided: { heading: 'Your refund is granted', says: 'We send it in 24-48 hours.' },
  to_wallet: { heading: 'Your refund is in your wallet', says: 'You can spend it at once.' },
  to_earnings: { heading: 'Your refund is in your earnings', says: 'It is part of what you can be paid out.' },
  declined: { heading: 'About your refund', says: 'We could not grant it.' },
  sent: {
    heading: 'Your refund is on its way',
    says: 'We sent it to the payment provider. It takes 3-10 business days to arrive; mobile money is usually faster than a card.',
  },
  failed: {
    heading: 'Your refund could not be sent',
    says: 'The payment provider could not carry it out. The money is kept for you. We are looking at it; you can also have it in your wallet at once.',
  },
} as const
const RefundNews = z.object({
  state: z.enum(Object.keys(REFUND_NEWS) as (keyof typeof REFUND_NEWS)[]),
  productName: z.string(),
  amount: z.string(),
  /** Our own words to it; empty where there are none. */
  words: z.string(),
  link: z.string(),
})

const ExportReady = z.object({ link: z.string(), until: z.string() })
const DeletionCode = z.object({ code: z.string(), minutes: z.number() })
const DeletionWaiting = z.object({ link: z.string(), on: z.string() })
const StaffInvite = z.object({ link: z.string(), role: z.string().nullable(), days: z.number() })
const StaffCode = z.object({ code: z.string(), minutes: z.number() })
const SECURITY_CHANGES = {
  authenticator_set_up: 'An authenticator app was set up for your account.',
  authenticator_removed: 'The authenticator app of your account was removed.',
  recovery_codes_renewed: 'New recovery codes were made for your account. The old ones no longer work.',
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey of your account was removed.',
} as const
const SecurityNotice = z.object({
  change: z.enum(Object.keys(SECURITY_CHANGES) as (keyof typeof SECURITY_CHANGES)[]),
})
const APPLICATION_HEADINGS = {
  approved: 'You are approved',
  changes_requested: 'Something to fix',
  rejected: 'Not approved',
} as const
const ApplicationDecided = z.object({
  decision: z.enum(Object.keys(APPLICATION_HEADINGS) as (keyof typeof APPLICATION_HEADINGS)[]),
  /** The reviewer's own words; empty where there are none. */
  words: z.string(),
  /** What comes next, in a sentence. */
  next: z.string(),
  link: z.string(),
})
const VerificationDue = z.object({ on: z.string(), days: z.number(), link: z.string() })
const PayoutAccountCode = z.object({ code: z.string(), minutes: z.number() })
const PayoutAccountChanged = z.object({ account: z.string(), from: z.string().nullable(), link: z.string() })
const PayoutAccountRefused = z.object({ account: z.string(), link: z.string() })
const PAYOUT_HEADINGS = {
  completed: 'Your payout was sent',
  failed: 'Your payout did not arrive',
  reversed: 'Your payout came back',
} as const
const PayoutNews = z.object({
  news: z.enum(Object.keys(PAYOUT_HEADINGS) as (keyof typeof PAYOUT_HEADINGS)[]),
  amount: z.string(),
  number: z.string(),
  account: z.string(),
  /** Why, in a sentence; empty where there is nothing to say. */
  words: z.string(),
  link: z.string(),
})

export type RenderedMail = { subject: string; text: string; html: string; code: string | null; link: string | null }

// Subjects are neutral: they show on locked screens, in front of others.
const templates = {
  sign_in_code: template(SignIn, ({ code, link, minutes }, brandName) => ({
    subject: 'Your sign-in code',
    code,
    link,
    ...layOutMail(
      'Your sign-in code',
      [
        { kind: 'words', text: 'Type this code on the page that asked for it:' },
        { kind: 'code', code },
        { kind: 'link', label: 'Or sign in with this link', address: link },
        {
          kind: 'words',
          text: `Code and link are valid ${minutes} minutes and work once. Nobody of us will ever ask you for the code.`,
        },
        { kind: 'words', text: "If you didn't ask for it, ignore this mail: nothing happens." },
      ],
      brandName,
    ),
  })),
  payment_account: template(PaymentAccount, ({ code, link, minutes, productName, amount, reference }, brandName) => ({
    subject: 'Your payment arrived',
    code,
    link,
    ...layOutMail(
      'Your payment arrived',
      [
        { kind: 'facts', rows: factsOf({ For: productName, Amount: amount, Reference: reference }) },
        { kind: 'words', text: 'This code opens your account. Type it on the page where you paid:' },
        { kind: 'code', code },
        { kind: 'link', label: 'Or open your account with this link', address: link },
        {
          kind: 'words',
          text: `Code and link are valid ${minutes} minutes and work once. Later, sign in with this e-mail address: what you paid for waits for you.`,
        },
      ],
      brandName,
    ),
  })),
  receipt: template(Receipt, ({ productName, amount, reference, paidOn, endsOn, method, link }, brandName) => ({
    subject: 'Your receipt',
    code: null,
    link,
    ...layOutMail(
      'Your receipt',
      [
        {
          kind: 'facts',
          rows: factsOf({
            For: productName,
            Amount: amount,
            'Paid on': paidOn,
            'Paid by': method,
            Reference: reference,
            'Ends on': endsOn,
          }),
        },
        { kind: 'link', label: 'Open', address: link },
        { kind: 'words', text: 'Keep the reference: support finds the payment by it.' },
      ],
      brandName,
    ),
  })),
  refund: template(RefundNews, ({ state, productName, amount, words, link }, brandName) => ({
    subject: REFUND_NEWS[state].heading,
    code: null,
    link,
    ...layOutMail(
      REFUND_NEWS[state].heading,
      [
        { kind: 'facts', rows: factsOf({ For: productName, Amount: amount }) },
        { kind: 'words', text: REFUND_NEWS[state].says },
        ...(words === '' ? [] : [{ kind: 'words' as const, text: words }]),
        { kind: 'link', label: 'See your receipt', address: link },
      ],
      brandName,
    ),
  })),
  export_ready: template(ExportReady, ({ link, until }, brandName) => ({
    subject: 'Your copy is ready',
    code: null,
    link,
    ...layOutMail(
      'Your copy is ready',
      [
        { kind: 'words', text: `The copy of your data that you asked for can be downloaded until ${until}.` },
        { kind: 'link', label: 'Sign in and download it', address: link },
        { kind: 'words', text: "If you didn't ask for it, sign out your other devices on that page and tell us." },
      ],
      brandName,
    ),
  })),
  deletion_code: template(DeletionCode, ({ code, minutes }, brandName) => ({
    subject: 'Your confirmation code',
    code,
    link: null,
    ...layOutMail(
      'Your confirmation code',
      [
        { kind: 'words', text: 'This code deletes your account. Type it on the page that asked for it:' },
        { kind: 'code', code },
        {
          kind: 'words',
          text: `It is valid ${minutes} minutes and works once. If you don't want to delete your account, ignore this mail and tell nobody the code.`,
        },
      ],
      brandName,
    ),
  })),
  deletion_waiting: template(DeletionWaiting, ({ link, on }, brandName) => ({
    subject: 'Your account is closed',
    code: null,
    link,
    ...layOutMail(
      'Your account is closed',
      [
        {
          kind: 'words',
          text: `It will be deleted on ${on}. Until then nobody sees it and nobody is signed in to it.`,
        },
        { kind: 'link', label: 'Changed your mind? Keep my account', address: link },
        { kind: 'words', text: 'After that day it cannot be brought back.' },
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
          kind: 'words',
          text: role
            ? `You are invited to work for ${brandName} as: ${role}.`
            : `You are invited to work for ${brandName}. You choose your role when you set up your account.`,
        },
        { kind: 'link', label: 'Set up your account', address: link },
        {
          kind: 'words',
          text: `The link works once and for ${days} days, with this e-mail address alone. Don't hand it on.`,
        },
        { kind: 'words', text: "If you didn't expect it, ignore this mail and tell the owner." },
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
        { kind: 'words', text: 'Type this code on the page that asked for it:' },
        { kind: 'code', code },
        {
          kind: 'words',
          text: `It is valid ${minutes} minutes and works once. Nobody of us will ever ask you for the code.`,
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
        { kind: 'words', text: SECURITY_CHANGES[change] },
        {
          kind: 'words',
          text: "If that was you, there is nothing to do. If it wasn't, sign in, end the other sessions and tell us at once.",
        },
      ],
      brandName,
    ),
  })),
  application_decided: template(ApplicationDecided, ({ decision, words, next, link }, brandName) => ({
    subject: 'News about your application',
    code: null,
    link,
    ...layOutMail(
      APPLICATION_HEADINGS[decision],
      [
        ...(words === '' ? [] : [{ kind: 'words' as const, text: `The reviewer wrote: ${words}` }]),
        { kind: 'words', text: next },
        { kind: 'link', label: 'See your application', address: link },
      ],
      brandName,
    ),
  })),
  verification_due: template(VerificationDue, ({ on, days, link }, brandName) => ({
    subject: 'Your yearly verification',
    code: null,
    link,
    ...layOutMail(
      days > 0 ? 'Your yearly verification is due' : 'Your yearly verification has run out',
      [
        {
          kind: 'words',
          text:
            days > 0
              ? `Creators prove once a year who they are. Please send a new selfie and documents before ${on}; your page stays visible meanwhile.`
              : `It ended on ${on}. Your page comes back as soon as a person has looked at your new selfie and documents.`,
        },
        { kind: 'link', label: 'Verify again', address: link },
      ],
      brandName,
    ),
  })),
  fee_reminder: template(FeeReminder, (reminder, brandName) => {
    const { heading, blocks } = feeReminderMail(reminder)
    return { subject: 'Your weekly plan', code: null, link: reminder.link, ...layOutMail(heading, blocks, brandName) }
  }),
  pass_reminder: template(PassReminder, (reminder, brandName) => {
    const { heading, blocks } = passReminderMail(reminder)
    return { subject: 'A reminder', code: null, link: reminder.link, ...layOutMail(heading, blocks, brandName) }
  }),
  creator_subscription_ended: template(SubscriptionEnded, (ended, brandName) => {
    const { heading, blocks } = subscriptionEndedMail(ended)
    return { subject: 'Your wallet', code: null, link: ended.link, ...layOutMail(heading, blocks, brandName) }
  }),
  payout_account_code: template(PayoutAccountCode, ({ code, minutes }, brandName) => ({
    subject: 'Your confirmation code',
    code,
    link: null,
    ...layOutMail(
      'Your confirmation code',
      [
        { kind: 'words', text: 'This code changes the account that your earnings are paid to:' },
        { kind: 'code', code },
        {
          kind: 'words',
          text: `It is valid ${minutes} minutes and works once. If you don't want to change that account, end your other sessions and tell nobody the code.`,
        },
      ],
      brandName,
    ),
  })),
  payout_account_changed: template(PayoutAccountChanged, ({ account, from, link }, brandName) => ({
    subject: 'Your payout account',
    code: null,
    link,
    ...layOutMail(
      from ? 'Your payout account was changed' : 'Your payout account was set',
      [
        { kind: 'words', text: `Your earnings are paid to ${account} from now on.` },
        ...(from ? [{ kind: 'words' as const, text: `Nothing is sent there before ${from}.` }] : []),
        { kind: 'link', label: 'See it', address: link },
        {
          kind: 'words',
          text: "If that wasn't you, sign in, end the other sessions, put your own account back and tell us at once.",
        },
      ],
      brandName,
    ),
  })),
  payout_account_refused: template(PayoutAccountRefused, ({ account, link }, brandName) => ({
    subject: 'Your payout account',
    code: null,
    link,
    ...layOutMail(
      'The name does not match',
      [
        {
          kind: 'words',
          text: `The name that you gave for ${account} is not the one on your documents. Please name an account of your own; your earnings wait for it.`,
        },
        { kind: 'link', label: 'Name another account', address: link },
      ],
      brandName,
    ),
  })),
  payout_news: template(PayoutNews, ({ news, amount, number, account, words, link }, brandName) => ({
    subject: 'News about your payout',
    code: null,
    link,
    ...layOutMail(
      PAYOUT_HEADINGS[news],
      [
        { kind: 'facts', rows: factsOf({ Payout: number, Amount: amount, To: account }) },
        ...(words === '' ? [] : [{ kind: 'words' as const, text: words }]),
        {
          kind: 'words',
          text:
            news === 'completed'
              ? 'Your network or bank may take a moment to show it. Its own charges, and the levy on taking out cash, come from you.'
              : 'The whole sum is with your available earnings again. Check your payout account; the next run sends it anew.',
        },
        { kind: 'link', label: 'See your payouts', address: link },
      ],
      brandName,
    ),
  })),
}

type Templates = typeof templates
export type TemplateName = keyof Templates
export type TemplateData<Name extends TemplateName> = Parameters<Templates[Name]['render']>[0]

type Template<Data> = { schema: z.ZodType<Data>; render: (data: Data, brandName: string) => RenderedMail }

function template<Data>(schema: z.ZodType<Data>, render: Template<Data>['render']): Template<Data> {
  return { schema, render }
}

function factsOf(facts: Record<string, string | null>): [string, string][] {
  return Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null)
}

/** The mail of a template. Throws for an unknown name or data of another shape: that is a bug of the sender. */
export function renderMail(name: string, data: unknown, brandName: string): RenderedMail {
  if (!Object.hasOwn(templates, name)) throw new Error(`there is no mail template ${name}`)
  const found = templates[name as TemplateName] as Template<unknown>
  return found.render(found.schema.parse(data), brandName)
}
