export type PostKind = 'photo' | 'video' | 'voice' | 'story' | 'live_replay' | 'text'

/**
 * `draft`: only its creator sees it. `processing`: submitted, and goes on by itself when its media are ready. `scheduled`: published at its
 * time. `archived`: off the page by its creator, until it is restored. `deleted`: off the page for good. Who bought an archived or a
 * deleted post keeps it. `removed`: taken off by staff, and refunded.
 */
export const POST_STATES = [
  'draft',
  'scheduled',
  'processing',
  'in_review',
  'published',
  'archived',
  'removed',
  'deleted',
] as const
export type PostState = (typeof POST_STATES)[number]

export const POST_LIMITS = {
  items: 20,
  voiceNotes: 1,
  tags: 5,
  tagLength: 30,
  captionLength: 2_000,
  pinned: 3,
  drafts: 100,
  minScheduleMinutes: 5,
  maxScheduleDays: 180,
  storyHours: 24,
  /** How much of a video of a locked post can be free to see. */
  freeSeconds: [5, 10, 15, 30],
  /** The posts of a creator with fewer reviewed ones wait for a person. */
  reviewedFirst: 3,
} as const

/** What a post can be filed under; the names are stored. */
export const POST_CATEGORIES = {
  behind_the_scenes: 'Behind the scenes',
  dance: 'Dance',
  fashion: 'Fashion',
  fitness: 'Fitness',
  music: 'Music',
  talk: 'Talk',
  travel: 'Travel',
  other: 'Other',
} as const
export type PostCategory = keyof typeof POST_CATEGORIES

export function isPostCategory(text: string): text is PostCategory {
  return Object.hasOwn(POST_CATEGORIES, text)
}

/** The media of a post, in their order. */
export type PostMedium = { kind: 'photo' | 'voice' | 'video'; durationMs: number | null }

/** The kind of a post by its media: that of the first one. */
export function kindOfPost(media: readonly Pick<PostMedium, 'kind'>[], story: boolean): PostKind {
  return story ? 'story' : (media[0]?.kind ?? 'text')
}

/** "3:12" or "1:02:03". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The description of a locked post: "Photo set, 6 photos", "4 photos, 1 video", "Voice, 0:41", "Poll". */
export function typeLine(kind: PostKind, media: readonly PostMedium[], hasPoll: boolean): string {
  const duration = media.find((medium) => medium.durationMs !== null)?.durationMs ?? null
  const length = duration === null ? '' : `, ${formatDuration(duration)}`
  const photos = media.filter((medium) => medium.kind === 'photo').length
  if (kind === 'photo' || kind === 'video' || kind === 'voice') {
    const several = new Set(media.map((medium) => medium.kind)).size > 1
    if (several || (kind !== 'photo' && media.length > 1)) return countsOf(media)
  }
  switch (kind) {
    case 'photo':
      return photos > 1 ? `Photo set, ${photos} photos` : 'Photo'
    case 'voice':
      return `Voice${length}`
    case 'video':
      return `Video${length}`
    case 'live_replay':
      return `Live replay${length}`
    case 'story':
      return 'Story'
    case 'text':
      return hasPoll ? 'Poll' : 'Text'
    default:
      return kind satisfies never
  }
}

function countsOf(media: readonly PostMedium[]): string {
  const count = (kind: PostMedium['kind'], one: string, many: string): string[] => {
    const found = media.filter((medium) => medium.kind === kind).length
    return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`]
  }
  return [
    ...count('photo', 'photo', 'photos'),
    ...count('video', 'video', 'videos'),
    ...count('voice', 'voice note', 'voice notes'),
  ].join(', ')
}

/** What a post is about, its category and its tags: "Dance #rehearsal #kampala". */
export function topicsLine({ category, tags }: { category: PostCategory | null; tags: readonly string[] }): string {
  return [...(category ? [POST_CATEGORIES[category]] : []), ...tags.map((tag) => `#${tag}`)].join(' ')
}

/** The full hours until a story expires, at least one while it is visible; null for other posts. */
export function hoursLeft(expiresAt: Date | null, now: Date): number | null {
  if (expiresAt === null) return null
  return Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 3_600_000))
}

/** When a post that is published at this moment expires: stories alone do. */
export function expiryOf(kind: PostKind, publishedAt: Date): Date | null {
  return kind === 'story' ? new Date(publishedAt.getTime() + POST_LIMITS.storyHours * 3_600_000) : null
}
