export const CHANNELS = ['email', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

export const NOTIFICATION_KINDS = [
  'creator_live',
  'new_post',
  'message',
  'payment',
  'booking',
  'payout',
  'review_result',
  'fee_reminder',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

type About = {
  label: string
  description: string
  /** Only creators get it. */
  creatorsOnly: boolean
  /** By these channels it is always sent: it is about the person's own money, account or appointment. */
  always: readonly Channel[]
  /** The standard while nothing was chosen. */
  standard: Record<Channel, boolean>
}

const optional = (label: string, description: string, standard: Record<Channel, boolean>): About => ({
  label,
  description,
  creatorsOnly: false,
  always: [],
  standard,
})
const must = (label: string, description: string, creatorsOnly = false): About => ({
  label,
  description,
  creatorsOnly,
  always: ['email'],
  standard: { email: true, push: true },
})

/** Every notification that Peach sends by mail or push, with its standard. */
export const NOTIFICATIONS: Record<NotificationKind, About> = {
  creator_live: optional('A favorite creator goes live', 'Peaches you follow.', { email: false, push: true }),
  new_post: optional('New posts', 'From Peaches you follow.', { email: false, push: true }),
  message: optional('New messages', 'The alert shows no names and no message text.', { email: true, push: true }),
  payment: must('Payments', 'Receipts, refunds, and reminders before your pass ends.'),
  booking: must('Bookings', 'Requests, answers and changes.'),
  payout: must('Payouts', 'Money on its way to you.', true),
  review_result: must('Review results', 'Your application and your posts.', true),
  fee_reminder: {
    label: 'Creator fee reminders',
    description: 'Before your profile is hidden.',
    creatorsOnly: true,
    always: [],
    standard: { email: true, push: true },
  },
}

export type StoredChoice = { kind: string; channel: string; wanted: boolean }
export type Choice = { wanted: boolean; always: boolean }
export type KindChoices = { kind: NotificationKind } & Record<Channel, Choice>

/** The kinds that a person can get at all. */
export function kindsFor(userType: string): NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => userType === 'creator' || !NOTIFICATIONS[kind].creatorsOnly)
}

/** A person's choices: what can't be switched off, then what was chosen, then the standard. */
export function choicesInForce(userType: string, stored: readonly StoredChoice[]): KindChoices[] {
  return kindsFor(userType).map((kind) => {
    const { always, standard } = NOTIFICATIONS[kind]
    const choice = (channel: Channel): Choice => {
      if (always.includes(channel)) return { wanted: true, always: true }
      const chosen = stored.find((row) => row.kind === kind && row.channel === channel)
      return { wanted: chosen?.wanted ?? standard[channel], always: false }
    }
    return { kind, email: choice('email'), push: choice('push') }
  })
}

/** The name of a choice in a form. */
export function choiceField(kind: NotificationKind, channel: Channel): string {
  return `${kind}-${channel}`
}

/** The choices in a submitted form: a box that isn't ticked isn't sent. Choices that can't be changed are left out. */
export function choicesOfForm(userType: string, ticked: ReadonlySet<string>): PlanChoice[] {
  return kindsFor(userType).flatMap((kind) =>
    CHANNELS.filter((channel) => !NOTIFICATIONS[kind].always.includes(channel)).map((channel) => ({
      kind,
      channel,
      wanted: ticked.has(choiceField(kind, channel)),
    })),
  )
}

export type PlanChoice = { kind: NotificationKind; channel: Channel; wanted: boolean }
