import type { Listing } from '#app/platform/keyset.server.ts'

/** What the first page of a staff list asks of the database. */
export function listing<Filter extends string>(filter: Filter, asked: Partial<Listing<Filter>> = {}): Listing<Filter> {
  return { filter, find: '', oldestFirst: false, after: null, limit: 50, ...asked }
}
