import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Breaches planted in a toy house: the rule that must name each, the file that commits it, and what it imports. */
const BREACHES: [rule: string, from: string, to: string][] = [
  ['downhill-platform', 'app/platform/a.server.ts', 'app/domain/money/money.ts'],
  ['downhill-gateways', 'app/gateways/mailer/a.server.ts', 'app/domain/purchases/b.server.ts'],
  ['downhill-domain', 'app/domain/ledger/c.server.ts', 'app/web/public/page.ts'],
  ['app-knows-no-server', 'app/web/public/d.ts', 'server/main.ts'],
  ['simulator-stands-alone', 'simulator/e.ts', 'app/platform/id.ts'],
  ['nobody-tells-simulator-from-gateway', 'app/gateways/flutterwave/f.server.ts', 'simulator/server.ts'],
  ['ui-knows-no-nouns', 'app/ui/g.ts', 'app/domain/money/money.ts'],
  ['pure-stays-pure', 'app/domain/posts/h.ts', 'app/platform/db.server.ts'],
  ['floors-ground', 'app/domain/money/i.server.ts', 'app/domain/payments/j.server.ts'],
  ['floors-shared', 'app/domain/payments/k.server.ts', 'app/domain/purchases/b.server.ts'],
  ['floors-products', 'app/domain/posts/l.server.ts', 'app/domain/purchases/b.server.ts'],
  ['floors-across', 'app/domain/purchases/v.server.ts', 'app/domain/refunds/w.server.ts'],
  ['neighbours-do-not-call', 'app/domain/creators/m.server.ts', 'app/domain/posts/n.server.ts'],
  ['every-room-stands-on-a-floor', 'app/web/public/o.ts', 'app/domain/nowhere/p.ts'],
  ['front-door-only-web', 'app/web/public/q.ts', 'app/domain/ledger/internal/r.server.ts'],
  ['front-door-only-rooms', 'app/domain/purchases/s.server.ts', 'app/domain/ledger/internal/r.server.ts'],
  ['no-sql-in-web', 'app/web/public/t.ts', 'app/platform/db.server.ts'],
  ['areas-do-not-mix', 'app/web/fan/u.ts', 'app/web/public/page.ts'],
]

let house: string

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'peach-house-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    writeFileSync(join(house, file), text)
  }
  for (const [, , to] of BREACHES) write(to, 'export const thing = 1\n')
  for (const [, from, to] of BREACHES) {
    const up = '../'.repeat(from.split('/').length - 1)
    write(from, `import { thing } from '${up}${to}'\nexport const other = thing\n`)
  }
  write('app/domain/settings/x.ts', `import { y } from './y.ts'\nexport const x = y\n`)
  write('app/domain/settings/y.ts', `import { x } from './x.ts'\nexport const y = x\n`)
  write('tsconfig.json', '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}')
  write('package.json', '{"type":"module"}')
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'))
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('the directions of the house', () => {
  test('each planted breach is named by its rule, so a silent checker would be noticed', () => {
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
        { cwd: house, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      )
    } catch (error) {
      output = (error as { stdout: string }).stdout
    }
    const { summary } = JSON.parse(output) as {
      summary: { violations: { rule: { name: string }; from: string; to: string }[] }
    }
    const named = new Set(summary.violations.map((breach) => `${breach.rule.name} ${breach.from}`))
    for (const [rule, from] of BREACHES) expect(named, `${rule} in ${from}`).toContain(`${rule} ${from}`)
    expect([...named].some((name) => name.startsWith('no-cycles '))).toBe(true)
  })
})
