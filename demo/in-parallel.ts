/** Processes a list with a few workers at a time and keeps its order in the result. The first failure ends it. */
export async function inParallel<Item, Value>(
  items: readonly Item[],
  workers: number,
  work: (item: Item, index: number) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = []
  let next = 0
  async function takeItems(): Promise<void> {
    while (next < items.length) {
      const index = next
      next += 1
      values[index] = await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, takeItems))
  return values
}
