import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '#app/domain/identity/roles.ts'
import routes from '#app/routes.ts'
import { addressesOf, policyComplaints, surplusPolicies, wholePattern } from './policy-coverage.ts'
import { gateOf, ROUTE_POLICIES, SERVER_ADDRESSES, whoOf } from './route-policies.ts'

const addresses = addressesOf(routes)

test('ROLE-01 every address has a policy, and every policy an address', () => {
  expect(policyComplaints(addresses.keys())).toEqual([])
  expect(surplusPolicies(addresses.keys())).toEqual([])
})

test('ROLE-01 reports an address without a policy and a policy without an address', () => {
  expect(policyComplaints([...addresses.keys(), '/new-page'])).toEqual(['/new-page has no policy'])
  expect(surplusPolicies([...addresses.keys()].filter((pattern) => pattern !== '/about'))).toEqual(['/about'])
})

test('ROLE-01 the gate named in a policy is called in the route module', () => {
  for (const [pattern, methods] of Object.entries(ROUTE_POLICIES)) {
    const source = (addresses.get(pattern) ?? [])
      .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
      .join('\n')
    for (const policy of Object.values(methods)) {
      const gate = gateOf(policy)
      if (gate !== null) expect(source, `${pattern} ${gate}`).toMatch(new RegExp(`\\b${gate}\\(`))
    }
  }
})

test('ROLE-01 a method that changes something is listed exactly where a module has an action', () => {
  for (const [pattern, files] of addresses) {
    const source = readFileSync(new URL(`../${files.at(-1)!}`, import.meta.url), 'utf8')
    const events = /export (async )?function action\b|export const action\b/.test(source)
    expect(
      Object.keys(ROUTE_POLICIES[pattern] ?? {}).some((method) => method !== 'GET'),
      pattern,
    ).toBe(events)
  }
})

test('ROLE-01 every permission in a policy belongs to a role, and no policy requires only staff if a permission exists', () => {
  const known = new Set(Object.values(PERMISSIONS).flatMap((permissions) => [...permissions] as string[]))
  for (const [pattern, methods] of Object.entries({ ...ROUTE_POLICIES, ...SERVER_ADDRESSES })) {
    for (const policy of Object.values(methods)) {
      const who = whoOf(policy)
      if (who.startsWith('staff:')) expect(known.has(who.slice('staff:'.length)), `${pattern} ${who}`).toBe(true)
    }
  }
})

test('patterns have one slash before each part and none at the end', () => {
  expect(['', 'a', '/a/', 'a//b', '*', ':username'].map(wholePattern)).toEqual([
    '/',
    '/a',
    '/a',
    '/a/b',
    '/*',
    '/:username',
  ])
})
