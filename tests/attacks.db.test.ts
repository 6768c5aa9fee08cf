import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { EVIL_ADDRESSES } from './authorization/evil-addresses.ts'
import { readRows } from './authorization/matrix.ts'
import { failures, sourcePolicies, startSourceApp } from './authorization/source-app.ts'
import { makeWorld, type Role, type World } from './authorization/world.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
const policies = await sourcePolicies()
const ORIGIN = 'http://localhost:3000'
const FORM = 'application/x-www-form-urlencoded'
let world: World
let app: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  useGateway({
    baseUrl: 'http://127.0.0.1:9/v3',
    secretKey: 'k',
    webhookHash: 'the hash of the attacks',
    accountId: '1',
  })
  world = await makeWorld(owner())
  app = await startSourceApp()
}, 120_000)

type Sent = { method?: string; body?: string; headers?: Record<string, string>; session?: string | null }

async function ask(path: string, role: Role, sent: Sent = {}): Promise<Response> {
  const token = sent.session === undefined ? await world.session(role) : sent.session
  const cookie = ['peach_adult=1', ...(token ? [`peach_session=${token}`] : [])].join('; ')
  const { method = 'GET', body, headers = {} } = sent
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': FORM }
  const answer = await app(path, {
    method,
    body,
    redirect: 'manual',
    headers: { cookie, origin: ORIGIN, ...type, ...headers },
  })
  expect(answer.status, `${method} ${path} ${body ?? ''}`.slice(0, 200)).toBeLessThan(500)
  return answer
}

const filled = async (text: string, role: Role) => {
  let result = text
  for (const [whole, name] of text.matchAll(/\{([a-z_]+)\}/g))
    result = result.replace(whole, await world.resolve(name!, role))
  return result
}

describe('no parameter redirects to another site', () => {
  const inQuery = (path: string, name: string) => (evil: string) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: evil })}`,
  })
  const inForm =
    (path: string, name: string, more = '') =>
    (evil: string) => ({ path, method: 'POST', body: `${new URLSearchParams({ [name]: evil })}${more}` })
  const ways: [
    string,
    Role,
    (evil: string) => { path: string; method?: string; body?: string; headers?: Record<string, string> },
  ][] = [
    ['the age form', 'visitor', inForm('/age', 'returnTo')],
    ['the sign-in page of somebody who is in', 'fan', inQuery('/auth', 'returnTo')],
    ['the former name of the way back', 'fan', inQuery('/auth', 'return')],
    ['the staff sign-in of somebody who is in', 'owner', inQuery('/owner-login', 'returnTo')],
    ['the next page of the sign-in', 'fan', inQuery('/auth', 'next')],
    ['the profile’s set-up', 'visitor', inQuery('/profile-setup', 'returnTo')],
    ['the set-up of a finished profile', 'fan', inQuery('/profile-setup', 'returnTo')],
    ['the agreements', 'fan', inQuery('/agreements', 'returnTo')],
    ['the confirmation of the identity', 'fan', inQuery('/confirm-identity', 'returnTo')],
    ['the plans', 'pass', inQuery('/subscribe', 'from')],
    ['the fan’s wizard', 'fan', inQuery('/viewer-onboarding', 'plan')],
    ['the fan’s wizard’s return', 'fan', inQuery('/viewer-onboarding/email', 'returnTo')],
    ['a passkey’s page', 'fan', inForm('/passkeys', 'returnTo', '&credential=x&name=y')],
    ['the passkey sign-in', 'visitor', inForm('/passkeys/sign-in', 'returnTo', '&credential=x')],
    ['the invite', 'visitor', inQuery('/admin-onboarding', 'invite')],
    ['quick hide', 'fan', inQuery('/quick-hide', 'leave')],
    ['signing out', 'fan', inForm('/sign-out', 'next')],
    ['the payment’s return', 'visitor', inQuery('/payment-callback', 'redirect_url')],
    ['a name in an address', 'visitor', (evil) => ({ path: `/${encodeURIComponent(evil)}` })],
    ['an old address of a name', 'visitor', (evil) => ({ path: `/creator/${encodeURIComponent(evil)}` })],
    [
      'the page that a follow came from',
      'fan',
      (evil) => ({
        path: '/creators/00000000-0000-7000-8000-000000000000/follow',
        method: 'POST',
        body: 'following=true',
        headers: { referer: /^[\u0021-\u007e]+$/.test(evil) ? `${ORIGIN}/${evil}` : ORIGIN },
      }),
    ],
  ]

  test('the corpus has more than two hundred addresses', () => {
    expect(new Set(EVIL_ADDRESSES).size).toBeGreaterThan(200)
  })

  test.each(ways)('AUTH-06 %s', { timeout: 60_000 }, async (_what, role, way) => {
    const session = await world.session(role)
    for (const evil of EVIL_ADDRESSES) {
      const { path, ...sent } = way(evil)
      // Each sign-out ends a session of its own.
      const answer = await ask(path, role, path === '/sign-out' ? sent : { ...sent, session })
      const location = answer.headers.get('location')
      if (location === null) continue
      expect(new URL(location, ORIGIN).origin, `${JSON.stringify(evil)} led to ${location}`).toBe(ORIGIN)
      expect(location).toMatch(/^\/(?![/\\])[\u0021-\u007e]*$/)
    }
  })
})

describe('a form changes only its own fields', () => {
  const STATUS = `
    select p.id, p.email, p.user_type, p.account_status, p.is_blocked, p.email_proven_at, p.created_at,
      (select row_to_json(s.*) from staff_members s where s.profile_id = p.id) as staff,
      (select jsonb_agg(a.id) from user_access a where a.user_id = p.id) as access,
      (select jsonb_agg(s.id) from subscriptions s where s.user_id = p.id) as passes,
      (select row_to_json(c.*)::jsonb - 'follower_count' - 'heartbeat_at' from creators c where c.profile_id = p.id) as creator,
      (select jsonb_agg(l.id) from creator_listings l where l.creator_id = p.id) as listings,
      (select count(*) from ledger_accounts l where l.owner_id = p.id) as accounts
    from profiles p where p.email like '%@matrix.example' order by p.id`

  async function everyColumn(): Promise<string[]> {
    const { rows } = await owner().query<{ name: string }>(
      `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
    )
    return rows.map(({ name }) => name)
  }

  test(
    'ROLE-01 each column of each table as an extra field of each form changes nobody’s data',
    { timeout: 120_000 },
    async () => {
      const columns = await everyColumn()
      expect(columns).toEqual(
        expect.arrayContaining(['user_type', 'is_blocked', 'account_status', 'expires_at', 'role']),
      )
      const extra = new URLSearchParams([
        ...columns.map((name): [string, string] => [name, hostileValue(name)]),
        ...[
          'isOwner',
          'is_admin',
          'admin',
          'staffRole',
          'userType',
          '__proto__[user_type]',
          'constructor[prototype][user_type]',
          'profile[user_type]',
        ].map((name): [string, string] => [name, 'owner']),
      ])
      const before = await owner().query(STATUS)
      for (const row of readRows().filter(({ method }) => method === 'POST')) {
        for (const role of ['fan', 'creator', 'support'] as const) {
          if (row.expected[role] === '-') continue
          const path = await filled(row.path, role)
          const form = new URLSearchParams(await filled((row.form ?? '').replace(/^(json|tus) ?/, ''), role))
          for (const [name, value] of extra) if (!form.has(name)) form.append(name, value)
          await ask(path, role, { method: 'POST', body: String(form) })
        }
      }
      expect((await owner().query(STATUS)).rows).toEqual(before.rows)
      expect(({} as Record<string, unknown>).user_type).toBeUndefined()
    },
  )

  function hostileValue(name: string): string {
    if (name === 'user_type' || name === 'role') return 'owner'
    if (/(_at|until)$/.test(name)) return '2099-01-01'
    if (/_minor$|count/.test(name)) return '1'
    if (/^(is_|listed|profile_completed)/.test(name)) return 'true'
    if (/status|state/.test(name)) return 'approved'
    return 'x'
  }
})

describe('methods', () => {
  const patterns = Object.entries(policies)
  const someAddress = (pattern: string) =>
    pattern
      .replace(/:[^/]+/g, 'x')
      .replace('*', 'x/y')
      .replaceAll('?', '')

  test('ROLE-01 a method that is not listed for an address does nothing there', async () => {
    for (const [pattern, methods] of patterns) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        if (method in methods) continue
        const answer = await ask(someAddress(pattern), 'owner', {
          method,
          body: method === 'DELETE' ? undefined : 'a=1',
        })
        expect([403, 405], `${method} ${pattern}`).toContain(answer.status)
      }
    }
    expect(failures).toEqual([])
  })

  test('ROLE-01 no header and no field turns one method into another', async () => {
    const tricks: Record<string, string>[] = [
      { 'x-http-method-override': 'POST' },
      { 'x-http-method': 'DELETE' },
      { 'x-method-override': 'POST' },
    ]
    for (const headers of tricks) {
      expect((await ask('/sign-out', 'fan', { headers })).status).toBe(405)
      expect((await ask('/sign-out?_method=POST', 'fan', { headers })).status).toBe(405)
    }
    expect((await ask('/terms', 'fan', { method: 'POST', body: '_method=GET' })).status).toBe(405)
  })

  test('ROLE-01 no header signs a visitor in', async () => {
    const tricks: Record<string, string>[] = [
      { 'x-original-url': '/admin' },
      { 'x-rewrite-url': '/admin' },
      { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
      { 'x-forwarded-user': 'owner@peach.example', 'x-user-id': '1', 'remote-user': 'owner' },
      { authorization: 'Basic b3duZXI6b3duZXI=' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'x-middleware-subrequest': 'middleware' },
      { 'x-react-router-prerender-data': 'x' },
    ]
    for (const headers of tricks) {
      const answer = await ask('/admin', 'visitor', { headers })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/owner-login?returnTo=%2Fadmin'])
      expect((await ask('/terms', 'visitor', { headers })).status).toBe(200)
    }
  })
})

describe('a right that ends, ends immediately', () => {
  const page = (session: string | null) => ask('/profile', 'fan', { session })

  test('AUTH-08 an ended session opens no page, picture or upload from the next request on', async () => {
    const session = await world.session('pass')
    const media = world.bound(`/media/${await world.resolve('subscribers_media', 'pass')}/w320.webp`, session)
    const statuses = async () => [
      (await page(session)).status,
      (await ask(media, 'pass', { method: 'HEAD', session })).status,
      (await ask(`/uploads/${await world.resolve('nobody', 'pass')}`, 'pass', { method: 'DELETE', session })).status,
    ]
    expect(await statuses()).toEqual([200, 200, 404])
    await ask('/sign-out', 'pass', { method: 'POST', body: '', session })
    expect(await statuses()).toEqual([303, 403, 401])
  })

  test('ROLE-01 a suspension, an ended right and a changed role apply from the next request on', async () => {
    const session = await world.session('pass')
    const media = world.bound(`/media/${await world.resolve('subscribers_media', 'pass')}/w320.webp`, session)
    const status = async () => (await ask(media, 'pass', { method: 'HEAD', session })).status
    const set = (text: string, id: string) => owner().query(text, [id])
    const pass = await world.resolve('pass', 'pass')
    expect(await status()).toBe(200)
    await set(`update user_access set revoked_at = app_now() where user_id = $1`, pass)
    expect(await status()).toBe(403)
    await set(`update user_access set revoked_at = null where user_id = $1`, pass)
    await set(`update profiles set account_status = 'suspended' where id = $1`, pass)
    expect([await status(), (await page(session)).status]).toEqual([403, 303])
    await set(`update profiles set account_status = 'active' where id = $1`, pass)

    const staff = await world.session('super')
    const invites = async () => (await ask('/admin/invites', 'super', { session: staff })).status
    const member = await world.resolve('super', 'super')
    expect(await invites()).toBe(200)
    await set(`update staff_members set role = 'support' where profile_id = $1`, member)
    expect(await invites()).toBe(403)
    await set(`update staff_members set ended_at = app_now() where profile_id = $1`, member)
    expect(await invites()).toBe(303)
    await set(`update staff_members set role = 'super-admin', ended_at = null where profile_id = $1`, member)
  })

  test('AUTH-08 a session cookie set by somebody else beforehand is invalid before and after a sign-in', async () => {
    for (const planted of ['planted', 'x'.repeat(43), '../..', '%00', '{}', "' or 1=1 --"])
      expect((await page(encodeURIComponent(planted))).status).toBe(303)
  })
})
