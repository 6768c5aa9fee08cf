import { countGraphemes, cutGraphemes } from '#app/platform/graphemes.ts'
import { asTyped, severalLines } from '#app/platform/plain-text.ts'
import { POST_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { kampalaField, readKampalaTime } from '#app/platform/kampala-time.ts'
import { type NewPoll, type PollProblem, readPoll } from '#app/domain/polls/poll.ts'
import { POLL_FIELDS, pollFields, typedPoll } from '#app/domain/polls/typed-poll.ts'
import type { Audience } from '#app/domain/media/policy.ts'
import { isPostCategory, kindOfPost, POST_LIMITS, type PostCategory, type PostKind, type PostMedium } from './post.ts'
import { type PriceProblem, readPostPrice } from './price.ts'

/** The fields of a post as they were typed, by field name. */
export type TypedPost = Readonly<Record<string, string>>

/** The fields of a post that are stored while they are typed, with their maximum length. Other submitted fields are ignored. */
export const POST_FIELDS = {
  caption: 2_400,
  audience: 20,
  price: 12,
  other: 20,
  tags: 300,
  category: 30,
  when: 10,
  date: 10,
  time: 8,
  story: 5,
  pin: 5,
  comments: 5,
  teaser: 40,
  free_seconds: 2,
  cover: 40,
  shown: 12,
} as const satisfies Record<string, number>

/** All fields of the form, with those of its poll. */
export const FORM_FIELDS: Readonly<Record<string, number>> = { ...POST_FIELDS, ...POLL_FIELDS }

/** A draft that can be stored, whatever was sent: only known fields, cut to length, and without characters that the database refuses. */
export function cutPost(typed: TypedPost): TypedPost {
  return Object.fromEntries(
    Object.entries(FORM_FIELDS).flatMap(([name, max]) => {
      const text = Object.hasOwn(typed, name) ? cutGraphemes(asTyped(typed[name] ?? ''), max) : ''
      return text === '' ? [] : [[name, text] as const]
    }),
  )
}

/** A stored draft as texts, whatever the row holds. */
export function readStoredPost(stored: unknown): TypedPost {
  if (typeof stored !== 'object' || stored === null) return {}
  const texts = Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return cutPost(Object.fromEntries(texts))
}

/** A post that can be submitted. */
export type PostOrder = {
  kind: PostKind
  caption: string
  audience: { kind: Exclude<Audience, 'pay_to_unlock'> } | { kind: 'pay_to_unlock'; priceMinor: bigint }
  tags: string[]
  category: PostCategory | null
  publishAt: Date | null
  pinned: boolean
  commentsOpen: boolean
  teaserMediaId: string | null
  /** How much of its first video everybody sees. */
  freeSeconds: number | null
  coverMediaId: string | null
  poll: NewPoll | null
  /** What its creator states about who is shown; null for a post without media. */
  shown: 'only_me' | 'with_others' | null
}

/** What is wrong with a typed post, by field. */
export type PostProblems = {
  caption?: 'missing' | 'too_long'
  media?: 'too_many' | 'too_many_voice_notes' | 'story_needs_one'
  audience?: 'missing'
  price?: PriceProblem
  tags?: 'too_many' | 'invalid'
  category?: 'unknown'
  date?: 'invalid' | 'too_soon' | 'too_late'
  teaser?: 'unknown' | 'not_locked' | 'only_item'
  free_seconds?: 'unknown' | 'not_locked' | 'no_video'
  cover?: 'unknown'
  poll?: readonly PollProblem[]
  shown?: 'nobody_named'
}

export type PostFacts = {
  media: readonly (Pick<PostMedium, 'kind'> & { mediaId: string })[]
  /** How many people are named who are shown beside its creator. */
  named?: number
  now: Date
  /** It was submitted before: whether it has a poll can't change any more. */
  submitted?: { hasPoll: boolean }
}

/** The post that was typed, or everything that is wrong with it. */
export function readPost(
  typed: TypedPost,
  { media, named = 0, now, submitted }: PostFacts,
): { order: PostOrder; problems: null } | { order: null; problems: PostProblems } {
  const problems: PostProblems = {}
  const text = (name: keyof typeof POST_FIELDS): string => typed[name] ?? ''
  const story = text('story') === 'yes'
  const caption = severalLines(text('caption'))
  const asked = submitted ? null : typedPoll(typed)
  const poll = asked === null ? null : readPoll(asked)
  if (poll?.problems) problems.poll = poll.problems
  if (countGraphemes(caption) > POST_LIMITS.captionLength) problems.caption = 'too_long'
  else if (caption === '' && media.length === 0 && asked === null && !submitted?.hasPoll) problems.caption = 'missing'
  if (media.length > POST_LIMITS.items) problems.media = 'too_many'
  else if (media.filter((medium) => medium.kind === 'voice').length > POST_LIMITS.voiceNotes)
    problems.media = 'too_many_voice_notes'
  else if (story && media.length === 0) problems.media = 'story_needs_one'
  const audience = readAudience(text('audience'))
  if (audience === null) problems.audience = 'missing'
  const price = readPostPrice({
    locked: audience === 'pay_to_unlock' ? 'yes' : 'no',
    price: text('price'),
    other: text('other'),
  })
  if (price.problem) problems.price = price.problem
  const tags = readPostTags(text('tags'))
  if (typeof tags === 'string') problems.tags = tags
  const category = text('category')
  if (category !== '' && !isPostCategory(category)) problems.category = 'unknown'
  const publishAt = readPublishAt(text('when'), text('date'), text('time'), now)
  if (publishAt.problem) problems.date = publishAt.problem
  const known = (mediaId: string): boolean => media.some((medium) => medium.mediaId === mediaId)
  const [teaser, cover] = [text('teaser'), text('cover')]
  if (teaser !== '' && !known(teaser)) problems.teaser = 'unknown'
  else if (teaser !== '' && audience === 'public') problems.teaser = 'not_locked'
  // Whoever pays for a post gets more than what everybody sees.
  else if (teaser !== '' && media.length === 1) problems.teaser = 'only_item'
  const seconds = text('free_seconds')
  const secondsProblem = freeSecondsProblem(seconds, audience, media)
  if (secondsProblem) problems.free_seconds = secondsProblem
  if (cover !== '' && !known(cover)) problems.cover = 'unknown'
  const withOthers = named > 0 || text('shown') === 'with_others'
  if (media.length > 0 && withOthers && named === 0) problems.shown = 'nobody_named'
  if (Object.keys(problems).length > 0 || audience === null || typeof tags === 'string')
    return { order: null, problems }
  return {
    order: {
      kind: kindOfPost(media, story),
      caption,
      audience: audience === 'pay_to_unlock' ? { kind: audience, priceMinor: price.value! } : { kind: audience },
      tags,
      category: isPostCategory(category) ? category : null,
      publishAt: publishAt.value,
      pinned: text('pin') === 'yes',
      commentsOpen: text('comments') !== 'no',
      teaserMediaId: teaser === '' ? null : teaser,
      freeSeconds: seconds === '' ? null : Number(seconds),
      coverMediaId: cover === '' ? null : cover,
      poll: poll?.poll ?? null,
      shown: media.length === 0 ? null : withOthers ? 'with_others' : 'only_me',
    },
    problems: null,
  }
}

function freeSecondsProblem(
  seconds: string,
  audience: Audience | null,
  media: PostFacts['media'],
): PostProblems['free_seconds'] {
  if (seconds === '') return undefined
  if (!POST_LIMITS.freeSeconds.some((option) => String(option) === seconds)) return 'unknown'
  if (audience === 'public') return 'not_locked'
  return media.some(({ kind }) => kind === 'video') ? undefined : 'no_video'
}

export function readAudience(text: string): Audience | null {
  return text === 'public' || text === 'subscribers' || text === 'pay_to_unlock' ? text : null
}

/** Tags of letters, digits and dashes, separated by commas or spaces; each once, in small letters. */
export function readPostTags(text: string): string[] | 'too_many' | 'invalid' {
  const tags = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/u)
        .map((tag) => tag.replace(/^#/, ''))
        .filter((tag) => tag !== ''),
    ),
  ]
  if (tags.some((tag) => !/^[\p{L}\p{N}_-]+$/u.test(tag) || countGraphemes(tag) > POST_LIMITS.tagLength))
    return 'invalid'
  return tags.length > POST_LIMITS.tags ? 'too_many' : tags
}

/** When a post is wanted: at once, or at a time of Kampala between five minutes and half a year from now. */
function readPublishAt(
  when: string,
  date: string,
  time: string,
  now: Date,
): { value: Date | null; problem: null | NonNullable<PostProblems['date']> } {
  if (when !== 'later') return { value: null, problem: null }
  const at = readKampalaTime(`${date}T${time}`)
  if (at === null) return { value: null, problem: 'invalid' }
  const minutes = (at.getTime() - now.getTime()) / 60_000
  // A minute of grace: the field has no seconds.
  if (minutes < POST_LIMITS.minScheduleMinutes - 1) return { value: null, problem: 'too_soon' }
  return minutes > POST_LIMITS.maxScheduleDays * 1_440
    ? { value: null, problem: 'too_late' }
    : { value: at, problem: null }
}

type StoredPost = {
  kind: PostKind
  caption: string
  audience: Audience
  price_minor: bigint | null
  tags: readonly string[]
  category: string | null
  publish_at: Date | null
  pinned_at: Date | null
  comments_open: boolean
  teaser_media_id: string | null
  free_seconds: number | null
  cover_media_id: string | null
  shown: 'only_me' | 'with_others' | null
}

/** A stored post, with its poll where that may still change, as the fields of its form. */
export function typedOf(post: StoredPost, poll: NewPoll | null): TypedPost {
  const [date = '', time = ''] = post.publish_at ? kampalaField(post.publish_at).split('T') : []
  const shillings = post.price_minor === null ? '' : String(post.price_minor / 100n)
  const isOption = POST_PRICE_OPTIONS_MINOR.some((option) => option === post.price_minor)
  return cutPost({
    caption: post.caption,
    audience: post.audience,
    price: isOption ? shillings : '',
    other: isOption ? '' : shillings,
    tags: post.tags.join(', '),
    category: post.category ?? '',
    when: post.publish_at ? 'later' : 'now',
    date,
    time,
    story: post.kind === 'story' ? 'yes' : '',
    pin: post.pinned_at ? 'yes' : '',
    comments: post.comments_open ? 'yes' : 'no',
    teaser: post.teaser_media_id ?? '',
    free_seconds: post.free_seconds === null ? '' : String(post.free_seconds),
    cover: post.cover_media_id ?? '',
    ...(poll && pollFields(poll)),
    shown: post.shown ?? '',
  })
}
