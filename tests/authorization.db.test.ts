import { beforeAll, describe, expect, test, vi } from 'vitest'
import { PERMISSIONS, type Permission, type StaffRole } from '#app/domain/identity/roles.ts'
import type * as Guards from '#app/web/middleware/actor.server.ts'
import type * as MediaPolicy from '#app/domain/media/policy.ts'
import type * as Gate from '#app/web/premium-gate.server.ts'
import type * as BuyingPolicy from '#app/domain/purchases/policy.ts'
import { gateOf, type Methods, type Policy, ROUTE_POLICIES, whoOf } from '#app/web/route-policies.ts'
import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { patternOf, readRows, type Row, told, turnsRed, uncovered, walk } from './authorization/matrix.ts'
import { failures, startSourceApp } from './authorization/source-app.ts'
import { makeWorld, type World } from './authorization/world.ts'
import { useDatabase } from './support/database.ts'

/** The checks that a test has dropped: each answers as if everybody might. */
const dropped = vi.hoisted(() => new Set<string>())

vi.mock('#app/web/middleware/actor.server.ts', async (original) => {
  const real = await original<typeof Guards>()
  const orReal = (name: 'requirePerson' | 'requireCompletePerson' | 'requireStaff') => {
    const guard = real[name] as (context: Parameters<typeof real.requirePerson>[0], more: never) => unknown
    return (context: Parameters<typeof real.requirePerson>[0], more: never) =>
      dropped.has('guards') ? context.get(actorContext) : guard(context, more)
  }
  return {
    ...real,
    requirePerson: orReal('requirePerson'),
    requireCompletePerson: orReal('requireCompletePerson'),
    requireStaff: orReal('requireStaff'),
  }
})
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
vi.mock('#app/web/premium-gate.server.ts', async (original) => {
  const real = await original<typeof Gate>()
  return {
    ...real,
    requirePass: (actor: Parameters<typeof real.requirePass>[0]) =>
      dropped.has('requirePass') && actor ? Promise.resolve({ person: actor, endsAt: null }) : real.requirePass(actor),
  }
})
vi.mock('#app/domain/purchases/policy.ts', async (original) => {
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
let world: World
let ask: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  // Nobody answers there: what would ask the gateway stands in tests of its own.
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
const patterns = Object.keys(ROUTE_POLICIES)
const rowsOf = (pattern: string, method: string) =>
  rows.filter(
    (row) => patternOf(row.path, patterns) === pattern && (row.method === 'HEAD' ? 'GET' : row.method) === method,
  )
/** The rows of the dashboard whose address asks for this right, before those that don't. */
const rowsAbout = (policy: string) => {
  const asks = (row: Row) => {
    const methods = ROUTE_POLICIES[patternOf(row.path, patterns)]
    const own = methods?.[(row.method === 'HEAD' ? 'GET' : row.method) as keyof Methods]
    return own !== undefined && whoOf(own) === policy
  }
  const dashboard = rows.filter((row) => row.path.startsWith('/admin'))
  return [...dashboard.filter(asks), ...dashboard.filter((row) => !asks(row))]
}

describe('the authorization matrix', () => {
  test('ROLE-01 every address and method of the route table stands in the file of expected answers', () => {
    expect(uncovered(rows, ROUTE_POLICIES)).toEqual([])
  })

  test('ROLE-01 every role gets the expected answer at every address', { timeout: 120_000 }, async () => {
    expect(told(await walk(rows, world, ask, ORIGIN))).toEqual([])
    expect(failures).toEqual([])
  })
})

describe('a planted hole turns the matrix red', () => {
  const mechanical = Object.entries(ROUTE_POLICIES).flatMap(([pattern, methods]) =>
    (Object.entries(methods) as [keyof Methods, Policy][])
      .filter(([, policy]) => gateOf(policy) === null && !['everybody', 'demo'].includes(whoOf(policy)))
      .map(([method, policy]) => ({ pattern, method, policy: whoOf(policy) })),
  )

  test.each(mechanical)('ROLE-01 $method $pattern opened to everybody', async ({ pattern, method }) => {
    await withPolicy(pattern, method, 'everybody', async () => {
      dropped.add('guards')
      expect(await isRed(rowsOf(pattern, method))).toBe(true)
    })
  })

  test.each(mechanical)('ROLE-01 $method $pattern closed to the wrong ones', async ({ pattern, method, policy }) => {
    const wrong = policy.startsWith('staff') || policy === 'enrolling' ? 'member' : 'staff'
    await withPolicy(pattern, method, wrong, async () => {
      expect(await isRed(rowsOf(pattern, method))).toBe(true)
    })
  })

  test('ROLE-01 an address that lost its policy', async () => {
    for (const pattern of ['/profile', '/admin/invites', '/terms']) {
      const methods = ROUTE_POLICIES[pattern]!
      const table = ROUTE_POLICIES as Record<string, Methods>
      delete table[pattern]
      try {
        expect(await isRed(rows.filter((row) => row.path === pattern))).toBe(true)
      } finally {
        table[pattern] = methods
      }
    }
  })

  test.each([
    ['canViewMedia', '/media/:mediaId/:rendition', 'GET'],
    ['canViewPreview', '/media/:mediaId/:rendition', 'GET'],
    ['requirePass', '/unblocked-feed', 'GET'],
    ['requirePass', '/gal/:creatorId', 'GET'],
    ['canBuyUnlock', '/posts/:postId/unlock', 'GET'],
  ])('ROLE-01 %s is dropped at %s', async (check, pattern, method) => {
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
})

async function withPolicy(pattern: string, method: keyof Methods, policy: Policy, run: () => Promise<void>) {
  const methods = ROUTE_POLICIES[pattern] as Methods
  const before = methods[method]!
  // Several addresses share one object of methods; only this one is changed.
  const table = ROUTE_POLICIES as Record<string, Methods>
  table[pattern] = { ...methods, [method]: policy }
  try {
    await run()
  } finally {
    table[pattern] = { ...methods, [method]: before }
    dropped.clear()
  }
}
