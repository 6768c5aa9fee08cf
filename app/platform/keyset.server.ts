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

type Keyset = {
  /** The tables of the keys and of `id`, with the aliases that the list uses. */
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  after: string | null
  /** What the list is ordered by; never null, and together unique. */
  keys: readonly (readonly [key: RawBuilder<unknown>, direction: 'asc' | 'desc'])[]
}

/**
 * `order by` of a list, and the condition for the rows that follow the row with the id `after`: none where no row has it, all where it is no
 * id. The row of `after` may have left the list meanwhile.
 */
export function keyset({ from, id, after, keys }: Keyset) {
  const order = sql.join(keys.map(([key, direction]) => sql`${key} ${sql.raw(direction)}`))
  if (after === null || !isId(after)) return { order, following: sql`true` }
  const ofCursor = (key: RawBuilder<unknown>) => sql`(select ${key} from ${from} where ${id} = ${after}::uuid)`
  const beyond = keys.reduceRight(
    (rest, [key, direction]) =>
      sql`(${key} ${sql.raw(direction === 'asc' ? '>' : '<')} ${ofCursor(key)} or (${key} = ${ofCursor(key)} and ${rest}))`,
    sql`false`,
  )
  const [[first, direction]] = keys as Keyset['keys'] & { 0: Keyset['keys'][number] }
  // Says the same again, in the form that reads an index from there.
  return {
    order,
    following: sql`${first} ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${ofCursor(first)} and ${beyond}`,
  }
}

/** The pattern of `like` for texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
