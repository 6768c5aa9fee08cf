import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

export type Requirement = { id: string; area: string; text: string }
/** A test with an id in its title; it counts on the real database (`*.db.test.ts`) or through the built server (tests/e2e). */
export type Bearer = { file: string; title: string; counts: boolean }
/** What is counted: a clause, or a requirement without clauses. */
export type Part = { id: string; requirement: string; area: string; text: string; bearers: Bearer[]; proven: boolean }

const TITLE =
  /\b(?:test|it|withTools)(?:\.skipIf\([^()\n]*\))?(?:\.(?:each|for|concurrent|sequential)\b(?:\([\s\S]*?\))?)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g
const ID = /\b[A-Z]+(?:-[A-Z])?-\d{2}[a-z]?\b/g

export function readRequirements(): { requirements: Requirement[]; parts: Part[] } {
  const requirements = rowsOf('requirements.tsv').map(([id, area, text]) => ({ id: id!, area: area!, text: text! }))
  const clauses = rowsOf('requirement-clauses.tsv').map(([id, text]) => ({ id: id!, text: text! }))
  return { requirements, parts: partsOf(requirements, clauses, listTitles()) }
}

/** Each requirement's clauses, or itself, with the titles that have exactly that id. Throws if a clause or a title names an unknown id. */
export function partsOf(
  requirements: readonly Requirement[],
  clauses: readonly { id: string; text: string }[],
  titles: readonly Bearer[],
): Part[] {
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const astray = clauses.find(({ id }) => !byId.has(id.slice(0, -1)))
  if (astray) throw new Error(`${astray.id} is a clause of no requirement`)
  const bearers = new Map<string, Bearer[]>()
  for (const bearer of titles)
    for (const id of new Set(bearer.title.match(ID))) bearers.set(id, [...(bearers.get(id) ?? []), bearer])
  const parts = requirements.flatMap(({ id, area, text }) => {
    const own = clauses.filter((clause) => clause.id.slice(0, -1) === id)
    return (own.length > 0 ? own : [{ id, text }]).map((one) => {
      const found = bearers.get(one.id) ?? []
      return { ...one, requirement: id, area, bearers: found, proven: found.some(({ counts }) => counts) }
    })
  })
  const known = new Set([...byId.keys(), ...parts.map(({ id }) => id)])
  for (const [id, [bearer]] of bearers)
    if (/[a-z]$/.test(id) && byId.has(id.slice(0, -1)) && !known.has(id))
      throw new Error(`${bearer!.file}: “${bearer!.title}” names ${id}, which is no clause`)
  return parts
}

/** What no test proves, in plain language, one line per area. */
export function roadmapOf(parts: readonly Part[]): string {
  const areas = new Map<string, Part[]>()
  for (const part of parts) if (!part.proven) areas.set(part.area, [...(areas.get(part.area) ?? []), part])
  return [...areas]
    .map(([area, missing]) => `- **${area}**: ${missing.map(({ id, text }) => `${text} (${id})`).join('; ')}.`)
    .join('\n')
}

const BEGIN = '<!-- written by npm run coverage:requirements -- --write -->'
const END = '<!-- to here -->'

/** The README with this roadmap inserted. */
export function withRoadmap(readme: string, roadmap: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('the README has no place for the roadmap')
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${roadmap}\n\n${readme.slice(end)}`
}

function listTitles(): Bearer[] {
  return globSync('{app,server,demo,simulator,bin,tests}/**/*.{test,spec}.ts', { cwd: ROOT })
    .toSorted()
    .flatMap((file) => {
      const counts = file.endsWith('.db.test.ts') || file.startsWith('tests/e2e/')
      return [...readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)].map((match) => ({
        file,
        title: match[2]!,
        counts,
      }))
    })
}

function rowsOf(name: string): string[][] {
  const rows = readFileSync(join(ROOT, 'docs', name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  return rows.map((row) => row.split('\t'))
}
