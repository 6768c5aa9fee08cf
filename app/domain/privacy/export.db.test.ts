import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, strFromU8 } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordConsent } from '#app/domain/consents/record-consent.server.ts'
import { storageKey } from '#app/domain/media/media.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import * as archiveRoute from '#app/web/fan/export-archive.ts'
import * as exportPage from '#app/web/fan/export.tsx'
import { giveUnlock, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { buildExport } from './build-export.server.ts'
import { PRIVACY_MODULES } from './registry.server.ts'
import { destroyForgottenObjects } from '#app/domain/media/forget-objects.server.ts'
import { endExports } from './end-exports.server.ts'
import { openExport } from './open-export.server.ts'
import { requestExport } from './request-export.server.ts'

const { owner } = useDatabase()
const folder = useMediaFolder()
let creator: Person
let mediaId: string
let postId: string
let fan: Person

beforeAll(async () => {
  creator = await makeCreator({ displayName: 'Amina Original' })
  ;({ mediaId, postId } = await makePost(creator, { kind: 'subscribers' }, { caption: '=HYPERLINK("evil")' }))
  fan = await makePerson('fan', { displayName: 'Brian Fan' })
  await giveUnlock(fan, postId)
  await inTransaction((tx) => recordConsent(tx, creator.id, ['terms', 'privacy'], 'sign_up'))
  await db.insertInto('follows').values({ fan_id: fan.id, creator_id: creator.id }).execute()
})

async function newestExport(person: Person): Promise<string> {
  const row = await db
    .selectFrom('data_exports')
    .select('id')
    .where('profile_id', '=', person.id)
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

async function download(person: Person, exportId: string): Promise<Record<string, Uint8Array>> {
  const opened = await openExport(person, exportId, 1)
  if (!opened.ok) throw new Error(opened.refusal.kind)
  const bytes = new Uint8Array(await new Response(opened.value.open()).arrayBuffer())
  expect(bytes.length).toBe(opened.value.bytes)
  return unzipSync(bytes)
}

function partsOf(exportId: string): string[] {
  const path = join(folder(), 'exports', exportId)
  return existsSync(path) ? readdirSync(path) : []
}

describe('a copy of one’s data', () => {
  test('SAFE-02a is a real archive with every table, the originals and the statements, and nothing about anybody else', async () => {
    expect(await requestExport(creator)).toEqual({ ok: true, value: null })
    const id = await newestExport(creator)
    await buildExport(id)
    const files = await download(creator, id)

    const tables = Object.values(PRIVACY_MODULES).flatMap(({ personalTables }) => Object.entries(personalTables))
    for (const [table, known] of tables) {
      expect(Object.hasOwn(files, `data/${table}.json`), table).toBe(known.exportedAs !== null)
      if (known.exportedAs !== null) JSON.parse(strFromU8(files[`data/${table}.json`]!))
    }
    const read = (name: string) => JSON.parse(strFromU8(files[name]!)) as Record<string, unknown>[]
    expect(read('data/profiles.json')).toEqual([expect.objectContaining({ email: creator.email })])
    expect(read('data/posts.json')).toHaveLength(1)
    expect(read('data/consents.json').map((row) => row.document)).toEqual(['terms', 'privacy'])
    const original = readFileSync(join(folder(), storageKey(mediaId, 'original.jpeg')))
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(sha(files[`media/${mediaId}.jpg`]!)).toBe(sha(original))
    expect(strFromU8(files['statements/payments.csv']!)).toMatch(/^date,for,amount/)
    expect(strFromU8(files['README.txt']!)).toContain('posts.json')

    const everything = Object.values(files)
      .map((bytes) => Buffer.from(bytes).toString('latin1'))
      .join('\n')
    for (const foreign of [fan.email, fan.id, 'Brian Fan', 'original_key', 'code_hash', 'token_hash'])
      expect(everything, foreign).not.toContain(foreign)
  })

  test('SAFE-02 is stored sealed: the store has no readable byte of it, and without the row it can’t be read', async () => {
    const id = await newestExport(creator)
    const parts = partsOf(id)
    expect(parts.length).toBeGreaterThan(0)
    for (const part of parts) {
      const bytes = readFileSync(join(folder(), 'exports', id, part)).toString('latin1')
      expect(bytes).not.toContain(creator.email)
      expect(bytes).not.toContain('README.txt')
    }
  })

  test('SAFE-02 once a day and never two at a time, also when requested twice at once', async () => {
    const asking = await makePerson()
    const answers = await Promise.all([requestExport(asking), requestExport(asking), requestExport(asking)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    await buildExport(await newestExport(asking))
    expect(await requestExport(asking)).toMatchObject({ refusal: { kind: 'asked_today' } })
  })

  test('SAFE-02 an export is open only to its own person: others get a 403 and not a byte', async () => {
    const id = await newestExport(creator)
    const params = { exportId: id, number: '1' }
    // What the command itself decides, behind the policy of the route.
    const handle = { audience: 'everyone', policy: { GET: 'everybody' } } as const
    const route = { ...archiveRoute, handle }
    const path = `/profile/export/${id}/1`
    for (const other of [null, fan, { ...(await makePerson('owner')), staffRole: 'owner' as const }])
      expect((await aBrowser(other).call(route, path, { params })).status).toBe(403)
    const own = await aBrowser(creator).call(route, path, { params })
    expect(own.status).toBe(200)
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(own.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/)
    for (const wrong of [
      { exportId: id, number: '2' },
      { exportId: id, number: '0' },
      { exportId: id, number: '1e9' },
      { exportId: newId(), number: '1' },
      { exportId: 'x', number: '1' },
    ])
      expect((await aBrowser(creator).call(route, path, { params: wrong })).status).toBe(404)
  })

  test('a job that runs twice, or after it is done, changes nothing', async () => {
    const person = await makePerson()
    await requestExport(person)
    const id = await newestExport(person)
    const runs = await Promise.allSettled([buildExport(id), buildExport(id), buildExport(id)])
    expect(runs.filter((run) => run.status === 'fulfilled')).toHaveLength(1)
    await buildExport(id)
    const row = await db
      .selectFrom('data_exports')
      .select(['archives', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('ready')
    expect(row.archives).toHaveLength(1)
    expect(Object.keys(await download(person, id))).toContain('README.txt')
  })

  test('a file that the store has lost is named instead of left out silently', async () => {
    const person = await makeCreator()
    const lost = await makePost(person, { kind: 'public' })
    await owner().query(`update media set original_key = 'media/gone/original.jpeg' where id = $1`, [lost.mediaId])
    await requestExport(person)
    const id = await newestExport(person)
    await buildExport(id)
    expect(strFromU8((await download(person, id))['media/missing.txt']!)).toContain(lost.mediaId)
  })

  test('the page shows the existing export, and why no second one can be requested', async () => {
    const browser = aBrowser(creator)
    const page = await browser.call(exportPage, '/profile/export')
    expect(page.data.refusal).toMatch(/^One copy a day\. You can ask again from /)
    const again = await browser.call(exportPage, '/profile/export', { form: {} })
    expect(again.status).toBe(409)
    expect((await aBrowser().call(exportPage, '/profile/export')).location).toMatch(/^\/auth/)
  })

  test('SAFE-02 after 7 days it ends: the key at once, the bytes with the next scheduled task', async () => {
    const id = await newestExport(creator)
    await owner().query(`update app_clock set advanced_by = interval '7 days 1 minute'`)
    setClockAdvance(7 * 86_400_000 + 60_000)
    try {
      // By its time alone, before any scheduled task.
      expect(await openExport(creator, id, 1)).toMatchObject({ refusal: { kind: 'not_there' } })
      await endExports()
      const row = await db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ state: 'expired', sealed_key: null })
      await destroyForgottenObjects()
      expect(partsOf(id)).toEqual([])
    } finally {
      await owner().query(`update app_clock set advanced_by = interval '0'`)
      setClockAdvance(0)
    }
  })
})
