import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasPermission, PERMISSIONS, type Permission, type StaffRole } from './roles.ts'

const ROLES: readonly StaffRole[] = ['content-moderator', 'earnings-manager', 'support', 'super-admin', 'owner']

/** The permissions a second time, written by hand from the decisions, never copied from the code. */
const EXPECTED = `
                      moderator  earnings  support  super  owner
overview.view         yes        yes       yes      yes    yes
activity.view         yes        yes       yes      yes    yes
applications.review   yes        -         -        yes    yes
documents.view        yes        -         -        yes    yes
content.review        yes        -         -        yes    yes
creators.suspend      yes        -         -        yes    yes
reports.review        yes        -         yes      yes    yes
reports.view_files    yes        -         -        yes    yes
ledger.view           -          yes       -        yes    yes
payouts.run           -          yes       -        yes    yes
refunds.view          -          yes       yes      yes    yes
refunds.decide        -          yes       -        yes    yes
reconciliation.view   -          yes       -        yes    yes
accounts.view_masked  -          -         yes      yes    yes
refunds.ask           -          -         yes      yes    yes
invites.manage        -          -         -        yes    yes
plans.manage          -          -         -        yes    yes
promo_codes.manage    -          -         -        yes    yes
blocked_media.unblock -          -         -        yes    yes
second_approval.give  -          -         -        yes    yes
settings.change       -          -         -        -      yes
`

const expected = EXPECTED.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/))
  .map(([permission, ...cells]) => ({ permission: permission as Permission, cells }))

test('ROLE-01 the table of permissions equals, cell by cell, the one written by hand', () => {
  const actual = expected.map(({ permission }) => ({
    permission,
    cells: ROLES.map((staffRole) => (hasPermission({ staffRole }, permission) ? 'yes' : '-')),
  }))
  expect(actual).toEqual(expected)
})

test('ROLE-01 no role has a permission that is missing in the table written by hand', () => {
  const listed = new Set(expected.map(({ permission }) => permission))
  const held = Object.values(PERMISSIONS).flatMap((permissions) => [...permissions])
  expect([...new Set(held)].filter((permission) => !listed.has(permission))).toEqual([])
  expect(Object.keys(PERMISSIONS).toSorted()).toEqual(ROLES.toSorted())
})

test('ROLE-01 every permission is checked by a route or by a command', () => {
  const asked = new Set<string>()
  const app = join(import.meta.dirname, '..', '..')
  for (const file of globSync('{domain,web}/**/*.{ts,tsx}', { cwd: app }).filter((name) => !name.endsWith('.test.ts')))
    for (const [, policy, checked] of readFileSync(join(app, file), 'utf8').matchAll(
      /'staff:([a-z_.]+)'|(?:hasPermission|staffPage|staffForm)\([^()]*?, '([a-z_.]+)'\)/g,
    ))
      asked.add((policy ?? checked)!)
  const declared = readFileSync(join(import.meta.dirname, 'roles.ts'), 'utf8').matchAll(/^ {2}\| '([a-z_.]+)'$/gm)
  const permissions = [...declared].map((match) => match[1]!)
  expect(permissions.toSorted()).toEqual(expected.map(({ permission }) => permission).toSorted())
  expect(permissions.filter((permission) => !asked.has(permission))).toEqual([])
})

test('ROLE-01 a person who is not staff has no permission', () => {
  for (const { permission } of expected) {
    expect(hasPermission(null, permission)).toBe(false)
    expect(hasPermission({ staffRole: null }, permission)).toBe(false)
  }
})
