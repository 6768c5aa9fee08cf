import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const ROOT = join(import.meta.dirname, '../..')
/** How a route's policy says who may use it. */
const POLICY = /\bwho:\s*[`'"](?:everybody|signed_in|complete|pass|checked_by_domain|enrolling|machine|staff)\b/

const withPolicies = (files: string[]) => files.filter((file) => POLICY.test(readFileSync(join(ROOT, file), 'utf8')))

test('ROLE-01 no script that browsers load contains the policy of a route; the server’s has them', () => {
  const scripts = globSync('build/client/assets/*.js', { cwd: ROOT })
  expect(scripts.length).toBeGreaterThan(100)
  expect(withPolicies(scripts)).toEqual([])
  expect(withPolicies(['build/server/index.js'])).toHaveLength(1)
})
