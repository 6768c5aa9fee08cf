import { capitalised } from '#app/platform/graphemes.ts'
import type { PollView } from '#app/domain/polls/poll-view.ts'
import { showDateTime } from '#app/platform/dates.ts'
import { to } from '#app/links.ts'

/** A poll as a post shows it. */
export type PollCardData = {
  question: string
  /** Where a vote goes; null for viewers who can't vote (any more). */
  action: string | null
  options: PollView['options']
  /** The votes, and when it closes. */
  meta: string
}

const HOUR_MS = 3_600_000

export function pollCard(postId: string, poll: PollView, at: Date): PollCardData {
  return {
    question: poll.question,
    action: poll.can.vote ? to.votePoll(postId) : null,
    options: poll.options,
    meta: pollMeta({ ...poll, canVote: poll.can.vote }, at),
  }
}

type PollTime = Pick<PollView, 'votes' | 'closesAt' | 'open'> & { canVote: boolean }

/** "84 votes, closes in 9 h". */
export function pollMeta({ votes, closesAt, open, canVote }: PollTime, at: Date): string {
  const parts = [
    votes === null ? null : votes === 1 ? '1 vote' : `${votes.toLocaleString('en')} votes`,
    closing({ closesAt, open }, at),
    // Whoever sees votes and may still vote has voted.
    canVote && votes !== null ? 'you can change your vote' : null,
  ]
  const meta = parts.filter((part) => part !== null).join(', ')
  return capitalised(meta)
}

/** "closes in 9 h", "closes in 40 min", "closed 21 Nov 2026, 19:04 EAT". */
function closing(poll: Pick<PollView, 'closesAt' | 'open'>, at: Date): string {
  if (poll.closesAt === null) return 'opens with the post'
  if (!poll.open) return `closed ${showDateTime(poll.closesAt)}`
  const left = poll.closesAt.getTime() - at.getTime()
  if (left >= 48 * HOUR_MS) return `closes in ${Math.floor(left / (24 * HOUR_MS))} days`
  if (left >= HOUR_MS) return `closes in ${Math.floor(left / HOUR_MS)} h`
  return `closes in ${Math.max(1, Math.ceil(left / 60_000))} min`
}
