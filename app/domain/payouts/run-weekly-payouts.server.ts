import { sql } from 'kysely'
import { settings } from '#app/domain/settings/settings.server.ts'
import { advisoryLock } from '#app/platform/advisory-lock.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, hasRow, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { log } from '#app/platform/log.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { lastRunAt, runDayOf } from './friday.ts'
import { type Payee, schedulePayouts } from './internal/schedule-payouts.server.ts'

const AT_ONCE = 100
const MAX_WAIT_MINUTES = 60

/**
 * Scheduled task: on Fridays at 09:00 of Kampala, every creator who has enough and may be paid gets a payout. It continues where it
 * stopped, and pays nobody twice in a week however often it runs. Returns how many payouts it made.
 */
export async function runWeeklyPayouts(): Promise<number> {
  const at = now()
  const day = runDayOf(at)
  await db
    .insertInto('payout_runs')
    .values({ day, started_at: now() })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const run = await db
    .selectFrom('payout_runs')
    .select(['started_at', 'finished_at'])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (run.finished_at !== null) return 0
  // What became available before the run belongs to it, even while releasing still runs; a failure there delays payouts only briefly.
  const waits = addMinutes(run.started_at, MAX_WAIT_MINUTES) > at
  if (waits && (await isReleasing(lastRunAt(at)))) return 0
  let made = 0
  for (let after: string | null = null; ;) {
    const payees: Payee[] = await listPayees(day, after)
    if (payees.length === 0) break
    made += await payAll(day, payees)
    after = payees.at(-1)!.creatorId
  }
  await inTransaction(async (tx) => {
    const ended = await tx
      .updateTable('payout_runs')
      .set({ finished_at: now() })
      .where('day', '=', day)
      .where('finished_at', 'is', null)
      .returning('day')
      .executeTakeFirst()
    if (ended && made > 0)
      await publish(tx, { actorId: null, event: 'payouts_scheduled', objectId: day, detail: { payouts: made } })
  })
  return made
}

function isReleasing(until: Date): Promise<boolean> {
  return hasRow(
    db.selectFrom('earnings').select('id').where('released_at', 'is', null).where('available_at', '<=', until).limit(1),
  )
}

/** Creators with enough earnings, a usable account, and no payout of this run yet; by id, a page at a time. */
async function listPayees(day: string, after: string | null): Promise<Payee[]> {
  const { minimumPayoutMinor } = await settings()
  const { rows } = await sql<Payee>`
    select c.profile_id as "creatorId", a.id as "accountId"
    from creators c join profiles p on p.id = c.profile_id
      join payout_accounts a on a.creator_id = c.profile_id and a.state = 'in_use'
      join ledger_accounts l on l.owner_id = c.profile_id and l.purpose = 'creator_available' and l.currency = 'UGX'
      join ledger_balances b on b.account_id = l.id
    where c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked
      and not exists (select from account_flags f where f.account_id = c.profile_id and f.cleared_at is null)
      and a.usable_from <= app_now() and a.name_check in ('matched', 'accepted') and a.refused_at is null
      and b.balance_minor < 0 and -b.balance_minor >= ${minimumPayoutMinor}
      and not exists (select from payouts o where o.creator_id = c.profile_id and o.run_day = ${day}::date)
      and (${after}::uuid is null or c.profile_id > ${after}::uuid)
    order by c.profile_id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Together, and if that fails one by one: a creator whose payout can't be made must not block the others. */
async function payAll(day: string, payees: readonly Payee[]): Promise<number> {
  try {
    return await payChunk(day, payees)
  } catch (error) {
    log.error({ err: error, day }, 'payouts could not be made together; they are made one by one')
  }
  let made = 0
  await forEachIsolated(payees, 'pay creators on Fridays', async (payee) => {
    made += await payChunk(day, [payee])
    return true
  })
  return made
}

function payChunk(day: string, payees: readonly Payee[]): Promise<number> {
  return inTransaction(async (tx) => {
    // Two workers of one week wait for each other here, and the second finds what the first has made.
    await advisoryLock(tx, `payout run ${day}`)
    const { minimumPayoutMinor } = await settings(tx)
    const paid = await tx
      .selectFrom('payouts')
      .select('creator_id')
      .where('run_day', '=', day)
      .where(
        'creator_id',
        'in',
        payees.map((payee) => payee.creatorId),
      )
      .execute()
    const done = new Set(paid.map((row) => row.creator_id))
    const left = payees.filter((payee) => !done.has(payee.creatorId))
    if (left.length === 0) return 0
    const made = await schedulePayouts(tx, left, {
      runDay: day,
      askedBy: null,
      retryOf: null,
      minMinor: minimumPayoutMinor,
    })
    return made.length
  })
}
