import { beforeAll, describe, expect, test } from 'vitest'
import { currentVersion, EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { startSourceApp } from './authorization/source-app.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
let app: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  app = await startSourceApp()
}, 120_000)

type State = {
  type: 'fan' | 'creator' | 'admin' | 'owner'
  complete?: boolean
  /** Has begun the creators' wizard. */
  applies?: boolean
  username?: boolean
  /** Days of a fan's access, or of a creator's paid time; none for never. */
  days?: number
  verification?: 'draft' | 'in_review' | 'approved' | 'rejected'
  withdraw?: string
}

/** A person in this state with a session, who opens an address. Returns where they are redirected, with their own name as *. */
async function led(state: State, path = '/auth'): Promise<string> {
  const id = newId()
  const name = `w_${id.slice(-12)}`
  const run = (text: string, values: unknown[] = []) => owner().query(text, values)
  await run(
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, birthday)
     values ($1, $2, app_now(), 'W', $3, $4, $5, '1990-01-01')`,
    [id, `${name}@ways.example`, state.username === false ? null : name, state.type, state.complete ?? true],
  )
  for (const document of EVERYBODY_AGREES)
    await run(`insert into consents (id, profile_id, document, version, occasion) values ($1, $2, $3, $4, 'sign_up')`, [
      newId(),
      id,
      document,
      currentVersion(document).version,
    ])
  if (state.type === 'fan' && state.days !== undefined)
    await run(
      `insert into user_access (id, user_id, reason, expires_at) values ($1, $2, 'test', app_now() + make_interval(days => $3))`,
      [newId(), id, state.days],
    )
  if (state.applies)
    await run(`insert into creator_applications (id, profile_id, state) values ($1, $2, 'draft')`, [newId(), id])
  if (state.type === 'creator') {
    const verification = state.verification ?? 'approved'
    await run(`insert into creators (profile_id, verification_status, approved_at) values ($1, $2, $3)`, [
      id,
      verification,
      verification === 'approved' ? new Date() : null,
    ])
    if (state.days !== undefined)
      await run(
        `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
         values ($1, $2, 'grant', $1, app_now() - interval '30 days', app_now() + make_interval(days => $3))`,
        [newId(), id, state.days],
      )
  }
  const token = randomToken()
  const kind = { fan: 'member', creator: 'member', admin: 'staff', owner: 'owner' }[state.type]
  if (state.type === 'admin') await enlistStaff(run, id, 'support')
  await run(
    `insert into sessions (id, token_hash, profile_id, expires_at, kind) values ($1, $2, $3, app_now() + interval '1 hour', $4)`,
    [newId(), keyedHash('token', token), id, kind],
  )
  if (state.withdraw) await run(`revoke select on ${state.withdraw} from peach_app`)
  try {
    const answer = await app(path, { headers: { cookie: `peach_session=${token}` }, redirect: 'manual' })
    return (answer.headers.get('location') ?? String(answer.status)).replaceAll(name, '*')
  } finally {
    if (state.withdraw) await run(`grant select on ${state.withdraw} to peach_app`)
  }
}

describe('AUTH-06 signed-in people are redirected to their page', () => {
  test.each<[string, State, string]>([
    ['a fan with an incomplete profile', { type: 'fan', complete: false }, '/profile-setup'],
    ['a creator with an incomplete profile', { type: 'creator', complete: false }, '/profile-setup'],
    ['a fan who has begun to become a creator', { type: 'fan', complete: false, applies: true }, '/onboarding'],
    [
      'a fan who has begun, and whose application can’t be looked up',
      { type: 'fan', complete: false, applies: true, withdraw: 'creator_applications' },
      '/profile-setup',
    ],
    ['a fan with access', { type: 'fan', days: 5 }, '/unblocked-feed'],
    ['a fan without access', { type: 'fan' }, '/public-feed?expired=true'],
    ['a fan whose access ended', { type: 'fan', days: -1 }, '/public-feed?expired=true'],
    ['a fan whose access can’t be looked up', { type: 'fan', days: 5, withdraw: 'entitlements' }, '/public-feed'],
    ['a visible creator', { type: 'creator', days: 5 }, '/dashboard'],
    ['a creator whose fee lapsed', { type: 'creator', days: -1 }, '/creator-subscription'],
    ['an approved creator who never paid', { type: 'creator' }, '/creator-subscription'],
    [
      'a creator whose state can’t be looked up',
      { type: 'creator', days: 5, withdraw: 'creators' },
      '/creator-subscription',
    ],
    ['a creator who hasn’t sent the application', { type: 'creator', verification: 'draft' }, '/onboarding'],
    ['a creator in review', { type: 'creator', verification: 'in_review' }, '/dashboard'],
    ['staff', { type: 'admin' }, '/owner-login'],
    ['the owner', { type: 'owner' }, '/owner-login'],
  ])('AUTH-06 %s', async (_who, state, where) => {
    expect(await led(state)).toBe(where)
  })
})

test('AUTH-06 who began the creators’ wizard resumes it from there or from nowhere, and deep links lead where they say', async () => {
  const begun: State = { type: 'fan', complete: false, applies: true }
  expect(await led(begun, '/auth?returnTo=%2Fonboarding%2Fprofile')).toBe('/onboarding')
  expect(await led({ ...begun, complete: true }, '/auth?returnTo=%2Fonboarding%2Fprofile')).toBe('/onboarding')
  expect(await led(begun, '/onboarding')).toBe('/onboarding/profile')
  expect(await led(begun, '/onboarding?back=')).toBe('200')
  expect(await led(begun, '/auth?returnTo=%2Fwallet')).toBe('/profile-setup?returnTo=%2Fwallet')
  expect(await led({ ...begun, complete: true }, '/auth?returnTo=%2Fwallet')).toBe('/wallet')
  const not: State = { type: 'fan', complete: false }
  expect(await led(not, '/auth?returnTo=%2Fonboarding%2Fprofile')).toBe('/onboarding/profile')
  expect(await led(not, '/onboarding')).toBe('200')
})

describe('AUTH-07 messages of /auth', () => {
  test.each<[string, State | null, string, string]>([
    ['subscribe-required leads a visitor to the plans', null, '/auth?message=subscribe-required', '/subscribe'],
    ['and a fan', { type: 'fan' }, '/auth?message=subscribe-required', '/subscribe'],
    ['and a creator', { type: 'creator', days: 5 }, '/auth?message=subscribe-required', '/subscribe'],
    ['payment-success stays with a visitor', null, '/auth?message=payment-success', '200'],
    ['and leads a fan with access on', { type: 'fan', days: 5 }, '/auth?message=payment-success', '/unblocked-feed'],
    ['an unknown message is none', null, '/auth?message=%3Cscript%3E', '200'],
  ])('AUTH-07 %s', async (_what, state, path, where) => {
    if (state) return expect(await led(state, path)).toBe(where)
    const answer = await app(path, { redirect: 'manual' })
    expect(answer.headers.get('location') ?? String(answer.status)).toBe(where)
  })
})
