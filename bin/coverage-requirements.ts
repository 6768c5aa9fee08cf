/**
 * `npm run coverage:requirements`: lists every requirement with the tests that have its id in their titles, and those without. A
 * requirement with several clauses is counted by them (docs/requirement-clauses.tsv): a title with its bare id counts for none of them. `--
 * --write` puts those without a test into the README's roadmap.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRequirements, roadmapOf, withRoadmap } from './requirements.ts'
import { ROOT } from './run.ts'

const { requirements, parts } = readRequirements()
for (const { id, bearers } of parts)
  for (const bearer of bearers)
    console.log(`${id}\t${bearer.counts ? 'counts' : 'pure'}\t${bearer.file}\t${bearer.title}`)

const proven = parts.filter((part) => part.proven)
const whole = requirements.filter(({ id }) => parts.every((part) => part.requirement !== id || part.proven))
console.log(
  `\n${whole.length} of ${requirements.length} requirements are proven whole, by a test on the real database or the built server.`,
)
console.log(`${proven.length} of ${parts.length} clauses (a requirement without clauses is one). Without:`)
for (const { id, text, bearers, proven } of parts)
  if (!proven) console.log(`${id}\t${bearers.length > 0 ? 'pure tests only\t' : ''}${text}`)

if (process.argv.includes('--write')) {
  const readme = join(ROOT, 'README.md')
  writeFileSync(readme, withRoadmap(readFileSync(readme, 'utf8'), roadmapOf(parts)))
}
