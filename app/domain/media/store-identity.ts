/** What is known at a start about a database and the media store beside it. */
export type StoreFacts = {
  /** The identity that the database keeps, and the one that the store holds. */
  kept: string | null
  found: string | null
  /** Whether pictures that the database names are in the store; null where it names none. */
  holdsOurs: boolean | null
  /** Whether nothing but the identity is stored. */
  empty: boolean
}

export type StoreVerdict =
  | { kind: 'same' }
  /** Nobody has named this store yet. */
  | { kind: 'name' }
  /** The store was named and the database does not know it yet. */
  | { kind: 'adopt'; identity: string }
  | { kind: 'refuse'; because: 'another_store' | 'identity_missing' | 'store_of_another_database' | 'pictures_missing' }

/** Whether a process may use this store with this database. A wrong pair loses pictures: jobs find no files, and clean-up finds orphans. */
export function decideStore({ kept, found, holdsOurs, empty }: StoreFacts): StoreVerdict {
  if (kept !== null) {
    if (found === null) return { kind: 'refuse', because: 'identity_missing' }
    return found === kept ? { kind: 'same' } : { kind: 'refuse', because: 'another_store' }
  }
  if (found === null) return holdsOurs === false ? { kind: 'refuse', because: 'pictures_missing' } : { kind: 'name' }
  // A backup of the time before identities, or a start that was cut off between the store and the database.
  if (holdsOurs === true || (holdsOurs === null && empty)) return { kind: 'adopt', identity: found }
  return { kind: 'refuse', because: 'store_of_another_database' }
}
