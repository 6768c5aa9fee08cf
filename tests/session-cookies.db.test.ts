import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { dayOfRun, daysSince1970 } from '../bin/day.ts'
import { patternOf, readRows, type Row } from './authorization/matrix.ts'
import { sourceRoutes, startSourceApp } from './authorization/source-app.ts'
import { makeWorld, type Role, type World } from './authorization/world.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
const ORIGIN = 'http://localhost:3000'
const STAFF = ['support', 'super', 'owner'] as const satisfies readonly Role[]
/** One of each kind: whose session it is decides nothing about cookies, and the one of staff changes every day. */
const ROLES = ['pass', 'creator', STAFF[daysSince1970(dayOfRun()) % STAFF.length]!] as const satisfies readonly Role[]
const rows = readRows()
let world: World
let ask: Awaited<ReturnType<typeof startSourceApp>>
let avatar: string

beforeAll(async () => {
  useGateway({ baseUrl: 'http://127.0.0.1:9/v3', secretKey: 'k', webhookHash: 'the hash', accountId: '1' })
  world = await makeWorld(owner())
  ask = await startSourceApp()
  avatar = await addAvatar(await world.resolve('creator', 'creator'))
}, 120_000)

/** A public picture of a creator, which caches may keep. */
async function addAvatar(profileId: string): Promise<string> {
  const id = newId()
  await owner().query(
    `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height, preview)
     values ($1, $2, 'photo', 'avatar', 'ready', $3, 'image/jpeg', 1000, '\\x00', 320, 320, '\\x00')`,
    [id, profileId, `cookies/${id}`],
  )
  await owner().query(
    `insert into media_renditions (media_id, width, format, height, byte_size, storage_key) values ($1, 160, 'webp', 160, 100, $2)`,
    [id, `cookies/${id}/w160`],
  )
  await owner().query(`update profiles set avatar_media_id = $2 where id = $1`, [profileId, id])
  return `/media/${id}/w160.webp`
}

type CookieState = 'due for renewal' | 'dead'

/** A session cookie of the role that was not used for six minutes, or whose session has ended. */
async function cookieOf(role: Role, state: CookieState): Promise<string> {
  const token = (await world.session(role))!
  const change = state === 'dead' ? 'ended_at = app_now()' : `last_seen_at = app_now() - interval '6 minutes'`
  await owner().query(`update sessions set ${change} where token_hash = $1`, [keyedHash('token', token)])
  return `peach_adult=1; peach_session=${token}`
}

const filled = async (text: string, role: Role) => {
  let result = text
  for (const [whole, name] of text.matchAll(/\{([a-z_]+)\}/g))
    result = result.replace(whole, await world.resolve(name!, role))
  return result
}

async function askAs(role: Role, state: CookieState, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('cookie', await cookieOf(role, state))
  headers.set('origin', ORIGIN)
  const answer = await ask(path, { ...init, headers, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer
}

async function askRow(row: Row, role: Role, state: CookieState): Promise<Response> {
  const [, kind, form] = /^(json|tus)? ?(.*)$/s.exec(row.form ?? '')!
  const headers = new Headers(kind === 'json' ? { accept: 'application/json' } : {})
  if (kind === 'tus') headers.set('tus-resumable', '1.0.0')
  const path = await filled(row.path, role)
  if (['GET', 'HEAD', 'DELETE'].includes(row.method)) return askAs(role, state, path, { method: row.method, headers })
  headers.set('content-type', kind === 'tus' ? 'application/offset+octet-stream' : 'application/x-www-form-urlencoded')
  return askAs(role, state, path, { method: row.method, headers, body: await filled(form!, role) })
}

const setsCookie = (answer: Response) => answer.headers.has('set-cookie')
const setsSession = (answer: Response) =>
  answer.headers.getSetCookie().some((line) => line.startsWith('peach_session='))
/** Whether a cache between us and the browser may keep the response, or what it confirms. The entry adds `private, no-store` by default. */
function shareable(answer: Response): boolean {
  const rule = answer.headers.get('cache-control')
  return answer.status === 304 || (rule !== null && !/private|no-store/.test(rule))
}

describe('session cookies and caches', () => {
  test('AUTH-08 every address of the route table is requested', async () => {
    const patterns = [...(await sourceRoutes()).keys()]
    const asked = new Set(rows.map((row) => patternOf(row.path, patterns)))
    expect(patterns.filter((pattern) => !asked.has(pattern))).toEqual([])
  })

  test.each(
    ROLES.flatMap((role) => (['due for renewal', 'dead'] as const).map((state): [Role, CookieState] => [role, state])),
  )(
    'AUTH-08 no cacheable response sets a cookie: %s, with a session cookie that is %s, at every address',
    { timeout: 120_000 },
    async (role, state) => {
      const wrong: string[] = []
      for (const row of [...rows, { ...rows[0]!, method: 'HEAD', path: avatar }]) {
        const answers = [{ request: `${row.method} ${row.path}`, answer: await askRow(row, role, state) }]
        if (row.method === 'GET') {
          const [path, query = ''] = (await filled(row.path, role)).split('?')
          const data = `${path === '/' ? '/_root' : path}.data${query && `?${query}`}`
          answers.push({ request: data, answer: await askAs(role, state, data) })
        }
        for (const { request, answer } of answers)
          if (shareable(answer) && setsCookie(answer))
            wrong.push(`${request}: ${answer.status} ${answer.headers.get('cache-control')}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test.each(['due for renewal', 'dead'] as const)(
    'AUTH-08 a public picture sets no cookie for a session cookie that is %s, whole or as "not modified"',
    async (state) => {
      for (const role of ROLES) {
        const picture = await askAs(role, state, avatar, { method: 'HEAD' })
        expect([picture.status, setsCookie(picture)]).toEqual([200, false])
        expect(picture.headers.get('cache-control')).toContain('public')
        const etag = picture.headers.get('etag')!
        const known = await askAs(role, state, avatar, { headers: { 'if-none-match': etag } })
        expect([known.status, setsCookie(known)]).toEqual([304, false])
      }
    },
  )

  test('AUTH-08 pages, their data and responses to forms renew the cookie, and other responses leave it due', async () => {
    for (const path of ['/profile', '/profile.data', '/public-feed'])
      expect(setsSession(await askAs('pass', 'due for renewal', path)), path).toBe(true)
    const form = { method: 'POST', body: new URLSearchParams({ returnTo: '/terms' }) }
    expect(setsSession(await askAs('pass', 'due for renewal', '/age', form))).toBe(true)
    expect((await askAs('pass', 'dead', '/profile')).headers.getSetCookie().join()).toContain('peach_session=; ')

    const cookie = await cookieOf('pass', 'due for renewal')
    const send = (path: string, method = 'GET') => ask(path, { method, headers: { cookie }, redirect: 'manual' })
    for (let nth = 0; nth < 2; nth += 1) expect(setsCookie(await send(avatar, 'HEAD'))).toBe(false)
    expect(setsSession(await send('/profile'))).toBe(true)
  })
})
