import { join } from 'node:path'
import { ROOT } from './run.ts'

/**
 * A page leaves a few hundred kilobytes of garbage. By default V8 lets the young generation grow to 128 MiB before it collects; with 48 MiB
 * (three times this) it collects more often, in the same time.
 */
const YOUNG_GENERATION = '--max-semi-space-size=16'
/** Each thread that compresses or reads files would keep memory of its own that it has freed. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2' }

/** Compiled modules are kept here between starts, which halves the processor time of each process that starts. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled') }

/**
 * Replaces this process by itself with what Node, V8 and the allocator read only at their beginning; its number and its files stay.
 * Returns where they are in force or can't be set.
 */
export function beginAgainWithLimits(): void {
  if (process.execArgv.includes(YOUNG_GENERATION) || process.platform === 'win32' || !process.execve) return
  const environment = { ...ALLOCATOR, ...COMPILED, ...process.env } as Record<string, string>
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, YOUNG_GENERATION, ...process.argv.slice(1)],
    environment,
  )
}
