import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { closureOf, type Sources } from './module-graph.ts'

const FOLDERS = '{app,bench,bin,db,demo,public,server,simulator,tests}/**/*'
const OF_THE_ROOT = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
  'vitest.config.ts',
]
/** Everything runs on these packages and by these settings. */
const ALWAYS = ['package-lock.json', 'package.json', 'tsconfig.json']

export type Project = Sources & { hashOf: (path: string) => string }

/** The project as it lies in a folder, each file read once. */
export function readProject(root: string): Project {
  const found = globSync(FOLDERS, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const paths = new Set([...found, ...OF_THE_ROOT.filter((path) => existsSync(join(root, path)))])
  const [texts, hashes] = [new Map<string, string>(), new Map<string, string>()]
  const kept = (known: Map<string, string>, path: string, make: () => string): string => {
    let value = known.get(path)
    if (value === undefined) known.set(path, (value = make()))
    return value
  }
  return {
    paths,
    textOf: (path) => kept(texts, path, () => readFileSync(join(root, path), 'utf8')),
    hashOf: (path) =>
      kept(hashes, path, () =>
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      ),
  }
}

/** The files, everything that they name, and the packages. Of those in `alone` only the file counts, not what it names. */
export function reachOf(roots: readonly string[], project: Sources, alone: readonly string[] = []): string[] {
  const there = [...roots, ...ALWAYS].filter((path) => project.paths.has(path))
  return [...closureOf(there, project, new Set(alone))].toSorted()
}

/** Changes with each of these files. */
export function fingerprintOf(files: readonly string[], project: Project): string {
  const hash = createHash('sha256')
  for (const path of files) hash.update(`${path} ${project.hashOf(path)}\n`)
  return hash.digest('hex').slice(0, 16)
}
