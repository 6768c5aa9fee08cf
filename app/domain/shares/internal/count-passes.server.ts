import { sql } from 'kysely'
import { cardFundedSql } from '#app/domain/payments/card-funded.server.ts'
import type { Tx } from '#app/platform/db.server.ts'

type Week = { id: string; week: string; end: Date; platformFeeBasisPoints: number }
type Counted = { grossMinor: bigint; feeMinor: bigint; breakageMinor: bigint }

/** The first and the last day of a pass `s`, as SQL: days of Kampala. Use counts on both of them and between. */
export const FIRST_DAY = sql`(s.starts_at at time zone 'Africa/Kampala')::date`
export const LAST_DAY = sql`((s.expires_at - interval '1 millisecond') at time zone 'Africa/Kampala')::date`

/** The follows at the end of a week, as SQL: who follows `o` whom, where that creator may earn. */
export function followsAt(end: Date) {
  return sql`follows o join creators c on c.profile_id = o.creator_id and c.verification_status = 'approved'
    and o.creator_id <> o.fan_id and o.created_at < ${end}`
}

/**
 * Stores what becomes of each pass in the week: `earnedUntil` and the basis of `sharePass`, for all at once. Only paid passes are included.
 * The unearned rest of a partly refunded pass belongs to nobody any more and is breakage.
 */
export async function countPasses(tx: Tx, { id, week, end, platformFeeBasisPoints }: Week): Promise<Counted> {
  const { rows } = await sql<{ gross: bigint; fee: bigint; breakage: bigint }>`
    with passes as (
      select s.id, s.user_id, s.purchase_id, s.status = 'active' as runs, s.deferred_minor, s.earned_minor, s.kept_minor,
        s.deferred_minor - s.earned_minor + s.kept_minor - s.refunded_minor as owed,
        s.expires_at <= ${end} or s.status <> 'active' as ends, ${FIRST_DAY} as first_day, ${LAST_DAY} as last_day,
        greatest(1, (s.expires_at at time zone 'Africa/Kampala')::date - ${FIRST_DAY}) as days,
        greatest(0, ${week}::date + 7 - ${FIRST_DAY}) as passed
      from subscriptions s
      where s.starts_at < ${end} and s.deferred_minor - s.earned_minor + s.kept_minor - s.refunded_minor > 0
    ), due as (
      select *, case when not runs then greatest(0, owed - kept_minor)
        when passed >= days then deferred_minor - earned_minor
        else greatest(0, deferred_minor * passed / days / 100 * 100 - earned_minor) end as earned,
        case when runs then kept_minor else least(kept_minor, owed) end as kept_before
      from passes
    ), users as (
      select d.id from due d join creator_uses u on u.fan_id = d.user_id
        and u.day >= ${week}::date and u.day < ${week}::date + 7 and u.day between d.first_day and d.last_day
      where d.runs group by d.id
    ), followers as (
      select o.fan_id from ${followsAt(end)} group by o.fan_id
    ), based as (
      select d.*, case when u.id is not null then 'used' when f.fan_id is not null and d.runs and d.earned > 0 then 'followed' else 'none' end as basis
      from due d left join users u on u.id = d.id left join followers f on f.fan_id = d.user_id
      where d.earned > 0 or (d.kept_before > 0 and (d.ends or u.id is not null))
    ), parted as (
      select *, case basis when 'used' then earned + kept_before when 'followed' then earned else 0 end as gross from based
    ), noted as (
      insert into share_passes (run_id, pass_id, fan_id, basis, earned_minor, kept_before_minor, gross_minor, fee_minor, kept_minor, breakage_minor, card_funded)
      select ${id}::uuid, id, user_id, basis, earned, kept_minor, gross,
        gross - (gross - (gross * ${platformFeeBasisPoints}::int / 10000) / 100 * 100) / 100 * 100,
        case when ends then kept_minor - kept_before else earned + kept_minor - gross end,
        case when ends then earned + kept_before - gross else 0 end,
        gross > 0 and ${sql.raw(cardFundedSql('parted.purchase_id'))}
      from parted
      returning gross_minor, fee_minor, breakage_minor
    )
    select coalesce(sum(gross_minor), 0)::bigint as gross, coalesce(sum(fee_minor), 0)::bigint as fee,
      coalesce(sum(breakage_minor), 0)::bigint as breakage from noted`.execute(tx)
  const { gross, fee, breakage } = rows[0]!
  return { grossMinor: gross, feeMinor: fee, breakageMinor: breakage }
}
