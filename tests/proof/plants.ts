import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

export type Module = Record<string, (...given: never[]) => unknown>

/** A bug as a developer might make it: a module with one function replaced, or a replaced function of the database. */
export type Plant =
  | { name: string; module: string; plant: (real: Module) => Partial<Record<string, unknown>> }
  | { name: string; sql: string; of: string }

type Money = { amountMinor: bigint; currency: string }
const allow = { allowed: true }

/** Bugs that cost somebody money; the histories must find each of them. */
export const PLANTS: readonly Plant[] = [
  {
    name: 'a missing lock: a balance is read without waiting for changes in progress',
    sql: `create or replace function lock_ledger_balances(p_accounts uuid[]) returns table (account_id uuid, balance_minor bigint)
      language sql security definer set search_path = public, pg_temp as
      $$ select b.account_id, b.balance_minor from ledger_balances b where b.account_id = any (p_accounts) $$`,
    of: 'lock_ledger_balances(uuid[])',
  },
  {
    name: 'a doubled credit: folding adds each amount twice',
    sql: `create or replace function fold_hot_accounts(p_limit integer) returns integer language plpgsql security definer
      set search_path = public, pg_temp as $$
      begin
        update ledger_balances b set balance_minor = b.balance_minor + 2 * s.total
          from (select account_id, sum(amount_minor)::bigint as total from ledger_unfolded group by 1) s where s.account_id = b.account_id;
        delete from ledger_unfolded;
        return 0;
      end $$`,
    of: 'fold_hot_accounts(integer)',
  },
  {
    name: 'floating point: the fee is a multiplication by 0.2',
    module: '#app/domain/money/money.ts',
    plant: () => ({
      splitFee: (gross: Money, percentage: number) => {
        const fee = BigInt(Math.round(Number(gross.amountMinor) * (percentage / 100)))
        return { fee: { ...gross, amountMinor: fee }, rest: { ...gross, amountMinor: gross.amountMinor - fee } }
      },
    }),
  },
  {
    name: 'a missing check: a fan who has a post can buy it again',
    module: '#app/domain/products/post-unlock/policy.ts',
    plant: () => ({ canBuyUnlock: () => allow }),
  },
  {
    name: 'a missing key: the same form makes a new purchase each time',
    module: '#app/platform/secrets.server.ts',
    plant: (real) => ({
      keyedHash: (purpose: string, text: string) =>
        (real.keyedHash as (purpose: string, text: string) => Buffer)(purpose, `${text} ${Math.random()}`),
    }),
  },
  {
    name: 'wrong delay: earnings are released after six days',
    module: '#app/domain/earnings/earning.ts',
    plant: () => ({ PENDING_DAYS: 6 }),
  },
  {
    name: 'wrong order: a refund takes from available earnings before pending ones',
    module: '#app/domain/earnings/entries.ts',
    plant: () => ({
      splitReversal: (amount: bigint, balances: { pendingMinor: bigint; availableMinor: bigint }) => {
        const availableMinor = amount < balances.availableMinor ? amount : balances.availableMinor
        const pendingMinor =
          amount - availableMinor < balances.pendingMinor ? amount - availableMinor : balances.pendingMinor
        return { availableMinor, pendingMinor, owedMinor: amount - availableMinor - pendingMinor }
      },
    }),
  },
  {
    name: 'a missing permission: anybody of staff decides refunds',
    module: '#app/domain/refunds/policy.ts',
    plant: () => ({ canDecideRefund: () => allow }),
  },
  {
    name: 'a missing second person: one person gives both approvals of a refund',
    module: '#app/domain/refunds/policy.ts',
    plant: () => ({ canSecondRefund: () => allow }),
  },
  {
    name: 'a missing owner check: anybody who knows a payout can cancel it',
    module: '#app/domain/payouts/policy.ts',
    plant: () => ({ canCancelPayout: () => allow }),
  },
  {
    name: 'wrong rounding: payouts are rounded down to tens of thousands',
    module: '#app/domain/payouts/payout.ts',
    plant: (real) => ({
      partsOf: (available: bigint, ...more: never[]) =>
        (real.partsOf as (available: bigint, ...more: never[]) => unknown)(
          (available / 1_000_000n) * 1_000_000n,
          ...more,
        ),
    }),
  },
  {
    name: 'a wrong split: the creator gets three quarters of a tip',
    module: '#app/domain/products/tip/entries.ts',
    plant: (real) => ({
      tipCredits: (price: Money, creatorId: string) =>
        (real.tipCredits as (price: Money, creatorId: string, basisPoints: number) => unknown)(price, creatorId, 2_500),
    }),
  },
  {
    name: 'a missing limit: the last use of a promo code can be repeated',
    module: '#app/domain/promotions/promo.ts',
    plant: () => ({ isUsedUp: () => false, checkPromo: () => allow }),
  },
  {
    name: 'a wrong share: the creator alone bears a partial refund by agreement',
    module: '#app/domain/products/creators-part.ts',
    plant: () => ({
      creatorsPart: (back: { amountMinor: bigint }, earning: { netMinor: bigint; takenMinor: bigint }) => {
        const left = earning.netMinor - earning.takenMinor
        return left < back.amountMinor ? left : back.amountMinor
      },
    }),
  },
  {
    name: 'a common pool: the share of every pass goes to the creator whom most fans used',
    module: '#app/domain/shares/internal/insert-lines.server.ts',
    plant: () => ({
      insertLines: (tx: Tx, runId: string, week: string) =>
        sql`insert into share_lines (run_id, pass_id, fan_id, creator_id, basis, weight, net_minor, fee_minor)
          select p.run_id, p.pass_id, p.fan_id, coalesce(
              (select creator_id from creator_uses where day >= ${week}::date and day < ${week}::date + 7
                group by 1 order by count(*) desc, 1 limit 1),
              (select min(creator_id::text)::uuid from follows f where f.fan_id = p.fan_id)),
            p.basis, 1, p.gross_minor - p.fee_minor, p.fee_minor
          from share_passes p where p.run_id = ${runId} and p.basis <> 'none'`.execute(tx),
    }),
  },
  {
    name: 'early breakage: a pass counts as ended two months too soon',
    module: '#app/domain/shares/internal/count-passes.server.ts',
    plant: (real) => ({
      countPasses: (tx: Tx, week: { end: Date }) =>
        (real.countPasses as (tx: Tx, week: unknown) => Promise<unknown>)(tx, {
          ...week,
          end: new Date(week.end.getTime() + 60 * 86_400_000),
        }),
    }),
  },
  {
    name: 'unpaid access counts: days of use by granted access count like paid ones',
    module: '#app/domain/shares/internal/count-passes.server.ts',
    plant: (real) => ({
      countPasses: async (tx: Tx, week: { week: string }) => {
        await sql`insert into creator_uses (fan_id, creator_id, day)
          select s.user_id, u.creator_id, u.day from creator_uses u join user_access a on a.user_id = u.fan_id
          cross join (select distinct user_id from subscriptions where status = 'active') s
          where u.day >= ${week.week}::date and u.day < ${week.week}::date + 7 on conflict do nothing`.execute(tx)
        return (real.countPasses as (tx: Tx, week: unknown) => Promise<unknown>)(tx, week)
      },
    }),
  },
]
