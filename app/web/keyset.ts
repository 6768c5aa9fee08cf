import { isId } from '#app/platform/id.ts'

type Keyset<Row> = {
  limit: number
  /** Reads at most `limit` rows before the one with this id, the newest first. */
  read: (page: { before: string | null; limit: number }) => Promise<Row[]>
  idOf: (row: Row) => string
  /** The address of the list, from the newest row or before one. */
  address: (before?: string) => string
}

/** One page of a list, as `before` in its address asks, with the addresses of the newest and of the next older rows. */
export async function keysetPage<Row>(url: URL, { limit, read, idOf, address }: Keyset<Row>) {
  const asked = url.searchParams.get('before')
  const before = asked !== null && isId(asked) ? asked : null
  const rows = await read({ before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    shown,
    newestHref: before && address(),
    olderHref: rows.length > limit ? address(idOf(shown.at(-1)!)) : null,
  }
}
