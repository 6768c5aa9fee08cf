import { log } from './log.server.ts'

/**
 * Acts on one after the other; one that breaks is logged, is tried again with the next sweep, and keeps nobody else waiting. Returns how
 * many acts said that they did something.
 */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  what: string,
  event: (item: Item) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const item of items) {
    try {
      if (await event(item)) done += 1
    } catch (error) {
      log.error({ err: error, item }, `${what}: one of them broke; the others went on`)
    }
  }
  return done
}
