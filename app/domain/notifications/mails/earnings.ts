import { z } from 'zod'
import { layOutMail } from '../mail-layout.ts'
import { factsOf, template } from '../mail-template.ts'

const PayoutAccountCode = z.object({ code: z.string(), minutes: z.number() })
const PayoutAccountChanged = z.object({ account: z.string(), from: z.string().nullable(), link: z.string() })
const PayoutAccountRefused = z.object({ account: z.string(), link: z.string() })
const PAYOUT_HEADINGS = {
  completed: 'Your payout was sent',
  failed: 'Your payout did not arrive',
  refused: 'Your payout account does not take payments',
  reversed: 'Your payout came back',
  cancelled: 'Your payout was called off',
} as const
const CAME_BACK =
  'The whole sum is with your available earnings again. Check your payout account; the next run sends it anew.'
const PAYOUT_NEXT: Record<keyof typeof PAYOUT_HEADINGS, string> = {
  completed:
    'Your network or bank may take a moment to show it. Its own charges, and the levy on taking out cash, come from you.',
  failed: CAME_BACK,
  refused:
    'The whole sum is with your available earnings again. Nothing more is sent to this account until you name another one or confirm that it is right; the next Friday then pays you.',
  reversed: CAME_BACK,
  cancelled:
    'Nothing was sent. The whole sum is with your available earnings again, and the next run sends it to the account that you use then.',
}
const PayoutNews = z.object({
  news: z.enum(Object.keys(PAYOUT_HEADINGS) as (keyof typeof PAYOUT_HEADINGS)[]),
  amount: z.string(),
  number: z.string(),
  account: z.string(),
  /** Why, in a sentence; empty where there is nothing to say. */
  message: z.string(),
  link: z.string(),
})
const EARNINGS_NEWS = {
  refunded: {
    heading: 'A sale was refunded',
    description:
      'We returned a payment to a fan, so your part of it was taken back: from what is pending first, then from what is available.',
  },
  charged_back: {
    heading: 'A bank took a payment back',
    description:
      'The payer disputes it at their bank, so your part of it was taken back: from what is pending first, then from what is available. If the payment stands in the end, you get it again.',
  },
  reinstated: {
    heading: 'A disputed payment stands',
    description: 'The bank decided for us. Your part of it is with your earnings again.',
  },
} as const
const EarningsNews = z.object({
  news: z.enum(Object.keys(EARNINGS_NEWS) as (keyof typeof EARNINGS_NEWS)[]),
  productName: z.string(),
  amount: z.string(),
  /** What of it the creator no longer had; null where there was enough. */
  owed: z.string().nullable(),
  link: z.string(),
})

/** Mails about what a creator earns and is paid. */
export const earningsMails = {
  payout_account_code: template(PayoutAccountCode, ({ code, minutes }, brandName) => ({
    subject: 'Your confirmation code',
    code,
    link: null,
    ...layOutMail(
      'Your confirmation code',
      [
        { kind: 'message', text: 'This code changes the account that your earnings are paid to:' },
        { kind: 'code', code },
        {
          kind: 'message',
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
        { kind: 'message', text: `Your earnings are paid to ${account} from now on.` },
        ...(from ? [{ kind: 'message' as const, text: `Nothing is sent there before ${from}.` }] : []),
        { kind: 'link', label: 'See it', address: link },
        {
          kind: 'message',
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
          kind: 'message',
          text: `The name that you gave for ${account} is not the one on your documents. Please name an account of your own; your earnings wait for it.`,
        },
        { kind: 'link', label: 'Name another account', address: link },
      ],
      brandName,
    ),
  })),
  payout_news: template(PayoutNews, ({ news, amount, number, account, message, link }, brandName) => ({
    subject: 'News about your payout',
    code: null,
    link,
    ...layOutMail(
      PAYOUT_HEADINGS[news],
      [
        { kind: 'facts', rows: factsOf({ Payout: number, Amount: amount, To: account }) },
        ...(message === '' ? [] : [{ kind: 'message' as const, text: message }]),
        {
          kind: 'message',
          text: PAYOUT_NEXT[news],
        },
        { kind: 'link', label: news === 'refused' ? 'Check your payout account' : 'See your payouts', address: link },
      ],
      brandName,
    ),
  })),
  earnings_news: template(EarningsNews, ({ news, productName, amount, owed, link }, brandName) => ({
    subject: 'About your earnings',
    code: null,
    link,
    ...layOutMail(
      EARNINGS_NEWS[news].heading,
      [
        { kind: 'facts', rows: factsOf({ For: productName, 'Your part': amount }) },
        { kind: 'message', text: EARNINGS_NEWS[news].description },
        ...(owed === null
          ? []
          : [
              { kind: 'message' as const, text: `${owed} of it was no longer there: it comes off your next earnings.` },
            ]),
        { kind: 'link', label: 'See your earnings', address: link },
      ],
      brandName,
    ),
  })),
}
