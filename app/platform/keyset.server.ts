import { type RawBuilder, sql } from 'kysely'
import { isId } from './id.ts'

/** What one page of a staff list asks of the database. */
export type Listing<Filter extends string> = {
  filter: Filter
  /** A part of a name, or a whole reference; empty lists everything. */
  find: string
  oldestFirst: boolean
  /** The id of the row that the page follows; null for the first page. */
  after: string | null
  limit: number
}

type DirectedKey = readonly [key: RawBuilder<unknown>, direction: 'asc' | 'desc']

type Keyset = {
  /** The tables of the keys and of `id`, with the aliases that the list uses. */
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** What the list is ordered by; never null, and together unique. A key without a direction has that of the listing. */
  keys: readonly (RawBuilder<unknown> | DirectedKey)[]
}

/**
 * One page of a list: the end of its query, from the condition for the rows that follow the row with the id `after` on. None follow where no
 * row has it, all where it is no id. The row of `after` may have left the list meanwhile.
 */
export function keyset({ oldestFirst, after, limit }: Listing<string>, { from, id, keys }: Keyset) {
  const directed = keys.map((key): DirectedKey => ('isRawBuilder' in key ? [key, oldestFirst ? 'asc' : 'desc'] : key))
  const order = sql.join(directed.map(([key, direction]) => sql`${key} ${sql.raw(direction)}`))
  return sql`${following(from, id, after, directed)} order by ${order} limit ${limit}`
}

function following(from: Keyset['from'], id: Keyset['id'], after: string | null, keys: readonly DirectedKey[]) {
  if (after === null || !isId(after)) return sql`true`
  const ofCursor = (key: RawBuilder<unknown>) => sql`(select ${key} from ${from} where ${id} = ${after}::uuid)`
  const beyond = keys.reduceRight(
    (rest, [key, direction]) =>
      sql`(${key} ${sql.raw(direction === 'asc' ? '>' : '<')} ${ofCursor(key)} or (${key} = ${ofCursor(key)} and ${rest}))`,
    sql`false`,
  )
  const [first, direction] = keys[0]!
  // Says the same again, in the form that reads an index from there.
  return sql`${first} ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${ofCursor(first)} and ${beyond}`
}

/** The pattern of `like` for texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
