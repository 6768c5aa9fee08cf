import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'

export type HaltReason = 'hour' | 'day' | 'gateway'

const REASONS: Record<HaltReason, string> = {
  hour: 'More would have left in an hour than the settings allow',
  day: 'More would have left in a day than the settings allow',
  gateway: 'The gateway does not accept our payouts',
}

/** Stops all sending until a person resumes it. Stopping twice has the effect of once. */
export async function haltPayouts(tx: Tx, reason: HaltReason, detail: string): Promise<void> {
  const halt = await tx
    .insertInto('payout_halts')
    .values({ id: newId(), reason, detail: detail.slice(0, 300) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!halt) return
  await publish(tx, {
    actorId: null,
    event: 'payouts_halted',
    objectId: halt.id,
    detail: { reason, severity: 'high' },
    alert: { about: REASONS[reason] },
  })
}

/** Whether payouts may leave now. */
export async function maySend(connection: Db | Tx = db): Promise<boolean> {
  const open = await connection
    .selectFrom('payout_halts')
    .select('id')
    .where('resumed_at', 'is', null)
    .executeTakeFirst()
  return open === undefined
}

/** The limit that one more payout would exceed, counted since a person last checked; called under the lock of the outflow. */
export async function brokenLimit(tx: Tx, netMinor: bigint): Promise<{ reason: HaltReason; detail: string } | null> {
  const { payoutsPerHourMinor, payoutsPerDayMinor } = await settings(tx)
  const { rows } = await sql<{ hour: bigint; day: bigint }>`
    with since as (select coalesce(max(resumed_at), '-infinity') as at from payout_halts)
    select coalesce(sum(net_minor) filter (where claimed_at > app_now() - interval '1 hour'), 0)::bigint as hour,
      coalesce(sum(net_minor), 0)::bigint as day
    from payouts, since
    where claimed_at > greatest(app_now() - interval '1 day', since.at) and state not in ('failed', 'cancelled')`.execute(
    tx,
  )
  const { hour, day } = rows[0]!
  if (hour + netMinor > payoutsPerHourMinor) return { reason: 'hour', detail: `${hour + netMinor}` }
  if (day + netMinor > payoutsPerDayMinor) return { reason: 'day', detail: `${day + netMinor}` }
  return null
}
