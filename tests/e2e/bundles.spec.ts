import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const ROOT = join(import.meta.dirname, '../..')
/** How a route's policy says who may use it. */
const POLICY = /\bwho:\s*[`'"](?:everybody|signed_in|complete|pass|checked_by_domain|enrolling|machine|staff)\b/

const read = (pattern: string) => globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))

test('ROLE-01 no script that browsers load contains the policy of a route; the server’s has them', () => {
  const scripts = read('build/client/assets/*.js')
  expect(scripts.length).toBeGreaterThan(100)
  expect(scripts.filter((text) => POLICY.test(text))).toEqual([])
  expect(read('build/server/index.js').filter((text) => POLICY.test(text))).toHaveLength(1)
})
