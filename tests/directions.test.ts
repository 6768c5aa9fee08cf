import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cruised, findModuleCycles } from '../bin/module-cycles.ts'

const ROOT = join(import.meta.dirname, '..')

/** Violations planted in a small project: the rule that must name each, the file that contains it, and what it imports. */
const BREACHES: [rule: string, from: string, to: string][] = [
  ['downhill-platform', 'app/platform/a.server.ts', 'app/domain/money/money.ts'],
  ['downhill-gateways', 'app/gateways/mailer/a.server.ts', 'app/domain/purchases/b.server.ts'],
  ['downhill-domain', 'app/domain/ledger/c.server.ts', 'app/web/public/page.ts'],
  ['app-imports-no-server', 'app/web/public/d.ts', 'server/main.ts'],
  ['simulator-is-separate', 'simulator/e.ts', 'app/platform/id.ts'],
  ['simulator-is-not-special', 'app/gateways/flutterwave/f.server.ts', 'simulator/server.ts'],
  ['ui-imports-no-modules', 'app/ui/g.ts', 'app/domain/money/money.ts'],
  ['pure-stays-pure', 'app/domain/posts/h.ts', 'app/platform/db.server.ts'],
  ['layer-base', 'app/domain/money/i.server.ts', 'app/domain/payments/j.server.ts'],
  ['layer-shared', 'app/domain/payments/k.server.ts', 'app/domain/purchases/b.server.ts'],
  ['layer-products', 'app/domain/posts/l.server.ts', 'app/domain/purchases/b.server.ts'],
  ['layer-across', 'app/domain/purchases/v.server.ts', 'app/domain/refunds/w.server.ts'],
  ['neighbours-do-not-call', 'app/domain/creators/m.server.ts', 'app/domain/posts/n.server.ts'],
  ['every-module-has-a-layer', 'app/web/public/o.ts', 'app/domain/nowhere/p.ts'],
  ['internals-closed-to-web', 'app/web/public/q.ts', 'app/domain/ledger/internal/r.server.ts'],
  ['internals-closed-to-modules', 'app/domain/purchases/s.server.ts', 'app/domain/ledger/internal/r.server.ts'],
  ['no-sql-in-web', 'app/web/public/t.ts', 'app/platform/db.server.ts'],
  ['areas-do-not-mix', 'app/web/fan/u.ts', 'app/web/public/page.ts'],
]

let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'peach-project-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  for (const [, , to] of BREACHES) write(to, 'export const thing = 1\n')
  for (const [, from, to] of BREACHES) {
    const up = '../'.repeat(from.split('/').length - 1)
    write(from, `import { thing } from '${up}${to}'\nexport const other = thing\n`)
  }
  write('app/domain/settings/x.ts', `import { y } from './y.ts'\nexport const x = y\n`)
  write('app/domain/settings/y.ts', `import { x } from './x.ts'\nexport const y = x\n`)
  // Between modules, without a cycle of files; and one of three modules, one step of which is a type.
  write('app/domain/media/z1.ts', `import { thing } from '../uploads/z2.ts'\nexport const other = thing\n`)
  write('app/domain/uploads/z2.ts', `export const thing = 1\n`)
  write('app/domain/uploads/z3.ts', `import { thing } from '../media/z4.ts'\nexport const other = thing\n`)
  write('app/domain/media/z4.ts', `export const thing = 1\n`)
  write('app/domain/activity/z5.ts', `import type { Thing } from '../consents/z6.ts'\nexport type Other = Thing\n`)
  write('app/domain/consents/z6.ts', `export type Thing = 1\n`)
  write(
    'app/domain/consents/internal/z7.ts',
    `import { thing } from '../../identity/z8.ts'\nexport const other = thing\n`,
  )
  write('app/domain/identity/z8.ts', `export const thing = 1\n`)
  write('app/domain/identity/z9.ts', `import { thing } from '../activity/z10.ts'\nexport const other = thing\n`)
  write('app/domain/activity/z10.ts', `export const thing = 1\n`)
  write('tsconfig.json', '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}')
  write('package.json', '{"type":"module"}')
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the directions between modules', () => {
  test('each planted violation is reported by its rule, so a checker that reads nothing is noticed', () => {
    let output = ''
    try {
      const args = [
        'app',
        'server',
        'simulator',
        '--config',
        join(ROOT, '.dependency-cruiser.cjs'),
        '--output-type',
        'json',
      ]
      output = execFileSync(
        process.execPath,
        [join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'), ...args],
        { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      )
    } catch (error) {
      output = (error as { stdout: string }).stdout
    }
    const { modules, summary } = JSON.parse(output) as {
      modules: Cruised[]
      summary: { violations: { rule: { name: string }; from: string; to: string }[] }
    }
    const named = new Set(summary.violations.map((breach) => `${breach.rule.name} ${breach.from}`))
    for (const [rule, from] of BREACHES) expect(named, `${rule} in ${from}`).toContain(`${rule} ${from}`)
    expect([...named].some((name) => name.startsWith('no-cycles '))).toBe(true)
    expect(findModuleCycles(modules)).toEqual([
      'activity -> consents -> identity -> activity (app/domain/activity/z5.ts, app/domain/consents/internal/z7.ts, app/domain/identity/z9.ts)',
      'media -> uploads -> media (app/domain/media/z1.ts, app/domain/uploads/z3.ts)',
    ])
  })
})
