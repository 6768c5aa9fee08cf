import { shorten } from '#app/platform/graphemes.ts'
import { firstLine } from '#app/platform/plain-text.ts'
import { counted } from '#app/platform/counted.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { OwnPost } from '#app/domain/posts/own-posts.server.ts'
import { kindOfPost, topicsLine, typeLine } from '#app/domain/posts/post.ts'
import { sizeText } from '#app/domain/uploads/upload.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { showMoment } from '#app/platform/dates.ts'
import type { Tone } from '#app/ui/chip.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import type { MediaLink } from '#app/web/media-links.ts'
import { AUDIENCE_LABELS, REFUSED_CHIP, STATE_CHIPS } from './texts.ts'
import { type Tile, tileOf } from './tiles.ts'

/** A post in its creator's list. */
export type PostRowData = {
  id: string
  href: string
  title: string
  line: string
  /** Its category and its tags. */
  topics: string
  tile: Tile | null
  locked: boolean
  pinned: boolean
  chip: { label: string; tone: Tone; icon?: IconName }
  /** Why it was refused or taken off. */
  refusal: string | null
}

export function postRow(post: OwnPost, now: Date, link: MediaLink): PostRowData {
  const cover = post.media.find((medium) => medium.mediaId === post.coverMediaId) ?? post.media[0]
  // A draft has the kind of its media only when it is submitted.
  const form = post.state === 'draft' ? kindOfPost(post.media, post.typed.story === 'yes') : post.kind
  const kind = typeLine(form, post.media, post.question !== null)
  return {
    id: post.id,
    href: post.state === 'draft' ? toDashboard.editPost(post.id) : toDashboard.ownPost(post.id),
    title: shorten(firstLine(post.caption), 80) || shorten(firstLine(post.question ?? ''), 80) || kind,
    line: lineOf(post, kind),
    topics: topicsLine(post),
    tile: cover ? tileOf(cover, link) : null,
    locked: post.audience === 'pay_to_unlock',
    pinned: post.pinned && post.state === 'published',
    chip: chipOf(post, now),
    refusal: post.refusal,
  }
}

function lineOf(post: OwnPost, kind: string): string {
  if (post.state === 'scheduled' && post.publishAt) return `${kind}, ${showMoment(post.publishAt)}`
  if (post.state !== 'published' && post.state !== 'archived') {
    const bytes = post.media.reduce((sum, medium) => sum + medium.byteSize, 0)
    return bytes > 0 ? `${kind}, ${sizeText(bytes)}` : kind
  }
  const counts = (
    [
      [post.likes, 'like'],
      [post.unlocks, 'unlock'],
      [post.tips, 'tip'],
    ] as const
  ).flatMap(([count, what]) => (count === 0 ? [] : counted(count, what)))
  return [kind, counts.join(', '), post.editedAt && 'Edited'].filter(Boolean).join(' · ')
}

function chipOf(post: OwnPost, now: Date): PostRowData['chip'] {
  if (post.state === 'removed' && post.publishedAt === null && !post.wasSold) return REFUSED_CHIP
  if (post.state !== 'published') return STATE_CHIPS[post.state]
  if (post.expiresAt !== null && post.expiresAt <= now) return { label: 'Story ended', tone: 'neutral', icon: 'clock' }
  if (post.price) return { label: formatMoney(post.price), tone: 'locked', icon: 'lock' }
  return post.audience === 'public'
    ? { label: AUDIENCE_LABELS.public, tone: 'neutral', icon: 'eye' }
    : { label: 'Subscribers', tone: 'neutral', icon: 'users' }
}
