import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JOB_ACTORS, JOB_NAMES } from './jobs.ts'

const APP = join(import.meta.dirname, '..')

test('ROLE-01 every job declares with whose right it runs and has a handler', () => {
  const handlers = readFileSync(join(APP, 'jobs.server.ts'), 'utf8')
  for (const name of JOB_NAMES) {
    expect(['system', 'person'], name).toContain(JOB_ACTORS[name])
    expect(handlers, name).toMatch(new RegExp(`\\b${name}:`))
  }
})
