import { beforeEach, describe, expect, test } from 'vitest'
import { setClockAdvance } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { forgetMediaFetches } from './forget-media-fetches.server.ts'
import { MEDIA_BUDGET, mediaLimitReached } from './media-budget.ts'
import { flushMediaUse, forgetMediaUse, spendMedia } from './spend-media.server.ts'

const { owner } = useDatabase()
const HOUR = 3_600_000
let viewer: string
let advanced = 0

beforeEach(async () => {
  forgetMediaUse()
  viewer = (await makePerson()).id
  // Each test begins at nine in the morning of its own day in Kampala, so that its hours don't overlap with the next test.
  const today = new Date(Date.now() + advanced)
  advanced += 24 * HOUR - ((today.getTime() - 6 * HOUR) % (24 * HOUR))
  await moveClock(0)
})

async function moveClock(milliseconds: number): Promise<void> {
  advanced += milliseconds
  setClockAdvance(advanced)
  await owner().query('update app_clock set advanced_by = make_interval(secs => $1)', [advanced / 1_000])
}

/** Fetches so many objects that were not fetched before. Returns how many were allowed, and the last refusal. */
async function fetchNew(count: number, bytes = 1) {
  let passed = 0
  let refusal: unknown = null
  for (let index = 0; index < count; index += 1) {
    const spent = await spendMedia(viewer, newId())
    if (spent.ok) {
      passed += 1
      spent.value.countBytes(bytes)
    } else ({ refusal } = spent)
  }
  return { passed, refusal }
}

const rowOf = async () =>
  (
    await owner().query(
      'select objects, bytes::int, exhausted_at is not null as exhausted from media_fetches where viewer_id = $1',
      [viewer],
    )
  ).rows
const recordsOf = async () =>
  (
    await owner().query("select detail from activity where event = 'media_budget_exhausted' and object_id = $1", [
      viewer,
    ])
  ).rows

describe('the budget of private media', () => {
  test('MEDIA-02 an account opens 600 objects an hour, and continues when the hour is over', async () => {
    const { passed, refusal } = await fetchNew(3_135)
    expect(passed).toBe(600)
    expect(refusal).toMatchObject({ kind: 'limit_reached', limit: 'hour' })
    expect((refusal as { retrySeconds: number }).retrySeconds).toBeGreaterThan(3_000)
    expect(await recordsOf()).toEqual([])
    await moveClock(HOUR)
    expect((await fetchNew(10)).passed).toBe(10)
  })

  test('the same object again, in another size or in parts, is not counted', async () => {
    const mediaId = newId()
    for (let part = 0; part < 700; part += 1) expect((await spendMedia(viewer, mediaId)).ok).toBe(true)
    expect((await fetchNew(700)).passed).toBe(599)
    expect((await spendMedia(viewer, mediaId)).ok).toBe(true)
  })

  test('MEDIA-02 after 3,000 objects the daily limit is reached, which is recorded once; the next day begins anew', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      expect((await fetchNew(650)).passed).toBe(600)
      await moveClock(HOUR)
    }
    const { passed, refusal } = await fetchNew(5)
    expect(passed).toBe(0)
    expect(refusal).toMatchObject({ limit: 'day' })
    // From two in the afternoon to midnight of Kampala.
    expect((refusal as { retrySeconds: number }).retrySeconds).toBeGreaterThan(9.9 * 3_600)
    expect((refusal as { retrySeconds: number }).retrySeconds).toBeLessThanOrEqual(10 * 3_600)
    expect(await recordsOf()).toMatchObject([{ detail: { objects: 3_000 } }])
    await moveClock(11 * HOUR)
    expect((await fetchNew(5)).passed).toBe(5)
  })

  test('the count of the day survives a restart, is shared by all processes, and is separate for each account', async () => {
    await fetchNew(500, 1_000)
    await flushMediaUse()
    expect(await rowOf()).toEqual([{ objects: 500, bytes: 500_000, exhausted: false }])
    forgetMediaUse()
    await fetchNew(400)
    // Another process counts at the same time.
    await owner().query('update media_fetches set objects = objects + 2_000 where viewer_id = $1', [viewer])
    await flushMediaUse()
    expect(await rowOf()).toMatchObject([{ objects: 2_900 }])
    expect(await fetchNew(200)).toMatchObject({ passed: 100, refusal: { limit: 'day' } })
    await flushMediaUse()
    forgetMediaUse()
    expect((await fetchNew(1)).passed).toBe(0)
    expect(await recordsOf()).toHaveLength(1)
    expect(await rowOf()).toMatchObject([{ objects: 3_000, exhausted: true }])
    viewer = (await makePerson()).id
    expect((await fetchNew(1)).passed).toBe(1)
  })

  test('MEDIA-02 a stream that outlasts its hour loses no byte, its own or those of objects opened after it', async () => {
    const slow = await spendMedia(viewer, newId())
    if (!slow.ok) throw new Error(slow.refusal.kind)
    await flushMediaUse()
    await moveClock(HOUR)
    // An idle account is forgotten when another account is saved.
    const first = viewer
    viewer = (await makePerson()).id
    await fetchNew(1)
    await flushMediaUse()
    viewer = first
    await fetchNew(1, 5_000)
    slow.value.countBytes(1_000)
    await flushMediaUse()
    expect(await rowOf()).toEqual([{ objects: 2, bytes: 6_000, exhausted: false }])
    slow.value.countBytes(1_000)
    await fetchNew(1, 5_000)
    await flushMediaUse()
    expect(await rowOf()).toEqual([{ objects: 3, bytes: 12_000, exhausted: false }])
  })

  test('fifty fetches at the same time are all counted, also the first of a process', async () => {
    forgetMediaUse()
    await owner().query(
      "insert into media_fetches (viewer_id, day, objects) values ($1, (app_now() at time zone 'Africa/Kampala')::date, 2990)",
      [viewer],
    )
    const answers = await Promise.all(Array.from({ length: 50 }, () => spendMedia(viewer, newId())))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(10)
  })

  test('bytes have limits of their own', () => {
    const use = { objectsToday: 1, bytesToday: 0, objectsThisHour: 1, bytesThisHour: 0, known: true }
    expect(mediaLimitReached(use, 1)).toBeNull()
    expect(mediaLimitReached({ ...use, bytesThisHour: MEDIA_BUDGET.bytesAnHour }, 1)).toBe('hour')
    expect(mediaLimitReached({ ...use, bytesToday: MEDIA_BUDGET.bytesADay }, 1)).toBe('day')
    expect(mediaLimitReached({ ...use, bytesToday: MEDIA_BUDGET.bytesADay }, 2)).toBeNull()
  })

  test('after a month the counts are deleted', async () => {
    await fetchNew(1)
    await flushMediaUse()
    await moveClock(30 * 24 * HOUR)
    await forgetMediaFetches()
    expect(await rowOf()).toHaveLength(1)
    await moveClock(24 * HOUR)
    await forgetMediaFetches()
    expect(await rowOf()).toEqual([])
  })
})
