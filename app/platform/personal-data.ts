import type { Database } from '../../db/types.ts'

/** Which rows of a table belong to a person: those whose column has their id (or their address), or those that refer to such a row. */
type Whose =
  | { column: string; holds: 'id' | 'email' }
  | { column: string; of: { table: string; key: string; column: string } }

export type PersonalTable = {
  whose: readonly [Whose, ...Whose[]]
  /** The table's description in the export; null keeps the table out of it, for the reason in `why`. */
  exportedAs: string | null
  /** Never exported: secrets, bytes, and other people's names and ids. */
  hide?: readonly string[]
  /** A text column that is left empty where this condition holds, in SQL; `$me` is the person's id. */
  blank?: { column: string; where: string }
  /**
   * What `erase` of the module does with the rows: deleted, kept without names, kept unchanged (ids alone), or erased by a scheduled task of
   * the module.
   */
  erased: 'deleted' | 'blanked' | 'kept' | 'swept'
  why?: string
}

export type PersonalTables = { readonly [Table in keyof Database]?: PersonalTable }

export type Subject = { id: string; email: string }

export const byId = (column: string, ...others: string[]): [Whose, ...Whose[]] => [
  { column, holds: 'id' },
  ...others.map((other) => ({ column: other, holds: 'id' as const })),
]
export const child = (column: string, table: string, owner: string, key = 'id'): [Whose] => [
  { column, of: { table, key, column: owner } },
]

/** What stands where the name and the address of an erased account were. */
export const ERASED_NAME = 'Deleted account'
export const erasedEmail = (id: string) => `erased-${id}@erased.invalid`
