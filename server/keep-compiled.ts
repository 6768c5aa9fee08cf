import { flushCompileCache } from 'node:module'

const AFTER_MS = 1_000

/** Stores the modules that were compiled for the next start. Node does it only at an ordinary exit, and a killed server has none. */
export function keepCompiled(): void {
  setTimeout(flushCompileCache, AFTER_MS).unref()
}
