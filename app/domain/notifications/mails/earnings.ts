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
  reversed: 'Your payout was returned',
  cancelled: 'Your payout was cancelled',
} as const
const RETURNED =
  'The full amount is available in your earnings again. Check your payout account; we send it again with the next payouts.'
const PAYOUT_NEXT: Record<keyof typeof PAYOUT_HEADINGS, string> = {
  completed:
    'Your network or bank may need a moment to show it. You pay its own charges, and the tax on taking out cash.',
  failed: RETURNED,
  refused:
    'The full amount is available in your earnings again. We send nothing more to this account until you choose another one or confirm that it is right; then we pay you on the next Friday.',
  reversed: RETURNED,
  cancelled:
    'We sent nothing. The full amount is available in your earnings again, and we send it with the next payouts to the account you use then.',
}
const PayoutNews = z.object({
  news: z.enum(Object.keys(PAYOUT_HEADINGS) as (keyof typeof PAYOUT_HEADINGS)[]),
  amount: z.string(),
  number: z.string(),
  account: z.string(),
  /** Why, in a sentence; empty where there is no reason. */
  message: z.string(),
  link: z.string(),
})
const EARNINGS_NEWS = {
  refunded: {
    heading: 'A sale was refunded',
    description:
      'We refunded a payment to a fan, so we took back your part of it: from your pending earnings first, then from your available earnings.',
  },
  charged_back: {
    heading: 'A bank took back a payment',
    description:
      'The payer disputes it at their bank, so we took back your part of it: from your pending earnings first, then from your available earnings. If the bank decides for us, you get it again.',
  },
  reinstated: {
    heading: 'A disputed payment is confirmed',
    description: 'The bank decided for us. Your part of it is in your earnings again.',
  },
} as const
const EarningsNews = z.object({
  news: z.enum(Object.keys(EARNINGS_NEWS) as (keyof typeof EARNINGS_NEWS)[]),
  productName: z.string(),
  amount: z.string(),
  /** The part of it that the creator no longer had; null where there was enough. */
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
          text: `It is valid for ${minutes} minutes and works once. If you don't want to change that account, end your other sessions and give nobody the code.`,
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
        { kind: 'message', text: `We pay your earnings to ${account} from now on.` },
        ...(from ? [{ kind: 'message' as const, text: `We send nothing there before ${from}.` }] : []),
        { kind: 'link', label: 'See it', address: link },
        {
          kind: 'message',
          text: "If that wasn't you, sign in, end the other sessions, enter your own account again and contact us at once.",
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
          text: `The name that you gave for ${account} is not the one on your documents. Please enter an account of your own; we keep your earnings for you until then.`,
        },
        { kind: 'link', label: 'Enter another account', address: link },
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
              {
                kind: 'message' as const,
                text: `You no longer had ${owed} of it: we take it from your next earnings.`,
              },
            ]),
        { kind: 'link', label: 'See your earnings', address: link },
      ],
      brandName,
    ),
  })),
}
