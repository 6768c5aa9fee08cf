import { expect } from 'vitest'
import { runTask } from '#app/jobs.server.ts'
import { COMMANDS } from './product-commands.ts'
import type { CommandProcesses } from './command-processes.ts'
import type { Cut } from './boundary-proxy.ts'
import type { Flow, Order, Fixture } from './flows.ts'
import { DAY, hide, HOUR } from './flows/steps.ts'
import { listBreaches } from './list-breaches.ts'
import { describeCut } from './points.ts'
import { movedSince, platformBalances, type Snapshot, snapshotOf } from './snapshot.ts'
import { makeWorld, type World } from './world.ts'

/** The scheduled tasks that complete everything, over a quarter of an hour and the days that a status check takes. */
const SETTLING = [
  'retry webhook events',
  'reconcile payments',
  'read chargebacks',
  'send payouts',
  'send refunds',
  'end due requests',
  'cancel expired holds',
  'release unused promo codes',
  'earn finished creator weeks',
  'release earnings',
  'earn a day of creator subscriptions',
  'fold hot accounts',
]

const TUESDAY = 2
const KAMPALA_AHEAD_MS = 3 * HOUR * 1_000

export type Ended = { snapshot: Snapshot; messages: readonly string[] }

/** Where flows are played: one world after another in one fixture, each completed before the next one begins. */
export class Stage {
  private readonly fixture: Fixture
  private readonly processes: CommandProcesses

  constructor(fixture: Fixture, processes: CommandProcesses) {
    this.fixture = fixture
    this.processes = processes
  }

  close(): Promise<void> {
    return this.processes.close()
  }

  /** Plays one flow in a world, killed at the cut or not at all, then repeated by the original caller, and settled. */
  async play(flow: Flow, cut: Cut | null): Promise<Ended> {
    const { fixture } = this
    await this.untilTuesday()
    await this.openGateway()
    const world = await makeWorld(fixture.owner())
    const order = await flow.prepare(fixture, world)
    const before = await platformBalances(fixture.owner())
    const { answer, messages, killed } = await this.processes.run(
      { ...order, advancedMs: await this.advancedMs() },
      cut,
    )
    if (!cut) expect(isRefusal(answer), `the command was refused: ${JSON.stringify(answer)}`).toBe(false)
    expect(killed, 'without the kill the test would prove nothing').toBe(cut !== null)
    // The clock has just been moved and no task has run yet: what is due may wait.
    if (cut) expect(await listBreaches(['I13']), `right after the kill at ${describeCut(cut, messages)}`).toEqual([])
    const again = answer ?? (await askAgain(order))
    await flow.afterwards?.(fixture, world, again)
    await this.settle(200, 400, 900)
    const snapshot = {
      ...(await snapshotOf(fixture.owner(), idsOf(world))),
      ...movedSince(before, await platformBalances(fixture.owner())),
      ...(await this.atGateway()),
    }
    await this.end(world)
    return { snapshot, messages }
  }

  /** An empty gateway, with enough balance to pay out and to refund. */
  private async openGateway(): Promise<void> {
    this.fixture.state.refuseNotices = false
    await this.fixture.control('/control/reset', {})
    for (const currency of ['UGX', 'USD'])
      await this.fixture.control('/control/balance', { currency, available: 100_000_000 })
  }

  /** Each play begins at the same hour of the same weekday: whether a day ends meanwhile must not depend on how many were played before. */
  private async untilTuesday(): Promise<void> {
    const local = new Date(Date.now() + (await this.advancedMs()) + KAMPALA_AHEAD_MS)
    const days = (TUESDAY - local.getUTCDay() + 7) % 7
    const due = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, 10)
    const left = (due - local.getTime()) / 1_000
    await this.settle(left > 0 ? left : left + 7 * DAY)
  }

  private async settle(...waits: number[]): Promise<void> {
    for (const seconds of waits) {
      await this.fixture.advance(seconds)
      for (const task of SETTLING) await runTask(task)
    }
  }

  /** Completes everything of a world, so that the tasks of the next one work only for that one. */
  private async end(world: World): Promise<void> {
    const creators = world.creators.map(({ id }) => id)
    await hide(this.fixture, creators)
    await this.fixture
      .owner()
      .query(`update payout_accounts set usable_from = 'infinity' where creator_id = any ($1)`, [creators])
    for (const task of ['refund subscriptions to hidden creators', 'end due requests']) await runTask(task)
    // Weeks that a creator paid begin when the current ones end, which is in ten years here: move them to now.
    await this.fixture.owner().query(
      `with moved as (
         update creator_fee_weeks set starts_at = paid_at, ends_at = paid_at + interval '7 days'
         where creator_id = any ($1) and starts_at is not null and earned_at is null and refunded_at is null
         returning id, starts_at, ends_at
       )
       update creator_listings l set starts_at = moved.starts_at, ends_at = moved.ends_at
       from moved where l.source_kind = 'creator_fee' and l.source_id = moved.id`,
      [creators],
    )
    await this.settle(8 * DAY, (2 * HOUR) / 3)
  }

  /** What was sent through the gateway: our ledger alone would not show what was sent twice. */
  private async atGateway(): Promise<Snapshot> {
    const left: Snapshot = {}
    for (const what of ['transfers', 'refunds']) {
      const response = await fetch(`${this.fixture.baseUrl()}/${what}`, {
        headers: { authorization: `Bearer ${this.fixture.key}` },
      })
      const { data } = (await response.json()) as { data: Record<string, unknown>[] }
      const rows = data.map((row) => `${String(row.amount ?? row.amount_refunded)} ${String(row.status)}`)
      if (rows.length > 0) left[`${what} at the gateway`] = rows.toSorted().join(', ')
    }
    return left
  }

  private async advancedMs(): Promise<number> {
    const { ms } = await this.fixture.one<{ ms: number }>(
      'select (extract(epoch from advanced_by) * 1000)::float8 as ms from app_clock',
    )
    return ms
  }
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
}

/** A caller without an answer asks again; a refusal because it was done already is an answer too. */
function askAgain(order: Order): Promise<unknown> {
  return COMMANDS[order.command]!(order.input)
}

function idsOf(world: World): string[] {
  return [...world.fans, ...world.creators].map(({ id }) => id)
}
