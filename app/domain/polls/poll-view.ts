import type { Contact } from '#app/domain/contacts/policy.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { ContentFacts } from '#app/domain/media/policy.ts'
import { closesAt, isOpen, percents } from './poll.ts'
import { canSeeResults, canVote } from './policy.ts'

/** A poll as it is read together with its post. */
export type StoredPoll = {
  question: string
  openHours: number
  options: { label: string; votes: number }[]
  /** What this viewer voted for. */
  mine: number | null
}

/** A poll as one viewer sees it: with its votes once they voted, or once it is closed. */
export type PollView = {
  question: string
  options: { label: string; mine: boolean; percent: number | null }[]
  /** All votes; null while this viewer does not see the results. */
  votes: number | null
  closesAt: Date | null
  open: boolean
  can: { vote: boolean }
}

/** What a viewer who sees the post in full sees of its poll. */
export function pollView(
  actor: Actor,
  post: ContentFacts & { contact: Contact },
  poll: StoredPoll,
  now: Date,
): PollView {
  const closes = closesAt(post.publishedAt, poll.openHours)
  const time = { closesAt: closes, contact: post.contact }
  const viewer = { isCreator: actor?.id === post.ownerId, hasVoted: poll.mine !== null }
  const counts = poll.options.map(({ votes }) => votes)
  const results = canSeeResults(viewer, time, now) ? percents(counts) : null
  return {
    question: poll.question,
    options: poll.options.map(({ label }, index) => ({
      label,
      mine: index === poll.mine,
      percent: results ? results[index]! : null,
    })),
    votes: results && counts.reduce((sum, count) => sum + count, 0),
    closesAt: closes,
    open: isOpen(time, now),
    can: { vote: canVote(actor, post, time, now).allowed },
  }
}
