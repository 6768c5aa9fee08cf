import type { PostState } from './post.ts'

/** Who changes the state of a post: its creator, a person of the team, or a task of ours. */
export type ChangedBy = 'creator' | 'staff' | 'system'

const SUBMIT = {
  published: ['creator'],
  scheduled: ['creator'],
  processing: ['creator'],
  in_review: ['creator'],
} as const

/** Every change of state there is. A state that is missing here is never left. */
const CHANGES: Readonly<Record<PostState, Partial<Record<PostState, readonly ChangedBy[]>>>> = {
  // System, here and below: a file of it is blocked.
  draft: { ...SUBMIT, removed: ['system'], deleted: ['creator'] },
  scheduled: {
    // A fault of a file, or the creator takes it back.
    draft: ['creator', 'system'],
    published: ['system'],
    processing: ['system'],
    // The creator was flagged meanwhile.
    in_review: ['system'],
    removed: ['staff', 'system'],
    deleted: ['creator'],
  },
  processing: {
    draft: ['creator', 'system'],
    published: ['system'],
    scheduled: ['system'],
    in_review: ['system'],
    removed: ['staff', 'system'],
    deleted: ['creator'],
  },
  in_review: {
    // Staff and system: a file of it failed when it was approved, or when the last release was signed.
    draft: ['creator', 'staff', 'system'],
    // System: it waited for a release alone.
    published: ['staff', 'system'],
    scheduled: ['staff', 'system'],
    processing: ['staff', 'system'],
    removed: ['staff', 'system'],
    deleted: ['creator'],
  },
  // To review: somebody who is shown in it has withdrawn the release.
  published: { archived: ['creator'], in_review: ['system'], removed: ['staff'], deleted: ['creator'] },
  archived: { published: ['creator'], in_review: ['system'], removed: ['staff'], deleted: ['creator'] },
  // Its buyers still see it, so staff must still be able to take it from them.
  deleted: { in_review: ['system'], removed: ['staff'] },
  // Back to its creator: it was refused before fans ever saw it.
  removed: { draft: ['creator'] },
}

export function canChangeState(from: PostState, to: PostState, by: ChangedBy): boolean {
  return CHANGES[from][to]?.includes(by) ?? false
}

/** What decides where a submitted post goes. */
export type SubmittedFacts = {
  media: 'ready' | 'processing' | 'failed'
  /** A file of it was removed by staff before, and can't come back. */
  blocked: boolean
  /** There is a reason to wait for a person (`reviewReasons`). */
  needsReview: boolean
  /** When its creator wants it published; null for at once. */
  publishAt: Date | null
}

/**
 * Where a submitted post is now: back among the drafts when a file of it failed, removed when one is blocked, else in review, else waiting for its time or its media,
 * else published. A reviewer sees the finished media, so review comes after processing.
 */
export function stateOfSubmitted(
  facts: SubmittedFacts,
  now: Date,
): Extract<PostState, 'draft' | 'removed' | 'processing' | 'in_review' | 'scheduled' | 'published'> {
  if (facts.blocked) return 'removed'
  if (facts.media === 'failed') return 'draft'
  if (facts.needsReview) return facts.media === 'processing' ? 'processing' : 'in_review'
  if (facts.publishAt !== null && facts.publishAt > now) return 'scheduled'
  return facts.media === 'processing' ? 'processing' : 'published'
}
