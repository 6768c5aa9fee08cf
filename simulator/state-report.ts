// The content of GET /control/state: links, transactions, webhooks with their answers, timers, and prepared scenarios.
import { describeChoice } from './selection.ts'
import { describeLink, wireChargeback, wireRefund, wireTransaction, wireTransfer } from './wire.ts'
import type { World } from './world.ts'

const SHOWN = 50

/** Everything about one tx_ref (or transfer reference), or the newest of everything. */
export function describeState(world: World, txRef: string | null): Record<string, unknown> {
  const { store } = world
  const about = <Row extends { txRef: string }>(rows: Row[]) =>
    (txRef === null ? rows : rows.filter((row) => row.txRef === txRef)).slice(-SHOWN)
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  const { settings } = store
  return {
    now: iso(world.clock.now()),
    links: about(txRef === null ? store.links.all() : store.links.of(txRef)).map((link) => ({
      ...describeLink(world, link),
      scenario: describeChoice(link.queued ?? link.drawer),
    })),
    transactions: about(txRef === null ? store.transactions.all() : store.transactions.of(txRef)).map((tx) => ({
      ...wireTransaction(world, tx),
      scenario: describeChoice(tx.choice),
      finished_at: iso(tx.finishedAt),
    })),
    refunds: about(store.refunds.all()).map((refund) => wireRefund(world, refund)),
    chargebacks: about(store.chargebacks.all()).map((row) => wireChargeback(world, row)),
    transfers: store.transfers
      .all()
      .filter((row) => txRef === null || row.reference === txRef)
      .slice(-SHOWN)
      .map((row) => wireTransfer(world, row)),
    webhooks: about(txRef === null ? store.deliveries.all() : store.deliveries.of(txRef)).map((delivery) => ({
      id: delivery.id,
      tx_ref: delivery.txRef,
      url: delivery.url,
      kind: delivery.label,
      hash: delivery.hash,
      state: delivery.state,
      body: delivery.body,
      answers: delivery.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
    })),
    timers: about(txRef === null ? store.timers.all() : store.timers.of(txRef)).map((timer) => ({
      due_at: iso(timer.dueAt),
      tx_ref: timer.txRef,
      ...timer.action,
    })),
    queue: store.queue
      .all()
      .map((entry) => ({ scenario: describeChoice(entry.choice), match: entry.match, left: entry.left })),
    default_scenario: describeChoice(settings.globalChoice),
    switches: Object.entries(settings.switches).map(([scenario, state]) => ({
      scenario,
      variant: state.variant,
      until: iso(state.until),
    })),
  }
}
