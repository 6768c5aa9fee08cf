import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { DifferenceKind } from './difference.ts'
import { compareCharges } from './internal/compare-charges.server.ts'
import { compareRefunds } from './internal/compare-refunds.server.ts'
import { compareSettlements } from './internal/compare-settlements.server.ts'
import { compareTransfers } from './internal/compare-transfers.server.ts'
import { type Compared, type Window, windowOf } from './internal/compared.ts'
import { ListUnavailable } from './internal/every-page.server.ts'
import { listUnclear } from './internal/list-unclear.server.ts'
import { explainGone, noteDifferences } from './note-differences.server.ts'
import { beginRun, finishRun } from './run.server.ts'

const DAYS = 4
/** The first run of a day goes back further: a payment may be reversed weeks after it was made. */
const DAYS_OF_THE_FIRST = 35
const DAY_MS = 86_400_000

export type Reconciliation = { checked: number; explained: number; opened: number; failures: string[] }

type List = {
  name: string
  kinds: DifferenceKind[]
  compare(window: Window): Promise<Compared>
  /** It covers everything there is, however old. */
  whole?: boolean
}

const LISTS: List[] = [
  {
    name: 'payments',
    kinds: ['charge_unknown', 'charge_unbooked', 'charge_amount', 'charge_fee', 'charge_reversed', 'charge_missing'],
    compare: compareCharges,
  },
  {
    name: 'transfers',
    kinds: [
      'transfer_unknown',
      'transfer_amount',
      'transfer_fee',
      'transfer_state',
      'transfer_twice',
      'transfer_missing',
    ],
    compare: compareTransfers,
  },
  {
    name: 'refunds',
    kinds: ['refund_unknown', 'refund_amount', 'refund_state', 'refund_missing'],
    compare: compareRefunds,
  },
  { name: 'settlements', kinds: ['settlement_short'], compare: compareSettlements },
  // Last: what the gateway's own list shows as paid is reported there.
  { name: 'in review', kinds: ['payment_unclear'], compare: listUnclear, whole: true },
]

/**
 * Compares the gateway's own lists with our books, both ways; runs every hour. Late items are processed, disagreements go to the queue, and
 * what agrees again is closed as explained. A list that can't be read is reported, and nothing is concluded from it.
 */
export async function reconcileGateway(): Promise<Reconciliation> {
  const at = now()
  const window = windowOf(at, (await isFirstOfDay(at)) ? DAYS_OF_THE_FIRST : DAYS)
  const runId = await beginRun('gateway', at, window)
  const total: Reconciliation = { checked: 0, explained: 0, opened: 0, failures: [] }
  const counts: Record<string, number> = {}
  for (const list of LISTS) {
    try {
      const compared = await list.compare(window)
      counts[list.name] = compared.checked
      total.checked += compared.checked
      const noted = await note(list, compared, window, at)
      total.explained += compared.explained + noted.explained
      total.opened += noted.opened
    } catch (error) {
      if (!(error instanceof ListUnavailable)) throw error
      total.failures.push(`${list.name}: ${error.message}`)
      log.warn(
        { list: list.name, cause: error.message },
        'the gateway could not show its books; they are compared later',
      )
    }
  }
  await finish(runId, total, counts)
  return total
}

async function isFirstOfDay(at: Date): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliation_runs
    where kind = 'gateway' and started_at > ${new Date(at.getTime() - DAY_MS)} and finished_at is not null and failure is null
      and window_from <= started_at - make_interval(days => ${DAYS_OF_THE_FIRST}) limit 1`.execute(db)
  return rows.length === 0
}

function note({ kinds, whole }: List, compared: Compared, window: Window, startedAt: Date) {
  return inTransaction(async (tx) => ({
    opened: await noteDifferences(tx, compared.differences),
    explained: await explainGone(tx, {
      kinds,
      notSeenSince: startedAt,
      causedSince: whole ? null : window.from,
    }),
  }))
}

function finish(runId: string, total: Reconciliation, counts: Record<string, number>): Promise<void> {
  return inTransaction(async (tx) => {
    const failure = total.failures.join('; ').slice(0, 500)
    await finishRun(tx, runId, {
      found: total.opened,
      counts: { ...counts, explained: total.explained },
      failure: failure === '' ? null : failure,
    })
    if (total.opened === 0) return
    await publish(tx, {
      actorId: null,
      event: 'gateway_differs',
      objectId: runId,
      detail: { differences: total.opened, severity: 'high' },
      // One mail per run, however much it found.
      alert: { about: total.opened === 1 ? 'One difference' : `${total.opened} differences` },
    })
  })
}
