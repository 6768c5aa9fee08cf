import { debitsOfSql } from '#app/domain/ledger/debits-of.ts'

/**
 * As SQL, what a wallet has spent on things that are no purchases: earnings whose entry took money out of it, at once or from a hold, with
 * what chargebacks that stand cover of their price. `ownerId` is a parameter or a column.
 */
export const spendingsOfSql = ({ ownerId }: { ownerId: string }) => `
  select e.id as earning_id, e.creator_id, e.source, e.cause_kind, e.cause_id, e.gross_minor, e.fee_minor, e.net_minor, e.reversed_minor,
    coalesce(h.placed_at, e.earned_at) as at, e.earned_at, coalesce(covered.minor, 0)::bigint as covered_minor
  from (${debitsOfSql({ ownerId, purposes: ['wallet', 'wallet_holds'] })}) d
    join earnings e on e.entry_id = d.entry_id and e.cause_kind <> 'purchase'
    left join wallet_holds h on h.owner_id = d.owner_id and h.ended_entry_id = d.entry_id
    left join lateral (select sum(s.amount_minor) as minor from chargeback_spendings s join chargebacks b on b.id = s.chargeback_id
      where s.earning_id = e.id and b.won_entry_id is null) covered on true`
