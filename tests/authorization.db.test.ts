import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PERMISSIONS, type Permission, type StaffRole } from '#app/domain/identity/roles.ts'
import type * as MediaPolicy from '#app/domain/media/policy.ts'
import type * as Entitlements from '#app/domain/entitlements/queries.server.ts'
import type * as BuyingPolicy from '#app/domain/products/post-unlock/policy.ts'
import { gateOf, type Methods, type Policy, type RouteHandle, whoOf } from '#app/web/route-handle.ts'
import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { patternOf, readRows, type Row, notified, turnsRed, uncovered, walk } from './authorization/matrix.ts'
import { failures, sourcePolicies, sourceRoutes, startSourceApp } from './authorization/source-app.ts'
import { makeWorld, type World } from './authorization/world.ts'
import { currentVersion, EVERYBODY_AGREES } from '#app/domain/consents/documents.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'
import { makePerson } from './support/creators.ts'
import { useDatabase } from './support/database.ts'

/** The checks that a test has removed: each answers as if everybody were allowed. */
const dropped = vi.hoisted(() => new Set<string>())

vi.mock('#app/domain/media/policy.ts', async (original) => {
  const real = await original<typeof MediaPolicy>()
  return {
    ...real,
    canViewMedia: (...facts: Parameters<typeof real.canViewMedia>) =>
      dropped.has('canViewMedia') ? { allowed: true } : real.canViewMedia(...facts),
    canViewPreview: (...facts: Parameters<typeof real.canViewPreview>) =>
      dropped.has('canViewPreview') ? { allowed: true } : real.canViewPreview(...facts),
  }
})
// The gate itself is never replaced, only the checks that it calls: it is the one that reads whose page is requested.
vi.mock('#app/domain/entitlements/queries.server.ts', async (original) => {
  const real = await original<typeof Entitlements>()
  return {
    ...real,
    findPass: (accountId: string) =>
      dropped.has('findPass') ? Promise.resolve({ endsAt: null }) : real.findPass(accountId),
    PASS_OF_SESSION: {
      ...real.PASS_OF_SESSION,
      read: (row: Parameters<typeof real.PASS_OF_SESSION.read>[0]) =>
        dropped.has('findPass') ? { endsAt: null } : real.PASS_OF_SESSION.read(row),
    },
    isEntitledTo: (...asked: Parameters<typeof real.isEntitledTo>) =>
      dropped.has('isEntitledTo') ? Promise.resolve(true) : real.isEntitledTo(...asked),
  }
})
vi.mock('#app/domain/products/post-unlock/policy.ts', async (original) => {
  const real = await original<typeof BuyingPolicy>()
  return {
    ...real,
    canBuyUnlock: (...facts: Parameters<typeof real.canBuyUnlock>) =>
      dropped.has('canBuyUnlock') && facts[0] ? { allowed: true } : real.canBuyUnlock(...facts),
  }
})

const { owner } = useDatabase()
const ORIGIN = 'http://localhost:3000'
const rows = readRows()
const table = (await sourceRoutes()) as Map<string, readonly RouteHandle[]>
const policies = await sourcePolicies()
let world: World
let ask: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  // No gateway answers there: requests that would call it have their own tests.
  useGateway({
    baseUrl: 'http://127.0.0.1:9/v3',
    secretKey: 'k',
    webhookHash: 'the hash of the matrix',
    accountId: '1',
  })
  world = await makeWorld(owner())
  ask = await startSourceApp()
}, 120_000)

const isRed = (some: readonly Row[]) => turnsRed(some, world, ask, ORIGIN)
const patterns = Object.keys(policies)
const rowsOf = (pattern: string, method: string) =>
  rows.filter(
    (row) => patternOf(row.path, patterns) === pattern && (row.method === 'HEAD' ? 'GET' : row.method) === method,
  )
/** The rows of the dashboard whose address needs this right, before those that don't. */
const rowsAbout = (policy: string) => {
  const needs = (row: Row) => {
    const methods = policies[patternOf(row.path, patterns)]
    const own = methods?.[(row.method === 'HEAD' ? 'GET' : row.method) as keyof Methods]
    return own !== undefined && whoOf(own) === policy
  }
  const dashboard = rows.filter((row) => row.path.startsWith('/admin'))
  return [...dashboard.filter(needs), ...dashboard.filter((row) => !needs(row))]
}

describe('the authorization matrix', () => {
  test('ROLE-01a every address and method of the route table is in the file of expected responses', () => {
    expect(uncovered(rows, policies)).toEqual([])
  })

  test('ROLE-01a every role gets the expected response at every address', { timeout: 120_000 }, async () => {
    expect(notified(await walk(rows, world, ask, ORIGIN))).toEqual([])
    expect(failures).toEqual([])
  })
})

describe('the page of a creator for their subscribers', () => {
  test('FEED-08 PROF-09 a subscriber of one creator opens that page, but no other one and not the premium feed', async () => {
    const [theirs, another] = [await world.resolve('creator', 'fan'), await world.resolve('other', 'fan')]
    const cookie = `peach_adult=1; peach_session=${await subscriberOf(theirs)}`
    const answerOf = async (path: string) => {
      const answer = await ask(path, { headers: { cookie } })
      return `${answer.status} ${answer.headers.get('location') ?? ''}`.trim()
    }
    expect({
      theirs: await answerOf(`/gal/${theirs}`),
      another: await answerOf(`/gal/${another}`),
      feed: await answerOf('/unblocked-feed'),
    }).toEqual({ theirs: '200', another: '303 /subscribe', feed: '303 /subscribe' })
  })
})

describe('a planted hole makes the matrix fail', () => {
  const mechanical = Object.entries(policies).flatMap(([pattern, methods]) =>
    (Object.entries(methods) as [keyof Methods, Policy][])
      .filter(
        ([, policy]) =>
          gateOf(policy) === null && !['everybody', 'checked_by_domain', 'machine'].includes(whoOf(policy)),
      )
      .map(([method, policy]) => ({ pattern, method, policy: whoOf(policy) })),
  )

  test.each(mechanical)('ROLE-01 $method $pattern opened to everybody', async ({ pattern, method }) => {
    await withPolicy(pattern, method, 'everybody', async () => {
      expect(await isRed(rowsOf(pattern, method))).toBe(true)
    })
  })

  test.each(mechanical)('ROLE-01 $method $pattern closed to the wrong roles', async ({ pattern, method, policy }) => {
    const wrong = policy.startsWith('staff') || policy === 'enrolling' ? 'complete' : 'staff'
    await withPolicy(pattern, method, wrong, async () => {
      expect(await isRed(rowsOf(pattern, method))).toBe(true)
    })
  })

  test('ROLE-01 an address without its policy', async () => {
    for (const pattern of ['/profile', '/admin/invites', '/terms']) {
      const handles = table.get(pattern)!
      table.delete(pattern)
      try {
        expect(await isRed(rows.filter((row) => row.path === pattern))).toBe(true)
      } finally {
        table.set(pattern, handles)
      }
    }
  })

  test.each([
    ['canViewMedia', '/media/:mediaId/:rendition', 'GET'],
    ['canViewPreview', '/media/:mediaId/:rendition', 'GET'],
    ['findPass', '/unblocked-feed', 'GET'],
    ['findPass', '/gal/:creatorId', 'GET'],
    ['isEntitledTo', '/gal/:creatorId', 'GET'],
    ['canBuyUnlock', '/posts/:postId/unlock', 'GET'],
  ])('ROLE-01 %s is removed at %s', async (check, pattern, method) => {
    dropped.add(check)
    try {
      expect(await isRed(rowsOf(pattern, method))).toBe(true)
    } finally {
      dropped.clear()
    }
  })

  const asked = new Set(mechanical.map(({ policy }) => policy).filter((policy) => policy.startsWith('staff:')))
  const grants = (Object.keys(PERMISSIONS) as StaffRole[]).flatMap((role) =>
    [...asked].map((policy) => ({ role, permission: policy.slice('staff:'.length) as Permission })),
  )

  test.each(grants)('ROLE-01 $permission given to or taken from $role', async ({ role, permission }) => {
    const held = PERMISSIONS[role] as Set<Permission>
    const had = held.has(permission)
    if (had) held.delete(permission)
    else held.add(permission)
    try {
      expect(await isRed(rowsAbout(`staff:${permission}`))).toBe(true)
    } finally {
      if (had) held.add(permission)
      else held.delete(permission)
    }
  })

  /** What opens private bytes: the permissions that the rules of media and of identity documents ask for. */
  const OPENS_BYTES: readonly Permission[] = [
    'applications.review',
    'content.review',
    'documents.view',
    'payouts.run',
    'reports.view_files',
  ]
  const opened = (Object.keys(PERMISSIONS) as StaffRole[]).flatMap((role) =>
    OPENS_BYTES.filter(
      // A reviewer of applications sees every picture that whoever runs payouts sees.
      (permission) => permission !== 'payouts.run' || !PERMISSIONS[role].has('applications.review'),
    ).map((permission) => ({ role, permission })),
  )

  test('ROLE-01 ADMIN-06c every permission that opens bytes is walked, and no other opens any', () => {
    const rules = ['media', 'documents'].map((module) =>
      readFileSync(join(import.meta.dirname, `../app/domain/${module}/policy.ts`), 'utf8'),
    )
    const asked = rules.flatMap((rule) =>
      [...rule.matchAll(/hasPermission\(actor, '([^']+)'\)/g)].map(([, name]) => name),
    )
    expect(new Set(asked)).toEqual(new Set(OPENS_BYTES))
  })

  test.each(opened)('ROLE-01 the bytes that $permission opens given to or taken from $role', async (grant) => {
    const held = PERMISSIONS[grant.role] as Set<Permission>
    const had = held.has(grant.permission)
    if (had) held.delete(grant.permission)
    else held.add(grant.permission)
    const bytes = [...rowsOf('/media/:mediaId/:rendition', 'GET'), ...rowsOf('/documents/:documentId', 'GET')]
    try {
      expect(await isRed(bytes)).toBe(true)
    } finally {
      if (had) held.add(grant.permission)
      else held.delete(grant.permission)
    }
  })
})

/** Replaces one policy; the layouts around the page ask the same. */
async function withPolicy(pattern: string, method: keyof Methods, policy: Policy, run: () => Promise<void>) {
  const handles = table.get(pattern)!
  const changed = handles.map((handle, at) =>
    at === handles.length - 1 ? ([handle, method] as const) : ([handle, 'GET'] as const),
  )
  const before = changed.map(([handle, key]) => handle.policy[key]!)
  for (const [handle, key] of changed) handle.policy[key] = policy
  try {
    await run()
  } finally {
    for (const [at, [handle, key]] of changed.entries()) handle.policy[key] = before[at]!
  }
}

/** A signed-in fan with a running subscription to this one creator. Returns the value of the session's cookie. */
async function subscriberOf(creatorId: string): Promise<string> {
  const fan = await makePerson()
  const [purchaseId, token] = [newId(), randomToken()]
  for (const document of EVERYBODY_AGREES)
    await owner().query(
      `insert into consents (id, profile_id, document, version, occasion) values ($1, $2, $3, $4, 'sign_up')`,
      [newId(), fan.id, document, currentVersion(document).version],
    )
  await owner().query(
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state)
     values ($1, 'creator_subscription', $2, 'A month', $3, $4, $5, 3000000, 'UGX', '{}', $6, '\\x00', 'completed')`,
    [purchaseId, creatorId, fan.id, fan.id, fan.email, purchaseId],
  )
  await owner().query(
    `insert into creator_subscriptions (id, user_id, creator_id, purchase_id, price_minor, starts_at, ends_at)
     values ($1, $2, $3, $4, 3000000, app_now() - interval '1 day', app_now() + interval '29 days')`,
    [newId(), fan.id, creatorId, purchaseId],
  )
  await owner().query(
    `insert into sessions (id, token_hash, profile_id, expires_at, kind) values ($1, $2, $3, app_now() + interval '1 hour', 'member')`,
    [newId(), keyedHash('token', token), fan.id],
  )
  return token
}
