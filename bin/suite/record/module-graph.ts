import { posix } from 'node:path'

/** The files of a project by their path from its root, and the text of one of them. */
export type Sources = { paths: ReadonlySet<string>; textOf: (path: string) => string }

const CODE = /\.(?:ts|tsx|css)$/
const TEST = /\.(?:test|spec)\.ts$/
const TYPES_ONLY = /\b(?:import|export)\s+type\b[^;'"]*?\bfrom\s*'[^']*'/g
/** A quoted text without spaces: an import, or a file that is read or started by its path. */
const QUOTED = /(['"`])([^'"`\s${}()]{2,200})\1/g
const JOINED = /\b(?:join|resolve)\(([^()]*)\)/g
const SHEET_URLS = /(?:@import\s+|url\()\s*['"]?([^'")\s]+)/g

/**
 * The files of the project that a file names: what it imports, and what it reads or starts by a path. Rather one too many than one too few:
 * every quoted text that is a file's path counts, from its own folder or from the root. Imports of types alone don't, nor do other tests.
 */
export function namesIn(path: string, sources: Sources): string[] {
  if (!CODE.test(path)) return []
  const text = sources.textOf(path).replace(TYPES_ONLY, '')
  const quoted = [...text.matchAll(QUOTED)].map(([, , name]) => name!)
  if (path.endsWith('.css')) quoted.push(...[...text.matchAll(SHEET_URLS)].map(([, name]) => name!))
  const joined = [...text.matchAll(JOINED)].flatMap(([, parts]) =>
    filesBelow([...parts!.matchAll(QUOTED)].map(([, , part]) => part!).join('/'), path, sources.paths),
  )
  const named = new Set([...quoted.flatMap((name) => fileOf(name, path, sources.paths)), ...joined])
  return [...named].filter((name) => name !== path && !TEST.test(name))
}

function fileOf(quoted: string, from: string, paths: Sources['paths']): string[] {
  const wanted = quoted.replace(/^#/, '').replace(/\?.*$/, '')
  const beside = posix.join(posix.dirname(from), wanted)
  return [posix.normalize(wanted), beside].filter((path) => paths.has(path)).slice(0, 1)
}

/** The files that a joined path means: one, or those of a folder. A path that only climbs is a place, and no file. */
function filesBelow(joined: string, from: string, paths: Sources['paths']): string[] {
  if (/^(?:\.\.\/?)*$/.test(joined)) return []
  const ways = [posix.normalize(joined.replace(/^(?:\.\.\/)+/, '')), posix.join(posix.dirname(from), joined)]
  for (const path of ways) {
    if (paths.has(path)) return [path]
    const below = [...paths].filter((one) => one.startsWith(`${path.replace(/\/$/, '')}/`))
    if (below.length > 0) return below
  }
  return []
}

/** The files themselves and all that they name, and so on. Of those in `alone` only the file counts, not what it names. */
export function closureOf(
  roots: readonly string[],
  sources: Sources,
  alone: ReadonlySet<string> = new Set(),
): Set<string> {
  const seen = new Set(roots)
  const waiting = [...roots]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (alone.has(path)) continue
    for (const name of namesIn(path, sources))
      if (!seen.has(name)) {
        seen.add(name)
        waiting.push(name)
      }
  }
  return seen
}
