import { z } from 'zod'
import { layOutMail } from '../mail-layout.ts'
import { factsOf, template } from '../mail-template.ts'
import { PassReminder, passReminderMail } from '../pass-reminder.ts'
import { SubscriptionEnded, subscriptionEndedMail } from '../subscription-ended.ts'

const PaymentAccount = z.object({
  code: z.string(),
  link: z.string(),
  minutes: z.number(),
  productName: z.string(),
  amount: z.string(),
  reference: z.string(),
})
const Receipt = z.object({
  productName: z.string(),
  /** Formatted, such as `UGX 180,000`. */
  amount: z.string(),
  reference: z.string(),
  paidOn: z.string(),
  /** The day a pass ends, or null for what is bought permanently. */
  endsOn: z.string().nullable(),
  method: z.string(),
  link: z.string(),
})
const REFUND_NEWS = {
  decided: { heading: 'Your refund is granted', description: 'We send it in 24-48 hours.' },
  to_wallet: { heading: 'Your refund is in your wallet', description: 'You can spend it now.' },
  to_earnings: { heading: 'Your refund is in your earnings', description: 'It is part of your next payout.' },
  declined: { heading: 'About your refund', description: 'We could not grant it.' },
  sent: {
    heading: 'Your refund is on its way',
    description:
      'We sent it to the payment provider. It takes 3-10 business days to arrive; mobile money is usually faster than a card.',
  },
  failed: {
    heading: 'Your refund could not be sent',
    description:
      'The payment provider could not send it. We still owe you the money and are working on it; you can also have it in your wallet at once.',
  },
} as const
const RefundNews = z.object({
  state: z.enum(Object.keys(REFUND_NEWS) as (keyof typeof REFUND_NEWS)[]),
  productName: z.string(),
  amount: z.string(),
  /** Our own message about it; empty where there is none. */
  message: z.string(),
  link: z.string(),
})

/** What a chargeback has ended, by what was paid for. */
const ENDED = {
  pass: 'Your pass has ended because of this.',
  post_unlock: 'The post is locked again.',
  creator_fee: 'The week that it paid for has ended.',
  creator_subscription: 'Your access to this creator has ended because of this.',
  wallet_top_up: 'We took off what was left of it in your wallet, and what you had bought with the rest has ended.',
  tip: 'The tip was reversed.',
  refund: 'It replaces the refund that was on its way to you.',
  nothing: 'It changes nothing else for you.',
} as const
const PaymentDisputed = z.object({
  news: z.enum(['taken_back', 'stands']),
  productName: z.string(),
  amount: z.string(),
  ended: z.enum(Object.keys(ENDED) as (keyof typeof ENDED)[]),
  contact: z.string(),
  link: z.string(),
})

/** Mails about what a person has paid. */
export const paymentMails = {
  payment_account: template(PaymentAccount, ({ code, link, minutes, productName, amount, reference }, brandName) => ({
    subject: 'Your payment arrived',
    code,
    link,
    ...layOutMail(
      'Your payment arrived',
      [
        { kind: 'facts', rows: factsOf({ For: productName, Amount: amount, Reference: reference }) },
        { kind: 'message', text: 'This code opens your account. Type it on the page where you paid:' },
        { kind: 'code', code },
        { kind: 'link', label: 'Or open your account with this link', address: link },
        {
          kind: 'message',
          text: `Code and link are valid for ${minutes} minutes and work once. Later, sign in with this e-mail address: what you paid for stays in your account.`,
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
        { kind: 'message', text: 'Keep the reference: our support finds the payment with it.' },
      ],
      brandName,
    ),
  })),
  refund: template(RefundNews, ({ state, productName, amount, message, link }, brandName) => ({
    subject: REFUND_NEWS[state].heading,
    code: null,
    link,
    ...layOutMail(
      REFUND_NEWS[state].heading,
      [
        { kind: 'facts', rows: factsOf({ For: productName, Amount: amount }) },
        { kind: 'message', text: REFUND_NEWS[state].description },
        ...(message === '' ? [] : [{ kind: 'message' as const, text: message }]),
        { kind: 'link', label: 'See your receipt', address: link },
      ],
      brandName,
    ),
  })),
  payment_disputed: template(PaymentDisputed, ({ news, productName, amount, ended, contact, link }, brandName) => ({
    subject: 'About your payment',
    code: null,
    link,
    ...layOutMail(
      news === 'taken_back' ? 'Your bank took back a payment' : 'Your payment is confirmed',
      [
        { kind: 'facts', rows: factsOf({ For: productName, Amount: amount }) },
        ...(news === 'taken_back'
          ? [
              { kind: 'message' as const, text: `Your bank or network took it back from us. ${ENDED[ended]}` },
              {
                kind: 'message' as const,
                text: `If you did not want that, or did not make the payment, write to ${contact} with the reference on your receipt; you can also ask your bank to withdraw it.`,
              },
            ]
          : [
              {
                kind: 'message' as const,
                text: `Your bank or network decided that the payment was right. What it paid for, or a refund of it, is restored. Questions: ${contact}`,
              },
            ]),
        { kind: 'link', label: 'See your receipt', address: link },
      ],
      brandName,
    ),
  })),
  pass_reminder: template(PassReminder, (reminder, brandName) => {
    const { heading, blocks } = passReminderMail(reminder)
    return { subject: 'A reminder', code: null, link: reminder.link, ...layOutMail(heading, blocks, brandName) }
  }),
  creator_subscription_ended: template(SubscriptionEnded, (ended, brandName) => {
    const { heading, blocks } = subscriptionEndedMail(ended)
    return { subject: 'Your wallet', code: null, link: ended.link, ...layOutMail(heading, blocks, brandName) }
  }),
}
