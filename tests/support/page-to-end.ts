import type pg from 'pg'

type Paged<Row> = {
  /** One page: what follows a row, or the beginning. */
  page: (after: Row | null, size: number) => Promise<Row[]>
  id: (row: Row) => string
  /** Happens after the first page: rows that are added or removed must neither repeat nor hide a row. */
  meanwhile?: () => Promise<unknown>
}

const MAX_PAGES = 2_000

/** Reads a list page by page to its end, as a person who presses “older” again and again. Throws if a row is there twice. */
export async function pageToEnd<Row>(list: Paged<Row>, size: number): Promise<string[]> {
  const seen: string[] = []
  let last: Row | null = null
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const rows: Row[] = await list.page(last, size)
    for (const id of rows.map(list.id)) {
      if (seen.includes(id)) throw new Error(`page ${page} of ${size} rows repeats ${id}`)
      seen.push(id)
    }
    if (page === 1) await list.meanwhile?.()
    if (rows.length < size) return seen
    last = rows.at(-1)!
  }
  throw new Error('a list has no end')
}

/** The same list in pages of several sizes, so that every row is once at a page’s edge; throws unless all agree. */
export async function pageInEverySize<Row>(list: Paged<Row>): Promise<string[]> {
  const whole = await pageToEnd({ ...list, meanwhile: async () => {} }, 500)
  // The last size changes the list.
  for (const size of [1, 3, 2]) {
    const paged = await pageToEnd({ ...list, meanwhile: size === 2 ? list.meanwhile : undefined }, size)
    // What was added meanwhile may be at the end, never between.
    if (paged.slice(0, whole.length).join() !== whole.join())
      throw new Error(`in pages of ${size}:\n${paged.join('\n')}\nin one:\n${whole.join('\n')}`)
  }
  return whole
}

/** A list without pages, each time a row longer: what is shown first stays first. Returns the whole list, or throws. */
export async function growToEnd(list: (most: number) => Promise<string[]>, most: number): Promise<string[]> {
  const whole = await list(most)
  for (let size = 1; size < whole.length; size += 1) {
    const shown = await list(size)
    if (shown.join() !== whole.slice(0, size).join())
      throw new Error(`the first ${size} rows are others:\n${shown.join('\n')}`)
  }
  return whole
}

/** Inserts rows as the owner may, without what they refer to: a list of hundreds needs no history of each. */
export async function insertBare(owner: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  await owner.query('set session_replication_role = replica')
  try {
    for (const row of rows) {
      const columns = Object.keys(row)
      const places = columns.map((_, index) => `$${index + 1}`)
      await owner.query(
        `insert into ${table} (${columns.join(', ')}) overriding system value values (${places.join(', ')})`,
        Object.values(row),
      )
    }
  } finally {
    await owner.query('set session_replication_role = default')
  }
}
