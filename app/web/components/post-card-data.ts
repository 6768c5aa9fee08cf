import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { formatDuration, topicsLine } from '#app/domain/posts/post.ts'
import { isStreamed } from '#app/domain/media/streams.ts'
import { videoFailureText } from '#app/domain/media/video.ts'
import type { FreeSeconds, PostVideo, PostView, ShownMedia } from '#app/domain/posts/queries.server.ts'
import { to } from '#app/links.ts'
import { pictureOf, renditionPath } from '#app/web/picture.ts'
import { type MediaLink, publicMedia } from '#app/web/media-links.ts'
import { subscribeLink } from './creator-links.ts'
import { pollCard, type PollCardData } from './poll-card.ts'
import type { PictureData } from './responsive-picture.tsx'

/** A post as a card shows it: only texts and addresses. */
export type PostCardData = {
  id: string
  caption: string
  /** "4 photos, 1 video · Subscribers · 2 days ago · Edited"; without the audience if a chip shows it. */
  meta: string
  /** Its category and its tags: "Dance #rehearsal #kampala". */
  topics: string
  pinned: boolean
  /** All tips for it, as text; null if there are none. */
  tips: string | null
  /** Where it can be tipped, for viewers who may. */
  tipHref: string | null
  /** Its own page. */
  href: string
  /** `action` is null for viewers who can't like it. */
  like: { action: string | null; liked: boolean; count: number }
  comments: { href: string; count: number }
  content: OpenCard | LockedCard
}

/** What is seen and heard of a post. */
export type ShownCard = {
  photos: { picture: PictureData; fullHref: string }[]
  voice: { src: string; duration: string; size: string; waveform: number[] } | null
  videos: VideoCard[]
}

export type OpenCard = ShownCard & {
  open: true
  /** Why it is open, if that is worth showing. */
  chip: 'Subscribers' | 'Bought' | null
  storyHours: number | null
  poll: PollCardData | null
}

export type VideoCard =
  | {
      state: 'ready'
      /** Plays everywhere, from one file. */
      src: string
      /** The adaptive stream of a longer video, for players that have it. */
      stream: string | null
      poster: string
      width: number
      height: number
      /** Read by screen readers, after its name. */
      duration: string
      /** Under the picture: how long it is and what playing it costs in data. */
      note: string
    }
  | { state: 'waiting'; message: string }

export type LockedCard = {
  open: false
  preview: string | null
  typeLine: string
  price: string | null
  unlockHref: string
  /** What everybody sees of it. */
  freeItem: ShownCard | null
  /** The first seconds of its video, which everybody sees too. */
  freeSeconds: VideoCard | null
}

const AUDIENCES = { public: 'Public', subscribers: 'Subscribers', pay_to_unlock: 'Pay to unlock' } as const

/** `link` makes the URLs of its media for this viewer (`mediaLinksFor`). */
export function postCard(
  post: PostView,
  at: Date,
  link: MediaLink,
  tips: { total: Money | null; can: boolean } = { total: null, can: false },
): PostCardData {
  const content = post.content.open ? openCard(post, post.content, at, link) : lockedCard(post, post.content, link)
  return {
    id: post.id,
    caption: post.caption,
    meta: metaOf(post, content, at),
    topics: topicsLine(post),
    pinned: post.pinned,
    tips: tips.total && formatMoney(tips.total),
    tipHref: tips.can && content.open && !post.withdrawn ? `${to.tip(post.creator.id)}?post=${post.id}` : null,
    href: to.post(post.id),
    like: { action: post.can.like ? to.likePost(post.id) : null, liked: post.liked, count: post.likes },
    comments: { href: `${to.post(post.id)}#comments`, count: post.comments },
    content,
  }
}

function metaOf(post: PostView, content: OpenCard | LockedCard, at: Date): string {
  const parts = [
    // The overlay of a locked one says it already.
    content.open && post.itemCount > 1 ? post.typeLine : null,
    content.open && content.chip !== null ? null : AUDIENCES[post.audience],
    sinceWhen(post.publishedAt, at),
    post.editedAt ? 'Edited' : null,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function openCard(
  post: PostView,
  content: Extract<PostView['content'], { open: true }>,
  at: Date,
  link: MediaLink,
): OpenCard {
  const { poll } = content
  return {
    open: true,
    chip: content.because === 'bought' ? 'Bought' : content.because === 'subscribers' ? 'Subscribers' : null,
    ...shownCard(content, link),
    storyHours: post.hoursLeft,
    poll: poll && pollCard(post.id, poll, at),
  }
}

function shownCard({ photos, voice, videos }: ShownMedia, link: MediaLink): ShownCard {
  return {
    photos: photos.map((photo) => ({
      picture: pictureOf({ ...photo, purpose: 'post', link }),
      fullHref: link(photo.mediaId, 'original'),
    })),
    voice: voice && {
      src: link(voice.mediaId, 'audio'),
      duration: formatDuration(voice.durationMs),
      size: `${(voice.byteSize / 1_000_000).toFixed(1)} MB`,
      waveform: voice.waveform,
    },
    videos: videos.map((video) => videoCard(video, link)),
  }
}

function videoCard(video: PostVideo, link: MediaLink): VideoCard {
  if (video.state === 'processing')
    return { state: 'waiting', message: 'This video is being prepared. Come back in a few minutes.' }
  if (video.state === 'failed')
    return {
      state: 'waiting',
      message: video.failure ? videoFailureText(video.failure) : 'This video can\u2019t be shown.',
    }
  return {
    state: 'ready',
    src: link(video.mediaId, 'video.mp4'),
    stream: isStreamed(video.durationMs) ? link(video.mediaId, 'stream.m3u8') : null,
    poster: renditionPath(video.mediaId, { width: 640, format: 'webp' }, link),
    width: video.width,
    height: video.height,
    duration: formatDuration(video.durationMs),
    note: playNote(video.durationMs, video.byteSize),
  }
}

/** "0:42 · Play, 3.1 MB": what playing a video costs in time and data. */
export function playNote(durationMs: number, bytes: number): string {
  return `${formatDuration(durationMs)} · Play, ${(bytes / 1_000_000).toFixed(1)} MB`
}

function lockedCard(
  post: PostView,
  content: Extract<PostView['content'], { open: false }>,
  link: MediaLink,
): LockedCard {
  return {
    open: false,
    preview: content.preview,
    typeLine: post.typeLine,
    price: post.price && (content.can.unlock ? formatMoney(post.price) : `${formatMoney(post.price)} with a pass`),
    unlockHref: content.can.unlock
      ? to.unlock(post.id)
      : subscribeLink('profile', post.creator.username, 'unlock', { post: post.id }),
    freeItem: content.freeItem && shownCard(content.freeItem, link),
    freeSeconds: content.freeSeconds && freeSecondsCard(content.freeSeconds, content.preview),
  }
}

/** Everybody may have it, so its URL has no key. Its picture is the blurred one: the real one is part of what is paid for. */
function freeSecondsCard({ mediaId, width, height, seconds }: FreeSeconds, preview: string | null): VideoCard {
  const length = seconds === 1 ? 'The first second' : `The first ${seconds} seconds`
  return {
    state: 'ready',
    src: publicMedia(mediaId, 'free.mp4'),
    stream: null,
    poster: preview ?? '',
    width,
    height,
    duration: length.toLowerCase(),
    note: `${length}, free to see`,
  }
}

const HOUR_MS = 3_600_000

/** "Just now", "2 h ago", "Yesterday", "3 days ago", then the date. */
export function sinceWhen(then: Date, at: Date): string {
  const hours = Math.floor((at.getTime() - then.getTime()) / HOUR_MS)
  if (hours < 1) return 'Just now'
  if (hours < 24) return `${hours} h ago`
  if (hours < 48) return 'Yesterday'
  return hours < 7 * 24 ? `${Math.floor(hours / 24)} days ago` : showDate(then)
}
