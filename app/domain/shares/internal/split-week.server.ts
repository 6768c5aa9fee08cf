import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { allowWholeWeek } from './allow-whole-week.server.ts'

/** Shares a counted week among the creators by the rule of `shareWeek`, for everybody at once, and sums up what each of them gets. */
export async function splitWeek(tx: Tx, runId: string): Promise<void> {
  await allowWholeWeek(tx)
  const run = await tx
    .selectFrom('share_runs')
    .select(['week', 'carried_in_minor', 'carried_in_fee_minor'])
    .where('id', '=', runId)
    .where('state', '=', 'earned')
    .forUpdate()
    .executeTakeFirst()
  if (!run) return
  await insertLines(tx, runId, weightsOfFans(runId, run.week), 'bigint')
  const common = await commonPool(tx, runId, run)
  const shared = await insertLines(tx, runId, weightsOfAll(run.week, common), 'numeric')
  await sql`
    insert into share_payments (run_id, creator_id, fans, days, net_minor, fee_minor)
    select run_id, creator_id, count(fan_id)::int, coalesce(sum(weight) filter (where basis = 'used'), 0)::int, sum(net_minor)::bigint, sum(fee_minor)::bigint
    from share_lines where run_id = ${runId} group by run_id, creator_id having sum(net_minor) > 0`.execute(tx)
  await tx
    .updateTable('share_runs')
    .set({
      state: 'split',
      carried_out_minor: shared ? 0n : common.netMinor,
      carried_out_fee_minor: shared ? 0n : common.feeMinor,
    })
    .where('id', '=', runId)
    .execute()
}

type Pool = { netMinor: bigint; feeMinor: bigint }

/** Days by creator of each fan who used anybody; of the others, whom they follow. */
function weightsOfFans(runId: string, week: string): RawBuilder<unknown> {
  const inWeek = sql`u.day >= ${week}::date and u.day < ${week}::date + 7`
  return sql`
    select f.fan_id, u.creator_id, 'used' as basis, count(*)::bigint as weight, f.gross_minor - f.fee_minor as net, f.fee_minor as fee
    from share_fans f join creator_uses u on u.fan_id = f.fan_id and ${inWeek}
    where f.run_id = ${runId} group by f.fan_id, u.creator_id, f.gross_minor, f.fee_minor
    union all
    select f.fan_id, o.creator_id, 'followed', 1::bigint, f.gross_minor - f.fee_minor, f.fee_minor
    from share_fans f join follows o on o.fan_id = f.fan_id and o.creator_id <> f.fan_id
    join creators c on c.profile_id = o.creator_id and c.verification_status = 'approved'
    where f.run_id = ${runId} and not exists (select from creator_uses u where u.fan_id = f.fan_id and ${inWeek})`
}

/** The common pool goes by everybody's days. */
function weightsOfAll(week: string, pool: Pool): RawBuilder<unknown> {
  return sql`
    select null::uuid as fan_id, u.creator_id, 'common' as basis, count(*)::bigint as weight, ${pool.netMinor}::bigint as net, ${pool.feeMinor}::bigint as fee
    from creator_uses u
    where u.day >= ${week}::date and u.day < ${week}::date + 7 and ${pool.netMinor + pool.feeMinor}::bigint > 0
    group by u.creator_id`
}

/** What nobody's days nor follows claim, with what the week before left over. */
async function commonPool(
  tx: Tx,
  runId: string,
  run: { carried_in_minor: bigint; carried_in_fee_minor: bigint },
): Promise<Pool> {
  const { rows } = await sql<{ net: bigint; fee: bigint }>`
    select coalesce(sum(f.gross_minor - f.fee_minor), 0)::bigint as net, coalesce(sum(f.fee_minor), 0)::bigint as fee
    from share_fans f
    where f.run_id = ${runId} and not exists (select from share_lines l where l.run_id = f.run_id and l.fan_id = f.fan_id)`.execute(
    tx,
  )
  return { netMinor: rows[0]!.net + run.carried_in_minor, feeMinor: rows[0]!.fee + run.carried_in_fee_minor }
}

/**
 * Largest remainder, ties to the smaller id: whole shillings, the net and the fee beside it. Products of the common pool may exceed a
 * bigint, those of one fan never do. Returns whether there was anything to share.
 */
async function insertLines(
  tx: Tx,
  runId: string,
  weights: RawBuilder<unknown>,
  numbers: 'bigint' | 'numeric',
): Promise<boolean> {
  const type = sql.raw(numbers)
  const quotient = (of: 'net' | 'fee') =>
    numbers === 'bigint' ? sql`${sql.raw(of)} * weight / total` : sql`div(${sql.raw(of)} * weight, total)::bigint`
  const { rows } = await sql<{ lines: bigint }>`
    with weights as (${weights}),
    parts as (
      select fan_id, creator_id, basis, weight, (net / 100)::${type} as net, (fee / 100)::${type} as fee,
        (sum(weight) over fan)::${type} as total
      from weights window fan as (partition by fan_id)
    ), cut as (
      select *, ${quotient('net')} as net_floor, mod(net * weight, total) as net_rest,
        ${quotient('fee')} as fee_floor, mod(fee * weight, total) as fee_rest
      from parts
    ), ranked as (
      select *, net - sum(net_floor) over fan as net_left, fee - sum(fee_floor) over fan as fee_left,
        row_number() over (partition by fan_id order by net_rest desc, creator_id) as net_rank,
        row_number() over (partition by fan_id order by fee_rest desc, creator_id) as fee_rank
      from cut window fan as (partition by fan_id)
    ), written as (
      insert into share_lines (run_id, fan_id, creator_id, basis, weight, net_minor, fee_minor)
      select ${runId}::uuid, fan_id, creator_id, basis, weight,
        (net_floor + (net_rank <= net_left)::int) * 100, (fee_floor + (fee_rank <= fee_left)::int) * 100
      from ranked returning 1
    )
    select count(*) as lines from written`.execute(tx)
  return rows[0]!.lines > 0n
}
