import { expect, test } from 'vitest'
import { sourcePolicies } from '#tests/authorization/source-app.ts'
import { PERMISSIONS } from '#app/domain/identity/roles.ts'
import { type RouteHandle, whoOf } from './route-handle.ts'
import { handleAt, routeComplaints, routeTable, wholePattern } from './route-table.ts'

const open = { audience: 'everyone', policy: { GET: 'everybody' } } satisfies RouteHandle
const staff = { audience: 'staff', policy: { GET: 'staff' } } satisfies RouteHandle
const page = () => null

/** A product of one page with its layout. */
function routesWith(module: object, layout: object = { handle: staff, loader: page }) {
  return {
    root: { id: 'root', path: '', module: {} },
    layout: { id: 'layout', parentId: 'root', path: 'admin', module: layout },
    page: { id: 'page', parentId: 'layout', path: 'page', module },
  }
}

test('ROLE-01 every address has a policy for each method that it serves', async () => {
  const policies = await sourcePolicies()
  expect(Object.keys(policies).length).toBeGreaterThan(100)
  for (const [pattern, methods] of Object.entries(policies)) expect(Object.keys(methods), pattern).not.toEqual([])
})

test('ROLE-01 a route without a policy, or without one for a method that it serves, is reported and stops the start', () => {
  const complaints = (module: object, layout?: object) => routeComplaints(routesWith(module, layout))
  expect(complaints({ handle: staff })).toEqual([])
  expect(complaints({})).toEqual(['/admin/page: page has no policy in its handle'])
  expect(complaints({ handle: { title: 'A page' } })).toEqual(['/admin/page: page has no policy in its handle'])
  expect(complaints({ handle: staff }, { loader: page })).toEqual([
    '/admin: layout has no policy in its handle',
    '/admin/page: layout has no policy in its handle',
  ])
  expect(complaints({ handle: staff, loader: page, action: page })).toEqual([
    '/admin/page: page has an action and no policy for it',
  ])
  expect(complaints({ handle: { ...staff, policy: { GET: 'staff', POST: 'staff' } } })).toEqual([
    '/admin/page: page has a policy for POST and no action',
  ])
  const formOnly = { ...staff, policy: { POST: 'staff' } }
  expect(complaints({ handle: formOnly, action: page })).toEqual([])
  for (const served of ['loader', 'default'])
    expect(complaints({ handle: formOnly, action: page, [served]: page })).toContain(
      '/admin/page: page has no policy for GET',
    )
  expect(complaints({ handle: { ...staff, policy: { GET: 'staff', POST: 'staff' } }, action: page })).toEqual([
    '/admin/page: page has a policy for GET and answers only forms',
  ])
  expect(complaints({ handle: { ...staff, policy: { GET: 'pass' } } })).toEqual([
    '/admin/page: page needs a pass and has no gate',
  ])
  expect(complaints({ handle: staff, default: page })).toEqual([
    '/admin/page: page needs a loader, so that its policy is enforced',
  ])
  expect(() => routeTable(routesWith({}))).toThrow('/admin/page: page has no policy in its handle')
})

test('the policies of the layouts come before the page’s own, and an index route responds instead of its layout', () => {
  const routes = {
    ...routesWith({ handle: open }),
    index: { id: 'index', parentId: 'layout', index: true, module: { handle: open } },
  }
  const table = routeTable(routes)
  expect(table.get('/admin/page')).toEqual([staff, open])
  expect(table.get('/admin')).toEqual([staff, open])
  expect([handleAt(table, '/admin/page'), handleAt(table, '/nowhere'), handleAt(null, '/admin')]).toEqual([
    open,
    null,
    null,
  ])
})

test('ROLE-01 every permission in a policy belongs to a role', async () => {
  const known = new Set(Object.values(PERMISSIONS).flatMap((permissions) => [...permissions] as string[]))
  for (const [pattern, methods] of Object.entries(await sourcePolicies())) {
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
