import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClockAdvance } from '#app/platform/clock.ts'
import { config, useConfig } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/id.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { actorMiddleware } from '#app/web/middleware/actor.server.ts'
import { useDatabase } from '#tests/support/database.ts'
import { errorAt, summaryOf } from '#tests/support/form-answers.ts'
import { asSent, type RouteModule, runRoute } from '#tests/support/routes.ts'
import * as code from './code.tsx'
import * as link from './link.tsx'
import * as mailJson from '#app/web/dev/mail-json.ts'
import * as mailPage from '#app/web/dev/mail.tsx'
import * as profileSetup from './profile-setup.tsx'
import * as signIn from './sign-in.tsx'
import * as signOut from './sign-out.ts'

const { owner } = useDatabase()
const ORIGIN = 'http://localhost:3000'

let advancedSeconds = 0
let networks = 0
/** The cookies of one browser. */
let jar = new Map<string, string>()

beforeEach(async () => {
  jar = new Map()
  networks += 1
  await advance(-advancedSeconds)
  await owner().query('delete from sign_in_codes; delete from rate_limit_hits')
})
afterEach(async () => {
  await owner().query('grant insert, update, delete on sign_in_codes, sessions, profiles to peach_app')
})

async function advance(seconds: number): Promise<void> {
  advancedSeconds += seconds
  await owner().query('update app_clock set advanced_by = make_interval(secs => $1)', [advancedSeconds])
  setClockAdvance(advancedSeconds * 1_000)
}

/** Revokes a right from the server's database role, so that the database fails at that point. */
async function breakDown(right: string, table: string): Promise<void> {
  await owner().query(`revoke ${right} on ${table} from peach_app`)
}

type Answer = {
  status: number
  location: string | null
  data: Record<string, unknown>
  cookies: string[]
  headers: Headers
  toast: { title: string; description: string } | null
}

/** Calls a route as the server does: through the actor middleware, with the cookies of the jar, which keeps new ones. */
async function call(
  route: RouteModule,
  path: string,
  form: Record<string, string> | null = null,
  params: Record<string, string> = {},
): Promise<Answer> {
  const url = new URL(path, ORIGIN)
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const body = form ? new URLSearchParams(form) : undefined
  const request = new Request(url, { method: form ? 'POST' : 'GET', headers: { cookie }, body })
  const context = new RouterContextProvider()
  context.set(requestFactsContext, { network: `10.8.${networks}.0/24`, userAgent: 'test', origin: ORIGIN, nonce: null })
  const args = { request, url, params, context, pattern: path }
  const answered = await actorMiddleware(args, async () => {
    try {
      return toResponse(await runRoute(route, { request, url, params, context }))
    } catch (thrown) {
      if (thrown instanceof Response) return thrown
      throw thrown
    }
  })
  return read(answered as Response)
}

function toResponse(value: unknown): Response {
  if (value instanceof Response) return value
  const wrapped = value as { type?: string; data: unknown; init: ResponseInit | null }
  if (wrapped?.type === 'DataWithResponseInit') return Response.json(wrapped.data, wrapped.init ?? undefined)
  return Response.json(value)
}

async function read(response: Response): Promise<Answer> {
  const cookies = response.headers.getSetCookie()
  let toast: Answer['toast'] = null
  for (const line of cookies) {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    if (name === 'peach_flash') toast = JSON.parse(decodeURIComponent(value)) as Answer['toast']
    else if (line.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
  const text = await response.text()
  const data = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return {
    status: response.status,
    location: response.headers.get('location'),
    data,
    cookies,
    headers: asSent(response).headers,
    toast,
  }
}

const freshEmail = () => `d${newId().slice(-12)}@mail.example`

async function account(type: Person['userType'] = 'fan', columns: Record<string, unknown> = {}): Promise<string> {
  const email = freshEmail()
  const all = { id: newId(), email, user_type: type, ...columns }
  const names = Object.keys(all)
  await owner().query(
    `insert into profiles (${names.join(', ')}, email_proven_at) values (${names.map((_, index) => `$${index + 1}`).join(', ')}, app_now())`,
    Object.values(all),
  )
  return email
}

async function mailed(email: string): Promise<{ code: string; token: string }> {
  const { rows } = await owner().query<{ data: { sealedData: string } }>(
    `select data from pgboss.job where data->>'to' = $1`,
    [email],
  )
  const mails = rows.map(
    (row) => JSON.parse(unseal(row.data.sealedData)) as { code: string; link: string; expiresAt: string },
  )
  const newest = mails.sort((left, right) => right.expiresAt.localeCompare(left.expiresAt))[0]!
  return { code: newest.code, token: newest.link.split('/').at(-1)! }
}

async function signedIn(email: string): Promise<Answer> {
  await call(signIn, '/auth', { email, mode: 'sign-in' })
  return call(code, '/auth/code', { intent: 'verify', code: (await mailed(email)).code })
}

const complete = { profile_completed: true, display_name: 'Brian', birthday: '1999-01-01' }

describe('/auth', () => {
  test('AUTH-01a an unknown address shows the specified text at the field and offers to sign up with it', async () => {
    const answer = await call(signIn, '/auth', { email: freshEmail(), mode: 'sign-in' })
    expect(answer.data).toMatchObject(
      errorAt(
        'email',
        "Account not found: We couldn't find an account with that email. Please try again or register first.",
        { offer: 'sign-up' },
      ),
    )
  })

  test('AUTH-02 a known address at sign-up shows the specified text and keeps what was typed', async () => {
    const email = await account()
    const answer = await call(signIn, '/auth?mode=sign-up', {
      email: ` ${email} `,
      mode: 'sign-up',
      user_type: 'peach',
    })
    expect(answer.data).toMatchObject(
      errorAt('email', 'Account already exists: This email is already registered. Please sign in instead.', {
        email,
        user_type: 'creator',
        offer: 'sign-in',
      }),
    )
  })

  test.each([
    {},
    { email: '' },
    { email: 'nobody' },
    { email: 'x'.repeat(400) },
    { email: 'a@b.c', mode: 'root' },
    { email: 'a@mail.com', mode: 'sign-up', user_type: 'owner' },
  ])('AUTH-01 bad input %j changes nothing and answers 400', async (form) => {
    const answer = await call(signIn, '/auth', form as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(answer.cookies).toEqual([])
    expect((await owner().query('select 1 from sign_in_codes')).rowCount).toBe(0)
  })

  test('AUTH-07 subscribe-required leads to /subscribe and payment-success shows a notice', async () => {
    expect((await call(signIn, '/auth?message=subscribe-required')).location).toBe('/subscribe')
    expect((await call(signIn, '/auth?message=payment-success')).data).toMatchObject({ paid: true })
    expect((await call(signIn, '/auth?message=<script>')).data).toMatchObject({ paid: false })
  })

  test('AUTH-10 sign-in says to check the inbox; a new fan sees that the account was created, a new creator not yet', async () => {
    const known = await account()
    expect(await call(signIn, '/auth', { email: known, mode: 'sign-in' })).toMatchObject({
      status: 303,
      location: '/auth/code',
      toast: { title: 'Check your inbox' },
    })
    expect(await call(signIn, '/auth', { email: freshEmail(), mode: 'sign-up', user_type: 'fan' })).toMatchObject({
      location: '/auth/code',
      toast: { title: 'Account created' },
    })
    expect(await call(signIn, '/auth', { email: freshEmail(), mode: 'sign-up', user_type: 'creator' })).toMatchObject({
      toast: { title: 'Check your inbox' },
    })
  })

  test('AUTH-04a a second request within a minute: the same browser goes to the code page, another one must wait', async () => {
    const email = await account()
    await call(signIn, '/auth', { email, mode: 'sign-in' })
    expect((await call(signIn, '/auth', { email, mode: 'sign-in' })).location).toBe('/auth/code')
    jar = new Map()
    const answer = await call(signIn, '/auth', { email, mode: 'sign-in' })
    expect(answer).toMatchObject({ status: 429, data: { errors: { title: 'Authentication Error' } } })
  })

  test('AUTH-10 an internal failure keeps the form and shows Error at sign-in, Sign Up Error at sign-up', async () => {
    const email = await account()
    await breakDown('insert', 'sign_in_codes')
    expect(await call(signIn, '/auth', { email, mode: 'sign-in' })).toMatchObject({
      status: 503,
      data: { values: { email }, ...summaryOf(['Something went wrong. Please try again.'], 'Error') },
    })
    const other = freshEmail()
    expect(await call(signIn, '/auth', { email: other, mode: 'sign-up', user_type: 'fan' })).toMatchObject({
      status: 503,
      data: { errors: { title: 'Sign Up Error' } },
    })
    expect((await owner().query('select 1 from profiles where email = $1', [other])).rowCount).toBe(0)
  })

  test('AUTH-06a a signed-in person is redirected to their own page', async () => {
    await signedIn(await account('fan', complete))
    expect((await call(signIn, '/auth')).location).toBe('/public-feed?expired=true')
    expect((await call(signIn, '/auth?return=subscribe&creator=amina_k&intent=chat')).location).toBe(
      '/subscribe?creator=amina_k&intent=chat',
    )
    expect((await call(signIn, '/auth?return=https://evil.example')).location).toBe('/public-feed?expired=true')
  })
})

describe('/auth/code', () => {
  test('AUTH-03 AUTH-05c the right code signs in, an incomplete profile goes to its setup', async () => {
    const answer = await signedIn(await account())
    expect(answer).toMatchObject({ status: 303, location: '/profile-setup', toast: { title: 'Email verified' } })
    expect(answer.cookies.find((line) => line.startsWith('peach_session='))).toMatch(
      /HttpOnly; SameSite=Lax; Max-Age=2592000|Max-Age=2592000/,
    )
    expect(jar.has('peach_browser')).toBe(false)
  })

  test('AUTH-10 a new creator sees that the account was created', async () => {
    const email = freshEmail()
    await call(signIn, '/auth', { email, mode: 'sign-up', user_type: 'creator' })
    const answer = await call(code, '/auth/code', { code: (await mailed(email)).code })
    expect(answer).toMatchObject({ location: '/profile-setup', toast: { title: 'Account created' } })
  })

  test('AUTH-04c a wrong code shows the specified text; "123 456" is read as six digits', async () => {
    const email = await account()
    await call(signIn, '/auth', { email, mode: 'sign-in' })
    const right = (await mailed(email)).code
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    expect((await call(code, '/auth/code', { code: wrong })).data).toMatchObject(
      errorAt('code', 'Invalid code: The verification code is invalid or expired.'),
    )
    expect((await call(code, '/auth/code', { code: `${right.slice(0, 3)} ${right.slice(3)}` })).status).toBe(303)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５', 'x'.repeat(500)])(
    'AUTH-10 %j is not a code: verification fails and no attempt is used up',
    async (typed) => {
      const email = await account()
      await call(signIn, '/auth', { email, mode: 'sign-in' })
      expect((await call(code, '/auth/code', { code: typed })).data).toMatchObject(
        errorAt('code', 'Verification failed: Please check your code and try again.'),
      )
      expect((await owner().query('select attempts from sign_in_codes where email = $1', [email])).rows[0]).toEqual({
        attempts: 0,
      })
    },
  )

  test('AUTH-04 resend fails within a minute and sends the code after it', async () => {
    const email = await account()
    await call(signIn, '/auth', { email, mode: 'sign-in' })
    expect(await call(code, '/auth/code', { intent: 'resend' })).toMatchObject({
      location: '/auth/code',
      toast: { title: 'Failed to resend', description: 'Please try again later.' },
    })
    await advance(61)
    expect(await call(code, '/auth/code', { intent: 'resend' })).toMatchObject({
      toast: { title: 'Verification code sent' },
    })
    expect((await call(code, '/auth/code')).data).toMatchObject({ email, waitSeconds: 60, live: true })
  })

  test('AUTH-04 a network with thirty wrong codes sees how long to wait, and that the link still works', async () => {
    const email = await account()
    await call(signIn, '/auth', { email, mode: 'sign-in' })
    await owner().query(
      `insert into rate_limit_hits (key, subject, at) select 'wrong-code', $1, app_now() - interval '48 minutes 30 seconds' from generate_series(1, 30)`,
      [`10.8.${networks}.0/24`],
    )
    const { code: right, token } = await mailed(email)
    expect(await call(code, '/auth/code', { code: right })).toMatchObject({
      status: 429,
      data: summaryOf(
        ['Too many wrong codes came from your network. Please wait 12 minutes, or use the link in the same email.'],
        'Verification failed',
      ),
    })
    expect(await call(link, `/auth/link/${token}`, {}, { token })).toMatchObject({
      status: 303,
      toast: { title: 'Email verified' },
    })
  })

  test('AUTH-11a the code page in a browser that did not ask for a code says that the session is missing', async () => {
    for (const form of [null, { code: '123456' }, { intent: 'resend' }]) {
      expect(await call(code, '/auth/code', form as Record<string, string> | null)).toMatchObject({
        location: '/auth',
        toast: { title: 'Authentication Error', description: 'Auth session missing!' },
      })
    }
  })

  test('AUTH-06c staff who verify a code here get no session and go to /owner-login', async () => {
    const answer = await signedIn(await account('admin', complete))
    expect(answer).toMatchObject({ status: 303, location: '/owner-login' })
    expect(jar.has('peach_session')).toBe(false)
  })

  test('AUTH-06a a creator continues with the application, then the fee; a fan with a pass goes to the feed', async () => {
    const creator = await account('creator', { ...complete, username: 'doorcreator' })
    expect((await signedIn(creator)).location).toBe('/onboarding')
    jar = new Map()
    await owner().query(
      `insert into creators (profile_id, verification_status, approved_at) select id, 'approved', app_now() from profiles where email = $1`,
      [creator],
    )
    await advance(61)
    expect((await signedIn(creator)).location).toBe('/creator-subscription')
    jar = new Map()
    const fan = await account('fan', complete)
    await owner().query(
      `insert into user_access (id, user_id, reason) select $1, id, 'test' from profiles where email = $2`,
      [newId(), fan],
    )
    expect((await signedIn(fan)).location).toBe('/unblocked-feed')
  })

  test('AUTH-06b if the status cannot be read, a creator goes to the fee page and a fan to the public feed', async () => {
    await breakDown('select', 'creator_listings')
    await breakDown('select', 'entitlements')
    try {
      expect((await signedIn(await account('creator', { ...complete, username: 'doorcreator2' }))).location).toBe(
        '/creator-subscription',
      )
      jar = new Map()
      expect((await signedIn(await account('fan', complete))).location).toBe('/public-feed')
    } finally {
      await owner().query('grant select on creator_listings, entitlements to peach_app')
    }
  })

  test('AUTH-01 with private sign-in the real answer comes after the code', async () => {
    for (let index = 0; index < 5; index += 1) await call(signIn, '/auth', { email: freshEmail(), mode: 'sign-in' })
    const email = freshEmail()
    expect((await call(signIn, '/auth', { email, mode: 'sign-in' })).location).toBe('/auth/code')
    const answer = await call(code, '/auth/code', { code: (await mailed(email)).code })
    expect(answer).toMatchObject({ location: '/auth?mode=sign-up', toast: { title: 'Account not found' } })
    expect(jar.has('peach_session')).toBe(false)
  })
})

describe('/auth/link', () => {
  test('AUTH-09 opening a link any number of times sets no cookie, starts no session and does not use it up', async () => {
    const email = await account()
    await call(signIn, '/auth', { email, mode: 'sign-in' })
    const { token } = await mailed(email)
    jar = new Map()
    for (let index = 0; index < 5; index += 1) {
      const seen = await call(link, `/auth/link/${token}`, null, { token })
      expect(seen).toMatchObject({ status: 200, cookies: [], data: { link: { sameBrowser: false } } })
      expect(seen.headers.get('cache-control')).toBe('private, no-store')
    }
    expect(
      (
        await owner().query('select 1 from sessions s join profiles p on p.id = s.profile_id where p.email = $1', [
          email,
        ])
      ).rowCount,
    ).toBe(0)
    const used = await call(link, `/auth/link/${token}`, {}, { token })
    expect(used).toMatchObject({ status: 303, location: '/profile-setup', toast: { title: 'Email verified' } })
    expect(jar.has('peach_session')).toBe(true)
  })

  test('AUTH-03 AUTH-11d a used, expired or invented link shows an error and signs no one in', async () => {
    const email = await account()
    await call(signIn, '/auth', { email, mode: 'sign-in' })
    const { token } = await mailed(email)
    await advance(901)
    for (const dead of [token, 'invented', 'x'.repeat(5_000)]) {
      expect(await call(link, '/auth/link/t', null, { token: dead })).toMatchObject({
        status: 410,
        data: { link: null },
      })
      expect(await call(link, '/auth/link/t', {}, { token: dead })).toMatchObject({
        location: '/auth',
        toast: { title: 'Authentication Error' },
      })
    }
    expect(jar.has('peach_session')).toBe(false)
  })
})

describe('/sign-out', () => {
  test('LAYOUT-02b signing out ends the session everywhere at once and shows the message', async () => {
    await signedIn(await account('fan', complete))
    const otherTab = decodeURIComponent(jar.get('peach_session')!)
    const answer = await call(signOut, '/sign-out', {})
    expect(answer).toMatchObject({
      status: 303,
      location: '/',
      toast: { title: 'Signed out', description: "You've been signed out successfully" },
    })
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(jar.has('peach_session')).toBe(false)
    expect(await findPersonBySession(otherTab)).toBeNull()
  })

  test('LAYOUT-02c a failed sign-out shows the message and keeps the session', async () => {
    await signedIn(await account('fan', complete))
    await breakDown('update', 'sessions')
    expect(await call(signOut, '/sign-out', {})).toMatchObject({
      toast: { title: 'Error', description: 'Failed to sign out' },
    })
    expect(jar.has('peach_session')).toBe(true)
  })

  test('LAYOUT-02 a link signs no one out', async () => {
    await signedIn(await account('fan', complete))
    expect((await call(signOut, '/sign-out')).status).toBe(405)
    expect((await call(signIn, '/auth')).location).toBe('/public-feed?expired=true')
  })
})

describe('/profile-setup', () => {
  const typed = {
    display_name: 'Brian O.',
    username: '',
    whatsapp_number: '',
    bio: '',
    'birthday-day': '5',
    'birthday-month': '3',
    'birthday-year': '1999',
  }

  test('SETUP-01d a visitor goes to /auth; a posted profile without a session gets No user logged in', async () => {
    expect((await call(profileSetup, '/profile-setup')).location).toBe('/auth')
    expect(await call(profileSetup, '/profile-setup', typed)).toMatchObject({
      location: '/auth',
      toast: { title: 'Error', description: 'No user logged in' },
    })
  })

  test('AUTH-08c a profile posted after signing out in another tab gets No user logged in', async () => {
    await signedIn(await account())
    const kept = new Map(jar)
    await call(signOut, '/sign-out', {})
    jar = kept
    const answer = await call(profileSetup, '/profile-setup', typed)
    expect(answer).toMatchObject({ toast: { description: 'No user logged in' } })
    expect(jar.has('peach_session')).toBe(false)
  })

  test('SETUP-01c after setup a fan goes to the feed and a creator to the application; later visits lead to the feed', async () => {
    await signedIn(await account())
    expect(await call(profileSetup, '/profile-setup', typed)).toMatchObject({
      status: 303,
      location: '/unblocked-feed',
    })
    expect((await call(profileSetup, '/profile-setup')).location).toBe('/unblocked-feed')
    jar = new Map()
    await signedIn(await account('creator'))
    expect((await call(profileSetup, '/profile-setup', typed)).location).toBe('/onboarding')
  })

  test('SETUP-01 the action chosen before sign-up is carried out after setup', async () => {
    const email = freshEmail()
    await call(signIn, '/auth?mode=sign-up&return=subscribe&creator=amina_k', {
      email,
      mode: 'sign-up',
      user_type: 'fan',
    })
    const arrived = await call(code, '/auth/code', { code: (await mailed(email)).code })
    expect(arrived.location).toBe('/profile-setup?returnTo=%2Fsubscribe%3Fcreator%3Damina_k')
    expect((await call(profileSetup, arrived.location!, typed)).location).toBe('/subscribe?creator=amina_k')
  })

  test('SETUP-01 errors are shown at their fields and everything typed is kept', async () => {
    await signedIn(await account())
    const answer = await call(profileSetup, '/profile-setup', { ...typed, username: 'Admin', 'birthday-year': '2015' })
    expect(answer).toMatchObject({
      status: 400,
      data: {
        errors: {
          fields: {
            username: 'This username is reserved. Choose another one',
            'birthday-day': 'You must be 18 or older',
          },
        },
        values: { displayName: 'Brian O.', username: 'Admin', year: '2015' },
      },
    })
    expect((await call(profileSetup, '/profile-setup?username=Brian_O')).data).toMatchObject({
      availability: { username: 'brian_o', state: 'free' },
    })
  })

  test('SETUP-01e an internal failure shows Failed to complete profile setup and keeps everything', async () => {
    await signedIn(await account())
    await breakDown('update', 'profiles')
    const answer = await call(profileSetup, '/profile-setup', typed)
    expect(answer).toMatchObject({
      status: 503,
      data: {
        ...summaryOf(['Failed to complete profile setup'], 'Error'),
        values: { displayName: 'Brian O.' },
      },
    })
  })
})

describe('the session cookie', () => {
  test('AUTH-08a it is renewed while in use and cleared when invalid; without one nothing is looked up', async () => {
    await signedIn(await account('fan', complete))
    expect((await call(signIn, '/auth')).cookies).toEqual([])
    await advance(301)
    expect((await call(signIn, '/auth')).cookies[0]).toMatch(/^peach_session=.+Max-Age=2592000/)
    jar.set('peach_session', 'invented')
    expect((await call(signIn, '/auth')).cookies[0]).toMatch(/^peach_session=;.*Max-Age=0/)
    const context = new RouterContextProvider()
    const next = vi.fn(async () => new Response('ok'))
    await breakDown('select', 'sessions')
    try {
      await actorMiddleware(
        { request: new Request(ORIGIN), context, params: {}, url: new URL(ORIGIN), pattern: '/' },
        next,
      )
      expect(context.get(actorContext)).toBeNull()
      expect(next).toHaveBeenCalledOnce()
    } finally {
      await owner().query('grant select on sessions to peach_app')
    }
  })
})

describe('/dev/mail', () => {
  test('caught mail is listed newest first in the demo and does not exist elsewhere', async () => {
    const insert = `insert into caught_mails (id, recipient, subject, body_text, body_html, code, link, sent_at) values ($1, 'x@mail.example', $2, 't', 'h', '123456', 'l', app_now() + $3::interval)`
    await owner().query(insert, [newId(), 'older', '0'])
    await owner().query(insert, [newId(), 'newer', '1 second'])
    const loader = mailJson.loader as (args: object) => Promise<Response>
    const list = (await (
      await loader({ url: new URL(`${ORIGIN}/dev/mail.json?to=X@mail.example`) })
    ).json()) as object[]
    expect(list).toMatchObject([
      { to: 'x@mail.example', subject: 'newer', text: 't', html: 'h', code: '123456', link: 'l' },
      { subject: 'older' },
    ])
    expect(Object.keys(list[0]!).sort()).toEqual(['code', 'html', 'link', 'sentAt', 'subject', 'text', 'to'])
    const demo = config()
    useConfig({ ...demo, demo: false })
    try {
      expect((await call(mailJson, '/dev/mail.json')).status).toBe(404)
      expect((await call(mailPage, '/dev/mail')).status).toBe(404)
    } finally {
      useConfig(demo)
    }
  })
})
