import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { toAdmin } from './admin-links.ts'
import { toDashboard } from './dashboard-links.ts'
import { to, withQuery } from './links.ts'
import routes from './routes.ts'

type Links = { readonly [name: string]: string | ((...of: string[]) => string) | Links }

/** Calls with a parameter from a list. */
const LISTED: Readonly<Record<string, string[]>> = {
  legal: ['terms'],
  'admin.refundDecision': ['id1', 'approval'],
  'admin.chargebackDecision': ['id1', 'contest'],
  'admin.applicationDecision': ['id1', 'approval'],
  'admin.correctionDecision': ['id1', 'approval'],
  'admin.differenceDecision': ['id1', 'settlement'],
  'admin.payoutDecision': ['id1', 'approval'],
  'admin.payoutAccountDecision': ['id1', 'acceptance'],
  'admin.inviteDecision': ['id1', 'deletion'],
  'admin.teamDecision': ['id1', 'role'],
  'admin.planFeature': ['id1', 'text'],
  'admin.securityDecision': ['app-key'],
  enrolmentDecision: ['app-key'],
  'dashboardPages.ownPostChange': ['id1', 'pin'],
  browseAs: ['fan'],
  chatDecision: ['id1', 'block'],
  'dashboardPages.namePerson': ['id1', 'link'],
  'dashboardPages.namedPerson': ['id1', 'id2', 'removal'],
  'admin.contentDecision': ['id1', 'approval'],
  'admin.reportDecision': ['id1', 'removal'],
  requestDecision: ['id1', 'price'],
  'dashboardPages.receivedRequestDecision': ['id1', 'refusal'],
}

/** Every link with its address; a parameter stands as its place in the call, `id1`. */
function addressesOf(some: Links, group = ''): [string, string][] {
  return Object.entries(some).flatMap(([name, link]): [string, string][] => {
    if (typeof link === 'object') return addressesOf(link, `${group}${name}.`)
    const path = group + name
    return [[path, typeof link === 'string' ? link : link(...(LISTED[path] ?? ['id1', 'id2']))]]
  })
}
const addresses = addressesOf({ ...to, dashboardPages: toDashboard, admin: toAdmin } as unknown as Links)

const routeOf = (address: string) =>
  matchRoutes(routes as RouteObject[], address)
    ?.map(({ route }) => route.path)
    .filter(Boolean)
    .join('/')

test('every address that the product makes', () => {
  expect(addresses.map(([name, address]) => `${name} ${address}`).join('\n')).toMatchSnapshot()
})

test('every address belongs to a route', () => {
  const own = addresses.filter(([name]) => name !== 'creator')
  expect(own.length).toBeGreaterThan(100)
  // What no other route takes is a username, or nothing.
  expect(own.filter(([, address]) => [undefined, ':username', '*'].includes(routeOf(address)))).toEqual([])
  expect(routeOf(to.creator('amina_k'))).toBe(':username')
})

const sourceOf = (pattern: string) =>
  globSync(pattern, { cwd: join(import.meta.dirname, '..') }).map((file) =>
    readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
  )

test('every page that a legal document links to is there', () => {
  const linked = sourceOf('app/web/public/legal/documents/*.md').flatMap((text) =>
    [...text.matchAll(/\]\((\/[^)#]*)/g)].map(([, address]) => address!),
  )
  expect(linked.length).toBeGreaterThan(10)
  expect(linked.filter((address) => [undefined, ':username', '*'].includes(routeOf(address)))).toEqual([])
})

test('what the front of the server knows of our addresses is in the route table', () => {
  const known = sourceOf('server/*.ts').flatMap((text) =>
    [...text.matchAll(/\bpath(?:\.startsWith\(| === )'(\/[a-z][a-z/]*)'/g)].map(([, start]) => start!),
  )
  expect(known).toEqual(expect.arrayContaining(['/uploads/', '/media/', '/webhooks/', '/dev/clock']))
  const files = ['/assets/', '/my/wallet']
  const segments = routes.map(({ path }) => `/${path?.split('/')[0]}/`)
  expect(known.filter((start) => !files.includes(start) && !segments.includes(`/${start.split('/')[1]}/`))).toEqual([])
})

test('a parameter cannot leave its place', () => {
  expect(to.unlock('../x?y#z')).toBe('/posts/..%2Fx%3Fy%23z/unlock')
})

test('a query names what has a value, also an empty text: an opened field that nobody has filled in', () => {
  const query = { promo: '', plan: 'monthly', from: null, pay: undefined, shown: false as const }
  expect(withQuery(to.subscribe, query)).toBe('/subscribe?promo=&plan=monthly')
})
