/**
 * `npm run coverage:requirements`: every id of docs/requirements.tsv with the tests whose titles bear it, and which have none. An id counts as covered by
 * a test on the real database (`*.db.test.ts`) or through the built server (tests/e2e); a pure test alone is listed but doesn't count.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

type Bearer = { file: string; title: string; counts: boolean }

const ids = readFileSync(join(ROOT, 'docs', 'requirements.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t')[0]!)
const bearers = new Map<string, Bearer[]>(ids.map((id) => [id, []]))
const TITLE =
  /\b(?:test|it)(?:\.(?:each|for|concurrent|sequential)\b(?:\([\s\S]*?\))?)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

for (const file of globSync('{app,server,demo,simulator,bin,tests}/**/*.{test,spec}.ts', { cwd: ROOT })) {
  const counts = file.endsWith('.db.test.ts') || file.startsWith('tests/e2e/')
  for (const match of readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)) {
    const title = match[2]!
    for (const id of title.match(/\b[A-Z]+(?:-[A-Z])?-\d{2}\b/g) ?? []) bearers.get(id)?.push({ file, title, counts })
  }
}

let covered = 0
const bare: string[] = []
for (const [id, list] of bearers) {
  if (list.some((bearer) => bearer.counts)) covered += 1
  else bare.push(list.length > 0 ? `${id} (pure tests only)` : id)
  for (const bearer of list) console.log(`${id}\t${bearer.counts ? 'counts' : 'pure'}\t${bearer.file}\t${bearer.title}`)
}
console.log(
  `\n${covered} of ${ids.length} requirements are covered by a test on the real database or the built server.`,
)
console.log(`Without: ${bare.join(', ')}`)
