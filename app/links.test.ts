import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { to } from './links.ts'
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
}

/** Every link with its address; a parameter stands as its place in the call, `id1`. */
function addressesOf(some: Links, group = ''): [string, string][] {
  return Object.entries(some).flatMap(([name, link]): [string, string][] => {
    if (typeof link === 'object') return addressesOf(link, `${group}${name}.`)
    const path = group + name
    return [[path, typeof link === 'string' ? link : link(...(LISTED[path] ?? ['id1', 'id2']))]]
  })
}
const addresses = addressesOf(to as unknown as Links)

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

test('a parameter cannot leave its place', () => {
  expect(to.unlock('../x?y#z')).toBe('/posts/..%2Fx%3Fy%23z/unlock')
})
