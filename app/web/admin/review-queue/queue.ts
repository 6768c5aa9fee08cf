/** A list for staff to work through: what its chips, search and order ask of the database, and the addresses of each. */
export type QueueDefinition<Filter extends string> = {
  path: string
  /** The chips in their order, with their labels. */
  filters: Readonly<Record<Filter, string>>
  standard: Filter
  /** The filters that list the oldest first unless somebody asks otherwise. */
  oldestFirst: readonly Filter[]
}

/** What a page of the list asks of the database. */
export type QueueQuery<Filter extends string> = {
  filter: Filter
  /** A part of a name or a whole reference; empty lists everything. */
  find: string
  oldestFirst: boolean
  /** The id of the row that this page follows; null for the first page. */
  after: string | null
}

export type QueuePage<Row> = {
  path: string
  filter: string
  find: string
  chips: { label: string; count: number; active: boolean; href: string }[]
  rows: Row[]
  order: { label: string; href: string }
  /** Null on the last page. */
  nextHref: string | null
  /** Null on the first page. */
  firstHref: string | null
  /** The list as it is shown now, without an open item. */
  here: string
}

const MAX_FIND = 40

export function readQueue<Filter extends string>(definition: QueueDefinition<Filter>, url: URL): QueueQuery<Filter> {
  const { filters, standard, oldestFirst } = definition
  const query = url.searchParams
  const filter = (Object.keys(filters) as Filter[]).find((known) => known === query.get('filter')) ?? standard
  const sort = query.get('sort')
  return {
    filter,
    find: (query.get('find') ?? '').replaceAll('\u0000', '').trim().slice(0, MAX_FIND),
    oldestFirst: sort === 'oldest' || (sort !== 'newest' && oldestFirst.includes(filter)),
    after: query.get('after'),
  }
}

/** The address of the list, or of another page, that keeps what is asked of the list. */
export function queueAddress<Filter extends string>(
  definition: QueueDefinition<Filter>,
  { filter, find, oldestFirst, after }: QueueQuery<Filter>,
  path = definition.path,
): string {
  const query = new URLSearchParams({ filter })
  if (find !== '') query.set('find', find)
  if (oldestFirst !== definition.oldestFirst.includes(filter)) query.set('sort', oldestFirst ? 'oldest' : 'newest')
  if (after !== null) query.set('after', after)
  return `${path}?${query}`
}

/** One page as its view needs it. `rows` holds one more than `size` where another page follows. */
export function queuePage<Filter extends string, Row extends { id: string }>(
  definition: QueueDefinition<Filter>,
  query: QueueQuery<Filter>,
  { counts, rows, size }: { counts: Readonly<Record<Filter, number>>; rows: readonly Row[]; size: number },
): QueuePage<Row> {
  const first = { ...query, after: null }
  const address = (changes: Partial<QueueQuery<Filter>>) => queueAddress(definition, { ...first, ...changes })
  const shown = rows.slice(0, size)
  return {
    path: definition.path,
    filter: query.filter,
    find: query.find,
    chips: (Object.keys(definition.filters) as Filter[]).map((filter) => ({
      label: definition.filters[filter],
      count: counts[filter],
      active: filter === query.filter,
      href: `${definition.path}?filter=${filter}`,
    })),
    rows: shown,
    order: query.oldestFirst
      ? { label: 'Newest first', href: address({ oldestFirst: false }) }
      : { label: 'Oldest first', href: address({ oldestFirst: true }) },
    nextHref: rows.length > size ? address({ after: shown.at(-1)!.id }) : null,
    firstHref: query.after === null ? null : address({}),
    here: queueAddress(definition, query),
  }
}

/** The decision that an address below an item names: its last part. Null for the item itself. */
export function decisionOf<Decision extends string>(url: URL, decisions: readonly Decision[]): Decision | null {
  const last = url.pathname.split('/').at(-1)
  return decisions.find((known) => known === last) ?? null
}

/** For a form posted to the item itself: only the addresses of its decisions take one. */
export function methodNotAllowed(): Response {
  return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } })
}
