import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PLANTED_LINES } from '../proof/planted-lines.ts'

/** The name of the bug that this run plants, for tests that must find it (planted-lines.test.ts). */
const NAME = process.env.PLANTED_LINE

/** Changes one line of the product while it is loaded; the file itself stays as it is. */
export function plantLine(root: string): Plugin[] {
  const line = PLANTED_LINES.find(({ name }) => name === NAME)
  if (!line) return []
  const path = join(root, line.file)
  const transform = (code: string, id: string) =>
    id.split('?')[0] === path ? { code: code.replace(line.was, () => line.is), map: null } : null
  return [
    {
      name: 'plant-line',
      enforce: 'pre',
      transform,
      // Vitest keeps what it has transformed: a run without a bug must never get this file, nor this run the healthy one.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (id === path ? false : null)),
    },
  ]
}
