import { z } from 'zod'
import type { MailPart } from './mail-layout.ts'
import { factsOf } from './mail-template.ts'

type Label = {
  one: string
  /** The heading where several are told together. */
  many: string
  description: string
  todo: string
  /** Until when, where the matter has no time of its own. */
  by: string
}

/** What is urgent enough to be mailed to whoever works here, in words. */
export const STAFF_ALERTS = {
  chargeback_received: {
    one: 'A bank took a payment back',
    many: 'Banks took payments back',
    description: 'What it had paid for has ended, and the money is gone from our balance.',
    todo: 'Answer with evidence in time: no answer counts as accepted.',
    by: 'As soon as you can',
  },
  chargeback_due_soon: {
    one: 'An answer to a bank is due within eight hours',
    many: 'Answers to banks are due within eight hours',
    description: 'Nobody has answered yet.',
    todo: 'Answer with evidence in time: no answer counts as accepted.',
    by: 'Today',
  },
  chargeback_due_very_soon: {
    one: 'An answer to a bank is due within two hours',
    many: 'Answers to banks are due within two hours',
    description: 'Nobody has answered yet. This is the last mail about it.',
    todo: 'Answer now: no answer counts as accepted.',
    by: 'Now',
  },
  chargeback_answer_refused: {
    one: 'Our answer to a bank was not taken',
    many: 'Our answers to banks were not taken',
    description: 'The gateway refused what we answered; it may have come too late.',
    todo: 'Look at the gateway’s dashboard, and answer there if it still can be.',
    by: 'Now',
  },
  payouts_halted: {
    one: 'Payouts have stopped',
    many: 'Payouts have stopped more than once',
    description: 'Nothing leaves until a person lets it go on, and creators wait for their money.',
    todo: 'Look at what was about to leave. The owner or a super-admin lets payouts go on.',
    by: 'Now',
  },
  payout_needs_review: {
    one: 'A payout needs a look',
    many: 'Payouts need a look',
    description: 'What the gateway shows does not fit what we asked for, or it waits for an approval there.',
    todo: 'Settle it with the gateway. Never send it again by another way.',
    by: 'Today',
  },
  payout_reversed: {
    one: 'A payout came back',
    many: 'Payouts came back',
    description: 'The whole sum is with the creator’s available earnings again, and the creator was told.',
    todo: 'Look why, and pay it again once the account is right.',
    by: 'Before the next run',
  },
  payout_arrived_late: {
    one: 'A payout that had failed has arrived',
    many: 'Payouts that had failed have arrived',
    description:
      'Its sum had been given back before, and is taken from the earnings again; what is gone already is owed.',
    todo: 'Look whether the creator was paid twice.',
    by: 'Today',
  },
  refund_failed: {
    one: 'A refund could not be sent',
    many: 'Refunds could not be sent',
    description: 'The gateway could not carry it out. The money is still owed, and the buyer was told.',
    todo: 'Try it again, or send it to the wallet.',
    by: 'Today',
  },
  refund_held_up: {
    one: 'A refund is held up',
    many: 'Refunds are held up',
    description: 'Our balance at the gateway is too small, or our key is refused there. It is tried again every hour.',
    todo: 'Look at the reason and put it right at the gateway.',
    by: 'Today',
  },
  refund_without_an_end: {
    one: 'A refund has no end after thirty days',
    many: 'Refunds have no end after thirty days',
    description: 'The gateway took it in and has never said that it arrived.',
    todo: 'Look for it on the gateway’s dashboard.',
    by: 'Today',
  },
  gateway_differs: {
    one: 'The gateway’s books and ours differ',
    many: 'The gateway’s books and ours differ',
    description: 'The hourly look found what does not agree and does not explain itself.',
    todo: 'Find the cause of each difference and settle it.',
    by: 'Today',
  },
  books_breached: {
    one: 'Our books contradict themselves',
    many: 'Our books contradict themselves',
    description: 'The hourly audit found a rule of the books broken.',
    todo: 'Have payouts switched off, decide no refunds, and go by "Audit and reconciliation" in docs/operating.md.',
    by: 'Now',
  },
} as const satisfies Record<string, Label>

export type StaffAlertKind = keyof typeof STAFF_ALERTS

export function isStaffAlert(word: string): word is StaffAlertKind {
  return Object.hasOwn(STAFF_ALERTS, word)
}

export const StaffAlert = z.object({
  kind: z.enum(Object.keys(STAFF_ALERTS) as StaffAlertKind[]),
  /** How many are told together. */
  count: z.number(),
  /** Which one it is; empty where several are told together. */
  about: z.string(),
  /** When the first of them is due, ready to read; null where they have no time of their own. */
  due: z.string().nullable(),
  link: z.string(),
})

export function staffAlertMail(alert: z.infer<typeof StaffAlert>): { heading: string; parts: MailPart[] } {
  const message: Label = STAFF_ALERTS[alert.kind]
  const several = alert.count > 1
  return {
    heading: several ? message.many : message.one,
    parts: [
      { kind: 'message', text: message.description },
      {
        kind: 'facts',
        rows: factsOf({
          'How many': several ? String(alert.count) : null,
          About: alert.about === '' ? null : alert.about,
          'To do': message.todo,
          Until: alert.due ?? message.by,
        }),
      },
      { kind: 'link', label: 'Open it', address: alert.link },
      {
        kind: 'message',
        text: 'You get this because your role may act on it. What comes in the next quarter of an hour is told together.',
      },
    ],
  }
}
