import { z } from 'zod'
import type { MailPart } from './mail-layout.ts'
import { factsOf } from './mail-template.ts'

type Label = {
  one: string
  /** The heading where several are mailed together. */
  many: string
  description: string
  todo: string
  /** The deadline, where the matter has no time of its own. */
  by: string
}

/** The texts of urgent matters that are mailed to staff. */
export const STAFF_ALERTS = {
  chargeback_received: {
    one: 'A bank took back a payment',
    many: 'Banks took back payments',
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
    one: 'The gateway refused our answer to a bank',
    many: 'The gateway refused our answers to banks',
    description: 'It may have arrived too late.',
    todo: 'Check the gateway’s dashboard, and answer there if it is still possible.',
    by: 'Now',
  },
  payouts_halted: {
    one: 'Payouts have stopped',
    many: 'Payouts have stopped more than once',
    description: 'No payout is sent until a person restarts them, and creators wait for their money.',
    todo: 'Check the payouts that were about to be sent. The owner or a super-admin can restart payouts.',
    by: 'Now',
  },
  payout_needs_review: {
    one: 'A payout needs a check',
    many: 'Payouts need a check',
    description: 'What the gateway shows does not match what we asked for, or it waits for an approval there.',
    todo: 'Solve it with the gateway. Never send it again in another way.',
    by: 'Today',
  },
  payout_reversed: {
    one: 'A payout was returned',
    many: 'Payouts were returned',
    description: 'The full amount is in the creator’s available earnings again, and the creator was notified.',
    todo: 'Find out why, and pay it again once the account is right.',
    by: 'Before the next payouts',
  },
  payout_arrived_late: {
    one: 'A payout that had failed has arrived',
    many: 'Payouts that had failed have arrived',
    description:
      'Its amount was available to the creator again, and is now taken from the earnings; what is already spent is owed.',
    todo: 'Check whether the creator was paid twice.',
    by: 'Today',
  },
  refund_failed: {
    one: 'A refund could not be sent',
    many: 'Refunds could not be sent',
    description: 'The gateway could not send it. We still owe the money, and the buyer was notified.',
    todo: 'Try it again, or send it to the wallet.',
    by: 'Today',
  },
  refund_held_up: {
    one: 'A refund is delayed',
    many: 'Refunds are delayed',
    description: 'Our balance at the gateway is too small, or the gateway refuses our key. We try again every hour.',
    todo: 'Check the reason and correct it at the gateway.',
    by: 'Today',
  },
  refund_without_an_end: {
    one: 'A refund is still open after thirty days',
    many: 'Refunds are still open after thirty days',
    description: 'The gateway accepted it and has never reported that it arrived.',
    todo: 'Search for it on the gateway’s dashboard.',
    by: 'Today',
  },
  gateway_differs: {
    one: 'The gateway’s books and ours differ',
    many: 'The gateway’s books and ours differ',
    description: 'The hourly check found unexplained differences.',
    todo: 'Find the cause of each difference and settle it.',
    by: 'Today',
  },
  books_breached: {
    one: 'Our books contradict themselves',
    many: 'Our books contradict themselves',
    description: 'The hourly audit found a broken rule in our books.',
    todo: 'The owner should pause payouts. Decide no refunds, and follow "Audit and reconciliation" in docs/operating.md.',
    by: 'Now',
  },
} as const satisfies Record<string, Label>

export type StaffAlertKind = keyof typeof STAFF_ALERTS

export function isStaffAlert(name: string): name is StaffAlertKind {
  return Object.hasOwn(STAFF_ALERTS, name)
}

export const StaffAlert = z.object({
  kind: z.enum(Object.keys(STAFF_ALERTS) as StaffAlertKind[]),
  /** How many are mailed together. */
  count: z.number(),
  /** Which one it is; empty where several are mailed together. */
  about: z.string(),
  /** When the first of them is due, formatted; null where they have no time of their own. */
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
      { kind: 'link', label: 'Open the page', address: alert.link },
      {
        kind: 'message',
        text: 'You get this because your role can act on it. We send further alerts of this kind in one mail after a quarter of an hour.',
      },
    ],
  }
}
