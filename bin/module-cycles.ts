/** A file as dependency-cruiser reports it. */
export type Cruised = { source: string; dependencies: { resolved: string }[] }

const moduleOf = (file: string): string | undefined => /^app\/domain\/([^/]+)\//.exec(file)?.[1]

/**
 * Cycles of the modules below app/domain, each once, as "consents -> identity -> consents (the file of each step)". Two files may import
 * each other's modules without a cycle of files, and still no part of the two could be read, tested or moved without the other.
 */
export function findModuleCycles(files: readonly Cruised[]): string[] {
  const steps = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of files) {
    const from = moduleOf(source)
    if (!from || /[.]test[.]tsx?$/.test(source)) continue
    for (const { resolved } of dependencies) {
      const to = moduleOf(resolved)
      if (!to || to === from) continue
      if (!steps.has(from)) steps.set(from, new Map())
      if (!steps.get(from)!.has(to)) steps.get(from)!.set(to, source)
    }
  }
  const cycles: string[] = []
  for (const start of [...steps.keys()].toSorted()) {
    const way = shortestWayBack(start, steps)
    // Told once, from its first module by name.
    if (way && way.every((name) => name >= start)) {
      const names = [start, ...way]
      const files = names.slice(0, -1).map((from, index) => steps.get(from)!.get(names[index + 1]!)!)
      cycles.push(`${names.join(' -> ')} (${files.join(', ')})`)
    }
  }
  return cycles
}

function shortestWayBack(start: string, steps: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] | null {
  const ways: string[][] = [...(steps.get(start)?.keys() ?? [])].map((name) => [name])
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    const last = way.at(-1)!
    if (last === start) return way
    if (seen.has(last)) continue
    seen.add(last)
    for (const next of steps.get(last)?.keys() ?? []) ways.push([...way, next])
  }
  return null
}
