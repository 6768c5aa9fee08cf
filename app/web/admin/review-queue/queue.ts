import { cutGraphemes } from '#app/platform/graphemes.ts'
import { asTyped } from '#app/platform/plain-text.ts'
import type { Listing } from '#app/platform/keyset.server.ts'
import type { IconName } from '#app/ui/icons/names.ts'

/** A list for staff to work through: what its chips, search and order ask of the database, and the addresses of each. */
export type QueueDefinition<Filter extends string> = {
  path: string
  /** The chips in their order, with their labels. */
  filters: Readonly<Record<Filter, string>>
  standard: Filter
  /** The filters that list the oldest first unless somebody asks otherwise. */
  oldestFirst: readonly Filter[]
}

/** The same with what its page says, and the addresses of its items and of the decisions about them. */
export type Queue<Filter extends string, Decision extends string> = QueueDefinition<Filter> & {
  title: string
  /** What it lists, in the texts that all lists share: "Find a refund", "No refunds match". */
  one: string
  many: string
  /** Of a list without rows, where it says something of its own, for all filters or for some. */
  empty: { icon: IconName; title?: string; text?: string; at?: Partial<Record<Filter, string>> }
  /** What to try when a search found none. */
  searchTip: string
  decisions: readonly Decision[]
  /** Where an item is shown, and where each decision about it is sent. */
  item: { page: (id: string) => string; decision: (id: string, decision: Decision) => string }
}

/** What its view needs. */
export type ShownQueue = Pick<Queue<string, never>, 'path' | 'title' | 'one' | 'many' | 'empty' | 'searchTip'>

/** What a page of the list asks of the database. */
export type QueueQuery<Filter extends string> = Omit<Listing<Filter>, 'limit'>

export type QueuePage<Row> = {
  filter: string
  find: string
  chips: { label: string; count: number; active: boolean; href: string }[]
  rows: Row[]
  order: { label: string; href: string }
  /** Null on the last page. */
  nextHref: string | null
  /** Null on the first page. */
  firstHref: string | null
}

const MAX_FIND = 40

export function readQueue<Filter extends string>(definition: QueueDefinition<Filter>, url: URL): QueueQuery<Filter> {
  const { filters, standard, oldestFirst } = definition
  const query = url.searchParams
  const filter = (Object.keys(filters) as Filter[]).find((known) => known === query.get('filter')) ?? standard
  const sort = query.get('sort')
  return {
    filter,
    find: cutGraphemes(asTyped(query.get('find') ?? '').trim(), MAX_FIND),
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
  }
}

const PAGE_SIZE = 50

type Source<Filter extends string, Found, Row> = {
  list: (listing: Listing<Filter>) => Promise<Found[]>
  count: () => Promise<Readonly<Record<Filter, number>>>
  row: (found: Found) => Row
}

/** The page of the list that an address asks for, with `row` as each item is shown. `openId`: the item beside the list. */
export async function loadQueue<Filter extends string, Decision extends string, Found extends { id: string }, Row>(
  queue: Queue<Filter, Decision>,
  url: URL,
  openId: string | undefined,
  { list, count, row }: Source<Filter, Found, Row>,
): Promise<QueuePage<Row & { id: string; href: string; open: boolean }>> {
  const query = readQueue(queue, url)
  const [found, counts] = await Promise.all([list({ ...query, limit: PAGE_SIZE + 1 }), count()])
  const rows = found.map((one) => ({
    ...row(one),
    id: one.id,
    href: queueAddress(queue, query, queue.item.page(one.id)),
    open: one.id === openId,
  }))
  return queuePage(queue, query, { counts, rows, size: PAGE_SIZE })
}

/** The addresses of an open item, all within the list as it is shown. `asked`: the decision whose page this is. */
export function itemPage<Filter extends string, Decision extends string>(
  queue: Queue<Filter, Decision>,
  url: URL,
  id: string,
) {
  const query = readQueue(queue, url)
  const action = queue.decisions.map((decision) => [
    decision,
    queueAddress(queue, query, queue.item.decision(id, decision)),
  ])
  return {
    closeHref: queueAddress(queue, query),
    here: queueAddress(queue, query, queue.item.page(id)),
    action: Object.fromEntries(action) as Record<Decision, string>,
    asked: decisionOf(url, queue.decisions),
  }
}

/** The page that the address of a decision stands below, with its query; of the page itself, the page. */
export function pageOf(url: URL, decisions: readonly string[]): string {
  const decision = decisionOf(url, decisions)
  return (decision === null ? url.pathname : url.pathname.slice(0, -decision.length - 1)) + url.search
}

/** The decision that an address below an item names: its last part. Null for the item itself. */
export function decisionOf<Decision extends string>(url: URL, decisions: readonly Decision[]): Decision | null {
  const last = url.pathname.split('/').at(-1)
  return decisions.find((known) => known === last) ?? null
}
