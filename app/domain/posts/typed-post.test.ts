import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kampalaField } from '#app/platform/kampala-time.ts'
import { POST_LIMITS } from './post.ts'
import {
  cutPost,
  FORM_FIELDS,
  type PostFacts,
  readPost,
  readPostTags,
  readStoredPost,
  typedOf,
  type TypedPost,
} from './typed-post.ts'

const NOW = new Date('2026-11-23T09:00:00Z')
const photo = (mediaId: string) => ({ mediaId, kind: 'photo' as const })
const voice = (mediaId: string) => ({ mediaId, kind: 'voice' as const })
const facts = (media: PostFacts['media'] = [photo('a')]): PostFacts => ({ media, now: NOW })
const base: TypedPost = { caption: 'Rehearsal set', audience: 'subscribers' }
const problemsOf = (typed: TypedPost, media?: PostFacts['media']) =>
  readPost({ ...base, ...typed }, facts(media)).problems
const at = (minutes: number) => {
  const [date = '', time = ''] = kampalaField(new Date(NOW.getTime() + minutes * 60_000)).split('T')
  return { when: 'later', date, time }
}

describe('a typed post', () => {
  test('DASH-03a text alone is a post, and nothing at all is not', () => {
    expect(readPost(base, facts([])).order).toMatchObject({ kind: 'text', audience: { kind: 'subscribers' } })
    expect(problemsOf({ caption: '  ' }, [])).toEqual({ caption: 'missing' })
    expect(problemsOf({ caption: '  ' }, [photo('a')])).toBeNull()
  })

  test('DASH-03a twenty items and one voice note are a post, one more is refused', () => {
    const photos = Array.from({ length: POST_LIMITS.items }, (_, index) => photo(String(index)))
    expect(problemsOf({}, photos)).toBeNull()
    expect(problemsOf({}, [...photos, photo('more')])).toEqual({ media: 'too_many' })
    expect(problemsOf({}, [voice('a'), photo('b')])).toBeNull()
    expect(problemsOf({}, [voice('a'), voice('b')])).toEqual({ media: 'too_many_voice_notes' })
  })

  test('PROF-07d a story needs a photo or a video', () => {
    expect(readPost({ ...base, story: 'yes' }, facts()).order?.kind).toBe('story')
    expect(problemsOf({ story: 'yes' }, [])).toEqual({ media: 'story_needs_one' })
  })

  test('DASH-03a a locked post has a price within the limits, and no other post has one', () => {
    const locked = { audience: 'pay_to_unlock' }
    expect(readPost({ ...base, ...locked, price: '50000' }, facts()).order?.audience).toEqual({
      kind: 'pay_to_unlock',
      priceMinor: 5_000_000n,
    })
    expect(problemsOf(locked)).toEqual({ price: 'missing' })
    expect(problemsOf({ ...locked, other: '999' })).toEqual({ price: 'out_of_bounds' })
    expect(problemsOf({ ...locked, other: '5,000,001' })).toEqual({ price: 'out_of_bounds' })
    expect(readPost({ ...base, price: '50000', other: 'nonsense' }, facts()).order?.audience).toEqual({
      kind: 'subscribers',
    })
    expect(problemsOf({ audience: 'everybody' })).toEqual({ audience: 'missing' })
  })

  test.each([
    [3, 'too_soon'],
    [5, null],
    [60 * 24 * 180, null],
    [60 * 24 * 180 + 1, 'too_late'],
  ])('DASH-03b a post for in %i minutes: %s', (minutes, problem) => {
    expect(problemsOf(at(minutes))).toEqual(problem === null ? null : { date: problem })
  })

  test('DASH-03b the time is one of Kampala, and a wrong date is refused', () => {
    const { order } = readPost({ ...base, when: 'later', date: '2026-11-24', time: '19:30' }, facts())
    expect(order?.publishAt).toEqual(new Date('2026-11-24T16:30:00Z'))
    expect(problemsOf({ when: 'later', date: '2026-02-30', time: '10:00' })).toEqual({ date: 'invalid' })
    expect(problemsOf({ when: 'later' })).toEqual({ date: 'invalid' })
    expect(readPost({ ...base, date: '2026-11-24', time: '19:30' }, facts()).order?.publishAt).toBeNull()
  })

  test('DASH-03a the free item and the cover are media of the post, and a public post has no free item', () => {
    expect(readPost({ ...base, teaser: 'a', cover: 'a' }, facts([photo('a'), photo('c')])).order).toMatchObject({
      teaserMediaId: 'a',
      coverMediaId: 'a',
      shown: 'only_me',
    })
    expect(problemsOf({ teaser: 'b', cover: 'b' })).toEqual({ teaser: 'unknown', cover: 'unknown' })
    expect(problemsOf({ audience: 'public', teaser: 'a' })).toEqual({ teaser: 'not_locked' })
    expect(problemsOf({ teaser: 'a' })).toEqual({ teaser: 'only_item' })
  })

  test('DASH-03a the first seconds of a video can be free where the post is locked and has a video', () => {
    const video = facts([{ mediaId: 'v', kind: 'video' }])
    expect(readPost({ ...base, free_seconds: '10' }, video).order).toMatchObject({ freeSeconds: 10 })
    expect(readPost({ ...base, free_seconds: '' }, video).order).toMatchObject({ freeSeconds: null })
    for (const typed of ['0', '7', '60', '-5', '1e', '05', ' 5'])
      expect(readPost({ ...base, free_seconds: typed }, video).problems, typed).toEqual({ free_seconds: 'unknown' })
    expect(readPost({ ...base, audience: 'public', free_seconds: '5' }, video).problems).toEqual({
      free_seconds: 'not_locked',
    })
    expect(problemsOf({ free_seconds: '5' })).toEqual({ free_seconds: 'no_video' })
  })

  test('PROF-07i a post may ask its fans: a poll is text enough, a half of one is refused, and a submitted one stays', () => {
    const poll = {
      'poll-question': ' Which song? ',
      'poll-option-1': 'Slow',
      'poll-option-3': 'Fast',
      'poll-hours': '24',
    }
    expect(readPost({ ...base, ...poll, caption: '' }, facts([])).order).toMatchObject({
      kind: 'text',
      poll: { question: 'Which song?', options: ['Slow', 'Fast'], openHours: 24 },
    })
    expect(readPost({ ...base, 'poll-hours': '24' }, facts([])).order).toMatchObject({ poll: null })
    expect(problemsOf({ ...poll, 'poll-option-3': '' })).toEqual({ poll: [{ field: 'options', problem: 'too_few' }] })
    const submitted = (hasPoll: boolean) =>
      readPost({ ...base, 'poll-question': 'Other?', caption: '' }, { ...facts([]), submitted: { hasPoll } })
    expect(submitted(true).order).toMatchObject({ poll: null })
    expect(submitted(false).problems).toEqual({ caption: 'missing' })
  })

  test('DASH-03a tags are cleaned, each is there once, and a sixth is refused', () => {
    expect(readPostTags('#Dance, dance  kampala_nights,, Müsik')).toEqual(['dance', 'kampala_nights', 'müsik'])
    expect(readPostTags('a b c d e f')).toBe('too_many')
    expect(readPostTags('<script>')).toBe('invalid')
    expect(readPostTags('x'.repeat(31))).toBe('invalid')
    expect(readPostTags('')).toEqual([])
    expect(problemsOf({ category: 'politics' })).toEqual({ category: 'unknown' })
  })

  test('whatever is typed, it is an order within the limits or it has problems', () => {
    const typed = fc.record(
      Object.fromEntries(Object.keys(FORM_FIELDS).map((name) => [name, fc.string({ maxLength: 40 })])),
    )
    const audience = fc.constantFrom('public', 'subscribers', 'pay_to_unlock', '')
    fc.assert(
      fc.property(typed, audience, fc.constantFrom('', '50000'), (values, chosen, price) => {
        const { order, problems } = readPost({ ...values, audience: chosen, price }, facts())
        expect((order === null) !== (problems === null)).toBe(true)
        if (!order) return
        expect(order.caption.length).toBeLessThanOrEqual(POST_LIMITS.captionLength)
        expect(order.tags.length).toBeLessThanOrEqual(POST_LIMITS.tags)
        if (order.audience.kind === 'pay_to_unlock') expect(order.audience.priceMinor % 100n).toBe(0n)
      }),
    )
  })
})

describe('a stored draft', () => {
  test('holds known fields only, cut to length, without what the database refuses', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (typed) => {
        const cut = cutPost(typed)
        for (const [name, text] of Object.entries(cut)) {
          expect(Object.keys(FORM_FIELDS)).toContain(name)
          expect(text).not.toMatch(/\0|[\ud800-\udfff]/u)
        }
        expect(readStoredPost(JSON.parse(JSON.stringify(cut)))).toEqual(cut)
      }),
    )
    expect(readStoredPost(null)).toEqual({})
    expect(readStoredPost({ caption: 7 })).toEqual({})
  })

  test('DASH-03c a submitted post becomes the same order again when its form is sent unchanged', () => {
    const order = {
      kind: 'photo',
      caption: 'Rehearsal set',
      audience: 'pay_to_unlock',
      price_minor: 4_000_000n,
      tags: ['dance', 'friday'],
      category: 'dance',
      publish_at: new Date('2026-11-24T16:30:00Z'),
      pinned_at: NOW,
      comments_open: false,
      teaser_media_id: 'a',
      free_seconds: 10,
      cover_media_id: 'a',
      shown: 'only_me',
    } as const
    const poll = { question: 'Which song?', options: ['Slow', 'Fast'], openHours: 72 }
    expect(readPost(typedOf(order, poll), facts([photo('a'), { mediaId: 'b', kind: 'video' }])).order).toEqual({
      kind: 'photo',
      caption: 'Rehearsal set',
      audience: { kind: 'pay_to_unlock', priceMinor: 4_000_000n },
      tags: ['dance', 'friday'],
      category: 'dance',
      publishAt: order.publish_at,
      pinned: true,
      commentsOpen: false,
      teaserMediaId: 'a',
      freeSeconds: 10,
      coverMediaId: 'a',
      poll,
      shown: 'only_me',
    })
  })
})
