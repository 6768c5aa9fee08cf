import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { queryPrepared } from './db.server.ts'

const database = useDatabase()

const MOMENTS = [
  '2026-11-28 18:04:22+00',
  '2026-11-28 18:04:22.1+00',
  '2026-11-28 18:04:22.123456+00',
  '2026-02-28 23:59:59.999999+03',
  '1969-12-31 23:59:59.999+00',
  '0099-01-01 00:00:00+00',
  '9999-12-31 23:59:59+00',
  '12026-01-01 00:00:00+00',
  '0044-03-15 00:00:00+00 BC',
]
const TEXT = `select t::timestamptz as at, floor(extract(epoch from t::timestamptz) * 1000)::float8 as ms from unnest($1::text[]) t`
type Read = { at: Date; ms: number }

test('a moment is read to the millisecond, in every form that the database writes and from every time zone', async () => {
  const right = (rows: Read[]) => expect(rows.map(({ at }) => at.getTime())).toEqual(rows.map(({ ms }) => ms))
  right(await queryPrepared<Read>('moments', TEXT, [MOMENTS]))
  for (const zone of ['Africa/Kampala', 'Europe/London', 'America/St_Johns', 'Asia/Kathmandu']) {
    await database.owner().query(`select set_config('timezone', $1, false)`, [zone])
    right((await database.owner().query<Read>(TEXT, [MOMENTS.filter((text) => text.startsWith('2'))])).rows)
  }
  const [row] = await queryPrepared<{ at: unknown }>('no-moment', `select 'infinity'::timestamptz as at`, [])
  expect(row!.at).toBe(Number.POSITIVE_INFINITY)
})
