import type { BlockFilter } from '#app/domain/blocklist/queries.server.ts'
import type { ContentFilter } from '#app/domain/moderation/content.ts'
import type { ReviewReason } from '#app/domain/posts/policy.ts'
import type { PostKind, PostState } from '#app/domain/posts/post.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'

/** Each decision has its own address below the post. `view` opens its media for two minutes. */
export const CONTENT_DECISIONS = [
  'view',
  'approval',
  'rejection',
  'removal',
  'block',
  'flag',
  'flag-removal',
  'identity',
] as const
export type ContentDecision = (typeof CONTENT_DECISIONS)[number]

export const CONTENT: Queue<ContentFilter, ContentDecision> = {
  path: toAdmin.content,
  item: { page: toAdmin.contentPost, decision: toAdmin.contentDecision },
  decisions: CONTENT_DECISIONS,
  filters: {
    pending: 'Pending',
    new_creator: 'New creator',
    flagged: 'Flagged',
    blocked_match: 'Looks blocked',
    missing_release: 'Missing release',
    approved: 'Approved',
    rejected: 'Rejected',
    all: 'All',
  },
  standard: 'pending',
  oldestFirst: ['pending', 'new_creator', 'flagged', 'blocked_match', 'missing_release'],
  title: 'Content',
  one: 'post',
  many: 'posts',
  empty: { icon: 'images', at: { pending: 'No post waits for a decision.' } },
  searchTip: 'Try a part of the caption, or of the creator\u2019s name.',
}

export const BLOCKED: Queue<BlockFilter, 'unblocking'> = {
  path: toAdmin.blockedMedia,
  item: { page: () => toAdmin.blockedMedia, decision: toAdmin.blockedMediumUnblock },
  decisions: ['unblocking'],
  filters: { blocked: 'Blocked', unblocked: 'Unblocked', all: 'All' },
  standard: 'blocked',
  oldestFirst: [],
  title: 'Blocked media',
  one: 'blocked file',
  many: 'blocked files',
  empty: { icon: 'circle-check', text: 'Files of removed posts are listed here.' },
  searchTip: 'Try a part of the reason, or of the creator\u2019s name.',
}

export const REASONS: Record<ReviewReason, Status> = {
  person_declined: { tone: 'danger', icon: 'circle-x', text: 'Person declined' },
  missing_release: { tone: 'warning', icon: 'pencil', text: 'Missing release' },
  blocked_match: { tone: 'danger', icon: 'images', text: 'Looks blocked' },
  flagged: { tone: 'danger', icon: 'flag', text: 'Flagged' },
  new_creator: { tone: 'neutral', icon: 'user-round', text: 'New creator' },
  not_compared: { tone: 'warning', icon: 'images', text: 'Not compared' },
}

/** The state of a post as staff see it. */
export function contentStatus(state: PostState, reasons: readonly ReviewReason[]): Status {
  switch (state) {
    case 'in_review':
      return reasons.includes('flagged')
        ? { tone: 'danger', icon: 'flag', text: 'Flagged' }
        : { tone: 'warning', icon: 'hourglass', text: 'Pending' }
    case 'published':
      return { tone: 'success', icon: 'circle-check', text: 'Approved' }
    case 'scheduled':
      return { tone: 'info', icon: 'calendar-days', text: 'Scheduled' }
    case 'processing':
      return { tone: 'info', icon: 'hourglass', text: 'Processing' }
    case 'removed':
      return { tone: 'danger', icon: 'circle-x', text: 'Rejected' }
    case 'archived':
    case 'deleted':
    case 'draft':
      return { tone: 'neutral', icon: 'archive', text: state === 'archived' ? 'Archived' : 'Deleted' }
    default:
      return state satisfies never
  }
}

export const KINDS: Record<PostKind, string> = {
  photo: 'Photo',
  video: 'Video',
  voice: 'Voice',
  story: 'Story',
  live_replay: 'Live replay',
  text: 'Text',
}

/** Why a decision about content can't be made. */
export const CONTENT_REFUSALS = {
  not_yours: 'Your role does not include this.',
  own_post: 'You can\u2019t decide about your own posts.',
  not_in_review: 'Status has changed: somebody has already decided about this post, or its creator took it back.',
  not_published: 'Status has changed: this post can\u2019t be removed any more.',
  destroyed: 'This photo was deleted after its storage time.',
  view_needed: 'Open the photo with a reason first.',
  own_application: 'You can\u2019t open this one.',
  already_submitted: 'You can\u2019t open this one.',
  stands_so_already: 'Status has changed: somebody has already done this.',
} as const

const READ = { label: 'Reason', hint: 'The creator sees this exactly as written.' }
const KEPT = { label: 'Reason', hint: 'Saved in the activity record. Only staff read it.' }

/** The dialogs of the decisions that need a text, and the links that open them. */
export const DIALOGS = {
  rejection: {
    open: 'Reject\u2026',
    title: 'Reject the post',
    text: 'Fans never see it.',
    field: 'message',
    ...READ,
    button: 'Reject post',
    danger: true,
  },
  removal: {
    open: 'Remove\u2026',
    title: 'Remove the post',
    text: 'It leaves the page now, its buyers are refunded, and its files can\u2019t be posted again.',
    field: 'message',
    ...READ,
    button: 'Remove post',
    danger: true,
  },
  block: {
    open: 'Block a file\u2026',
    title: 'Block a file',
    text: 'It can\u2019t be posted again, and photos that look like it wait for a person. This post stays as it is.',
    field: 'reason',
    ...KEPT,
    button: 'Block file',
    danger: true,
  },
  flag: {
    open: 'Flag creator\u2026',
    title: 'Flag the creator',
    text: 'All their new posts wait for a person. What is published stays.',
    field: 'reason',
    ...KEPT,
    button: 'Flag creator',
    danger: true,
  },
  identity: {
    open: 'Open an ID photo\u2026',
    title: 'Open an ID photo',
    text: 'You can see it for two minutes. The audit log keeps your name, the time and the reason.',
    field: 'reason',
    label: 'Why do you need to see it?',
    hint: 'Only staff read it.',
    button: 'Open',
    icon: 'eye',
    danger: false,
  },
} as const
export type DialogDecision = keyof typeof DIALOGS
