import { addDays } from '#app/platform/clock.ts'

/** What a creator's dashboard asks its creator to do. */
export const NEEDS = [
  'fee',
  'verification',
  'answer_messages',
  'answer_requests',
  'deliver_requests',
  'failed_posts',
  'comments',
  'posts_in_review',
] as const
export type NeedKind = (typeof NEEDS)[number]

/** `count`: of how many things. `dueAt`: until when, where there is a deadline. */
export type Need = { kind: NeedKind; count: number; dueAt: Date | null }

/** The work that waits for a creator. */
export type OpenWork = {
  /** Conversations whose fan has paid for a message and waits. */
  answerMessages: { count: number; dueAt: Date | null }
  answerRequests: { count: number; dueAt: Date | null }
  deliverRequests: { count: number; dueAt: Date | null }
  failedPosts: number
  postsInReview: number
  /** Of the last weeks, by fans who are not muted. */
  commentsWithoutReply: number
}

export type NeedFacts = OpenWork & {
  /** Null where the page is not visible, which the page says in another place. */
  visibleUntil: Date | null
  /** The next week is paid already, or will be from the earnings. */
  nextWeekCovered: boolean
  /** A new yearly verification is asked for. */
  verificationDue: boolean
  reverifyBy: Date | null
}

/** The fee is mentioned from so many days before the paid week ends. */
const FEE_DAYS = 3

/** What waits for the creator: what has a deadline first, the next one first, then by kind. */
export function needsOf(facts: NeedFacts, now: Date): Need[] {
  const { visibleUntil, verificationDue, reverifyBy } = facts
  const feeDue = visibleUntil !== null && !facts.nextWeekCovered && visibleUntil < addDays(now, FEE_DAYS)
  const found: Record<NeedKind, Omit<Need, 'kind'>> = {
    fee: { count: Number(feeDue), dueAt: visibleUntil },
    verification: { count: Number(verificationDue), dueAt: reverifyBy },
    answer_messages: facts.answerMessages,
    answer_requests: facts.answerRequests,
    deliver_requests: facts.deliverRequests,
    failed_posts: { count: facts.failedPosts, dueAt: null },
    comments: { count: facts.commentsWithoutReply, dueAt: null },
    posts_in_review: { count: facts.postsInReview, dueAt: null },
  }
  const time = ({ dueAt }: Need) => dueAt?.getTime() ?? Number.POSITIVE_INFINITY
  return NEEDS.map((kind) => ({ kind, ...found[kind] }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => compare(time(a), time(b)))
}

/** Two that have no deadline are equal, so that their order stays. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** The steps of a creator's first week, in the order in which they help. */
export const FIRST_STEPS = ['avatar', 'post', 'payout_account', 'invite', 'fee'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export type FirstWeekFacts = {
  firstVisibleAt: Date | null
  hasAvatar: boolean
  publishedPosts: number
  hasPayoutAccount: boolean
  invitesSent: number
  followers: number
  visible: boolean
}

const FIRST_DAYS = 7

/** What a new creator has done and not yet done; null after the first week, and once everything is done. */
export function firstWeekOf(facts: FirstWeekFacts, now: Date): Record<FirstStep, boolean> | null {
  const { firstVisibleAt } = facts
  if (firstVisibleAt !== null && addDays(firstVisibleAt, FIRST_DAYS) <= now) return null
  const done = {
    avatar: facts.hasAvatar,
    post: facts.publishedPosts > 0,
    payout_account: facts.hasPayoutAccount,
    invite: facts.invitesSent > 0 || facts.followers > 0,
    fee: facts.visible,
  }
  return FIRST_STEPS.every((step) => done[step]) ? null : done
}
