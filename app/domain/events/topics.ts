import type { Feature } from '#app/domain/settings/features.ts'

/** Where a notification can go. The list comes first: a push message leads to its entry. */
export const CHANNELS = ['in_app', 'email', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

type About = {
  label: string
  description: string
  /** The part of the product that it is about; offered as a choice while that part works. */
  needs?: Feature
  /** Only creators get it. */
  creatorsOnly: boolean
  /** By these channels it is always sent, for the reason in `because`. */
  always: readonly Channel[]
  because: string
  /** The standard while nothing was chosen. */
  standard: Record<Channel, boolean>
}

const optional = (label: string, description: string, email: boolean, creatorsOnly = false): About => ({
  label,
  description,
  creatorsOnly,
  always: [],
  because: '',
  standard: { in_app: true, email, push: true },
})
const must = (label: string, description: string, because: string, creatorsOnly = false): About => ({
  ...optional(label, description, true, creatorsOnly),
  always: ['email'],
  because,
})

/** What a person can choose: one switch for each topic and channel. The names are stored. */
export const TOPICS = {
  creator_live: optional('A favorite creator goes live', 'Peaches you follow.', false),
  new_post: optional('New posts', 'From Peaches you follow. By email in your daily summary.', false),
  message: optional('New messages', 'The alert shows no names and no message text.', true),
  comment: optional('Comments', 'Under your posts, and answers to yours. By email in your daily summary.', false),
  payment: must('Payments', 'Receipts, refunds, and reminders before your pass ends.', 'It is about your own money.'),
  booking: {
    ...must('Bookings', 'Requests, answers and changes.', 'Somebody else relies on it.'),
    needs: 'bookings',
  },
  custom_request: must('Custom requests', 'Requests, answers and deliveries.', 'Somebody else relies on it.'),
  payout: must('Payouts', 'Money on its way to you.', 'It is about your own money.', true),
  review_result: must('Review results', 'Your application and your posts.', 'You asked us for an answer.', true),
  report: optional('Your reports', 'What we decided about what you reported.', true),
  fee_reminder: optional('Creator fee reminders', 'Before your profile is hidden.', true, true),
} as const satisfies Record<string, About>

export type Topic = keyof typeof TOPICS
export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

/** What nobody can switch off on any channel, and why. */
export const MANDATORY = {
  security: { label: 'Sign-in and security', because: 'They tell you when somebody else uses your account.' },
  account: { label: 'Your account', because: 'They answer what you asked us to do.' },
  rules: { label: 'The rules of Peach', because: 'They say what we removed or warned about, and why.' },
  work: { label: 'Work of the team', because: 'They are part of your work at Peach.' },
} as const
export type Mandatory = keyof typeof MANDATORY

/** Which switch an event obeys, or why it has none. */
export type Preference = Topic | Mandatory

export function topicOf(preference: Preference): Topic | null {
  return Object.hasOwn(TOPICS, preference) ? (preference as Topic) : null
}
