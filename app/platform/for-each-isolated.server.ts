import { log } from './log.server.ts'

/**
 * Runs a command for each item, one after the other; a failure is logged, tried again at the next run, and doesn't stop the others.
 * Returns how many commands reported a change.
 */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  what: string,
  command: (item: Item) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const item of items) {
    try {
      if (await command(item)) done += 1
    } catch (error) {
      log.error({ err: error, item }, `${what}: one item failed; the others were processed`)
    }
  }
  return done
}
