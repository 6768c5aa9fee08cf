import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

const KEPT = join(ROOT, 'db', 'proven-on.json')

/** Where the database does more than keep rows: functions, locks, triggers, sums. The rest is the same SQL on any version. */
export const ON_BOTH_VERSIONS = [
  'ledger',
  'purchases',
  'wallet',
  'earnings',
  'shares',
  'payouts',
  'refunds',
  'audit',
  'identity',
  'privacy',
].map((noun) => `app/domain/${noun}/`)

/** Changes with everything in `db/` that PostgreSQL reads. */
export function schemaFingerprint(root = ROOT): string {
  const hash = createHash('sha256')
  for (const file of globSync('db/**/*.sql', { cwd: root }).sort())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * Whether the tests held on this version with exactly this schema. A clean checkout has no earlier run to compare with, so the fingerprint
 * of the schema that held is committed: while `db/` differs from it, every `npm test` runs the second version, until `npm run prove`
 * has recorded the new one.
 */
export function heldOn(version: number, kept = KEPT, fingerprint = schemaFingerprint()): boolean {
  return readKept(kept)[version] === fingerprint
}

export function recordHeldOn(version: number, kept = KEPT, fingerprint = schemaFingerprint()): void {
  writeFileSync(kept, `${JSON.stringify({ ...readKept(kept), [version]: fingerprint }, null, 2)}\n`)
}

function readKept(kept: string): Record<string, string> {
  return existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Record<string, string>) : {}
}
