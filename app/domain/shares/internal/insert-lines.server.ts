import { type RawBuilder, sql } from 'kysely'
import { addToDay, startOfDay } from '#app/domain/usage/day.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { FIRST_DAY, followsAt, LAST_DAY } from './count-passes.server.ts'

/** The rest of the former rule, and the fee that was shown with it. */
export type Carried = { netMinor: bigint; feeMinor: bigint }

/** The lines of every pass that a run shares, and of the rest of the former rule, which is shared by the days of these passes. */
export async function insertLines(tx: Tx, runId: string, week: string, carried: Carried): Promise<void> {
  await insertByWeight(tx, runId, weightsOfPasses(runId, week), 'bigint')
  if (carried.netMinor + carried.feeMinor > 0n)
    await insertByWeight(tx, runId, weightsOfCarried(runId, carried), 'numeric')
}

/** Days by creator of each pass that was used; for the others, the creators whom their fans follow. */
function weightsOfPasses(runId: string, week: string): RawBuilder<unknown> {
  return sql`
    select p.pass_id, p.fan_id, u.creator_id, p.basis, count(*)::bigint as weight, p.gross_minor - p.fee_minor as net, p.fee_minor as fee
    from share_passes p join subscriptions s on s.id = p.pass_id
    join creator_uses u on u.fan_id = p.fan_id and u.day >= ${week}::date and u.day < ${week}::date + 7
      and u.day between ${FIRST_DAY} and ${LAST_DAY}
    where p.run_id = ${runId} and p.basis = 'used' group by p.run_id, p.pass_id, u.creator_id
    union all
    select p.pass_id, p.fan_id, o.creator_id, p.basis, 1::bigint, p.gross_minor - p.fee_minor, p.fee_minor
    from share_passes p join (${sql`select o.fan_id, o.creator_id from ${followsAt(startOfDay(addToDay(week, 7)))}`}) o on o.fan_id = p.fan_id
    where p.run_id = ${runId} and p.basis = 'followed'`
}

function weightsOfCarried(runId: string, carried: Carried): RawBuilder<unknown> {
  return sql`
    select null::uuid as pass_id, null::uuid as fan_id, creator_id, 'common' as basis, sum(weight)::bigint as weight,
      ${carried.netMinor}::bigint as net, ${carried.feeMinor}::bigint as fee
    from share_lines where run_id = ${runId} and basis = 'used' group by creator_id`
}

/**
 * Largest remainder, ties to the smaller id: whole shillings, the net and the fee with it. Products of what was carried may exceed a
 * bigint, those of one pass never do.
 */
async function insertByWeight(
  tx: Tx,
  runId: string,
  weights: RawBuilder<unknown>,
  numbers: 'bigint' | 'numeric',
): Promise<void> {
  const type = sql.raw(numbers)
  const quotient = (of: 'net' | 'fee') =>
    numbers === 'bigint' ? sql`${sql.raw(of)} * weight / total` : sql`div(${sql.raw(of)} * weight, total)::bigint`
  await sql`
    with weights as (${weights}),
    parts as (
      select pass_id, fan_id, creator_id, basis, weight, (net / 100)::${type} as net, (fee / 100)::${type} as fee,
        (sum(weight) over pass)::${type} as total
      from weights window pass as (partition by pass_id)
    ), cut as (
      select *, ${quotient('net')} as net_floor, mod(net * weight, total) as net_rest,
        ${quotient('fee')} as fee_floor, mod(fee * weight, total) as fee_rest
      from parts
    ), ranked as (
      select *, net - sum(net_floor) over pass as net_left, fee - sum(fee_floor) over pass as fee_left,
        row_number() over (partition by pass_id order by net_rest desc, creator_id) as net_rank,
        row_number() over (partition by pass_id order by fee_rest desc, creator_id) as fee_rank
      from cut window pass as (partition by pass_id)
    )
    insert into share_lines (run_id, pass_id, fan_id, creator_id, basis, weight, net_minor, fee_minor)
    select ${runId}::uuid, pass_id, fan_id, creator_id, basis, weight,
      (net_floor + (net_rank <= net_left)::int) * 100, (fee_floor + (fee_rank <= fee_left)::int) * 100
    from ranked`.execute(tx)
}
