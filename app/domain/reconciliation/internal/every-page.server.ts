import type { ListPage } from '#app/gateways/flutterwave/list-port.ts'
import type { Outcome } from '#app/gateways/flutterwave/port.ts'

/** The gateway couldn't show its books: nothing is known about them now. */
export class ListUnavailable extends Error {}

const TRIES = 3
const PAUSE_MS = 1_000

/** Reads a list of the gateway page by page. Throws `ListUnavailable` where a page can't be read. */
export async function everyPage<Row>(
  read: (page: number) => Promise<Outcome<ListPage<Row>>>,
  take: (rows: Row[]) => Promise<void>,
): Promise<{ unreadable: number }> {
  let unreadable = 0
  for (let page = 1; ; page += 1) {
    const { rows, pages, unreadable: lost } = await readPage(() => read(page))
    unreadable += lost
    if (rows.length > 0) await take(rows)
    if (page >= pages) return { unreadable }
  }
}

async function readPage<Row>(read: () => Promise<Outcome<ListPage<Row>>>): Promise<ListPage<Row>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await read()
    if (answer.kind === 'ok') return answer.value
    if (attempt === TRIES || answer.kind === 'misconfigured' || answer.kind === 'rejected')
      throw new ListUnavailable(answer.kind === 'ambiguous' ? answer.cause : answer.kind)
    const wait = answer.kind === 'throttled' ? Math.min(answer.retryAfterMs ?? PAUSE_MS, 10_000) : PAUSE_MS
    await new Promise((resolve) => setTimeout(resolve, wait * attempt))
  }
}
