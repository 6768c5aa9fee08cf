/** What a start knows about a database and the media store beside it. */
export type StoreFacts = {
  /** The identity stored in the database, and the one stored in the media store. */
  kept: string | null
  found: string | null
  /** Whether pictures of the database's rows are in the store; null where it has no rows. */
  holdsOurs: boolean | null
  /** Whether nothing but the identity is stored. */
  empty: boolean
}

export type StoreVerdict =
  | { kind: 'same' }
  /** The store has no identity yet. */
  | { kind: 'name' }
  /** The store has an identity that the database doesn't know yet. */
  | { kind: 'adopt'; identity: string }
  | { kind: 'refuse'; because: 'another_store' | 'identity_missing' | 'store_of_another_database' | 'pictures_missing' }

/**
 * Whether a process may use this store with this database. A wrong pair loses pictures: jobs find no files, and clean-up treats them as
 * orphans.
 */
export function decideStore({ kept, found, holdsOurs, empty }: StoreFacts): StoreVerdict {
  if (kept !== null) {
    if (found === null) return { kind: 'refuse', because: 'identity_missing' }
    return found === kept ? { kind: 'same' } : { kind: 'refuse', because: 'another_store' }
  }
  if (found === null) return holdsOurs === false ? { kind: 'refuse', because: 'pictures_missing' } : { kind: 'name' }
  // A backup from before identities existed, or a start that was cut off between writing the store and the database.
  if (holdsOurs === true || (holdsOurs === null && empty)) return { kind: 'adopt', identity: found }
  return { kind: 'refuse', because: 'store_of_another_database' }
}
