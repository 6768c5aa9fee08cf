import type pg from 'pg'
import { credit, debit, type LedgerAccount } from '#app/domain/ledger/chart.ts'
import { SHARE_INVARIANTS } from '#app/domain/audit/invariants/shares.ts'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { shareWeeks } from '#app/domain/shares/share-weeks.server.ts'
import { verifyShareRun } from '#tests/support/verify-share-run.ts'
import { addToDay, dayOf, mondayOf, startOfDay } from '#app/domain/usage/day.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeDatabase } from './database.ts'
import type { Bench, Figure } from './figure.ts'

const FANS = 100_000
const CREATORS = 1_000
/** Per fan in a week: the creators they used, and on how many days. */
const USED = 5
const DAYS = 2
const MAX_ROUNDS = 4
const PRICE = 18_000_000n
const PLAN = '01970000-0000-7000-9000-000000000000'

/** The weekly run for many people: counting what passes earned, sharing it, and paying every creator through the ledger. */
export const shares: Bench = {
  name: 'shares',
  description: `sharing a week of ${FANS} passes among ${CREATORS} creators`,
  needs: 'about 2 GB of disk and 5 minutes',
  run: async ({ rounds }) => {
    const database = await makeDatabase({ max: 8 })
    try {
      const { owner } = database
      const first = mondayOf(dayOf(new Date()))
      await fillDemoData(owner, startOfDay(first))
      const seconds: number[] = []
      for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round += 1) {
        const week = addToDay(first, 7 * round)
        await fillUses(owner, week)
        await moveTo(owner, startOfDay(addToDay(week, 7)).getTime() + 60_000)
        seconds.push(await timedRun())
        // As autovacuum leaves it: the planner knows this week when it reaches the next one, but not yet the next one.
        await owner.query('analyze')
      }
      await assertRight(owner, seconds.length)
      return figures(seconds)
    } finally {
      setClockAdvance(0)
      await database.remove()
    }
  },
}

function figures(seconds: number[]): Figure[] {
  return [{ name: `a week of ${FANS} fans and ${CREATORS} creators`, unit: 's', values: seconds, target: { max: 60 } }]
}

async function timedRun(): Promise<number> {
  const began = performance.now()
  const weeks = await shareWeeks()
  if (weeks !== 1) throw new Error(`${weeks} weeks were shared instead of one`)
  return (performance.now() - began) / 1_000
}

/** A fast run that shares wrongly is useless: the last one is recomputed line by line, and nothing is left due. */
async function assertRight(owner: pg.Client, runs: number): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from share_runs where state = 'done' order by week desc`,
  )
  if (rows.length !== runs) throw new Error(`${rows.length} runs are done instead of ${runs}`)
  const problems = await verifyShareRun(rows[0]!.id)
  if (problems.length > 0) throw new Error(`the run is wrong: ${problems[0]}`)
  await foldAccounts()
  const due = await owner.query<{ left: bigint }>(
    `select coalesce(sum(p.amount_minor), 0)::bigint as left from postings p join ledger_accounts a on a.id = p.account_id where a.purpose = 'pass_shares_due'`,
  )
  if (due.rows[0]!.left !== 0n) throw new Error(`${due.rows[0]!.left} was shared and not paid`)
  const { breaches } = await runAudit(SHARE_INVARIANTS)
  if (breaches.length > 0) throw new Error(`the audit finds ${breaches[0]!.name}: ${breaches[0]!.detail}`)
}

async function moveTo(owner: pg.Client, at: number): Promise<void> {
  const advanced = at - Date.now()
  await owner.query('update app_clock set advanced_by = make_interval(secs => $1)', [advanced / 1_000])
  setClockAdvance(advanced)
}

const idOf = (kind: number, n: string) => `('01970000-0000-700${kind}-8000-' || lpad(${n}::text, 12, '0'))::uuid`

async function fillDemoData(owner: pg.Client, startsAt: Date): Promise<void> {
  await owner.query(
    `insert into profiles (id, email, user_type) select ${idOf(1, 'n')}, 'creator' || n || '@bench.example', 'creator' from generate_series(1, ${CREATORS}) n`,
  )
  await owner.query(
    `insert into creators (profile_id, verification_status) select ${idOf(1, 'n')}, 'approved' from generate_series(1, ${CREATORS}) n`,
  )
  await owner.query(
    `insert into profiles (id, email, user_type) select ${idOf(2, 'n')}, 'fan' || n || '@bench.example', 'fan' from generate_series(1, ${FANS}) n`,
  )
  await owner.query(
    `insert into subscription_plans (id, name, display_name, length_count, length_unit, position, price_ugx, price_usd) values ($1, 'monthly', 'Monthly', 1, 'month', 1, ${PRICE}, 499) on conflict do nothing`,
    [PLAN],
  )
  await owner.query(
    `insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state, completed_at)
     select ${idOf(3, 'n')}, 'pass', $1, 'Monthly', ${idOf(2, 'n')}, n::text, 'fan' || n || '@bench.example', ${PRICE}, 'UGX', '{}', n::text, '', 'completed', $2
     from generate_series(1, ${FANS}) n`,
    [PLAN, startsAt],
  )
  await owner.query(
    `insert into subscriptions (id, user_id, plan_id, purchase_id, starts_at, expires_at, deferred_minor)
     select ${idOf(4, 'n')}, ${idOf(2, 'n')}, (select id from subscription_plans where name = 'monthly'), ${idOf(3, 'n')}, $1::timestamptz, $1::timestamptz + interval '30 days', ${PRICE}
     from generate_series(1, ${FANS}) n`,
    [startsAt],
  )
  const platform = (purpose: LedgerAccount['purpose']): LedgerAccount => ({ purpose, ownerId: null, currency: 'UGX' })
  const sum = PRICE * BigInt(FANS)
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'pass_paid',
      idempotencyKey: 'all passes of the benchmark',
      causeKind: 'bench',
      causeId: newId(),
      happenedAt: startsAt,
      lines: [debit(platform('gateway_clearing'), sum), credit(platform('deferred_pass_revenue'), sum)],
    }),
  )
  await owner.query('analyze')
}

/** Some creators are viewed by far more fans than others, as in reality. */
async function fillUses(owner: pg.Client, week: string): Promise<void> {
  await owner.query(
    `insert into creator_uses (fan_id, creator_id, day)
     select ${idOf(2, 'u.f')}, ${idOf(1, 'u.creator')}, $1::date + (floor(random() * 7))::int
     from (select f, (1 + floor(${CREATORS} * power(random(), 2)))::int as creator from generate_series(1, ${FANS}) f, generate_series(1, ${USED})) u,
       generate_series(1, ${DAYS}) on conflict do nothing`,
    [week],
  )
}
