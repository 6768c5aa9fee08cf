import type pg from 'pg'

const FANS = 1_000
const CREATORS = 1_000
const LINES_OF_A_SALE = 3

const id = (group: number, number: string) =>
  `('01970000-0000-7000-80${String(group).padStart(2, '0')}-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const FAN = id(1, 'f')
const CREATOR = id(2, 'c')
const GROSS = '((1000 + n % 500) * 100)::bigint'
const FEE = `(${GROSS} * 2000 / 10000 / 100 * 100)`

/**
 * Fills the ledger as so many real postings would: fans top up at the gateway and tip from their wallets. It inserts in sets and
 * bypasses the commands, but the result is as consistent as theirs. Without `rows` only the ledger is filled, for measuring its size.
 */
export async function fillBooks(owner: pg.Client, postings: number, { rows }: { rows: boolean }): Promise<void> {
  const sales = Math.floor((postings - FANS * LINES_OF_A_SALE) / LINES_OF_A_SALE)
  await owner.query('set session_replication_role = replica')
  await owner.query('set statement_timeout = 0')
  await people(owner)
  await topUps(owner, sales, rows)
  await sell(owner, sales, rows)
  await owner.query(`update ledger_balances b set balance_minor = s.total from (
    select account_id, sum(amount_minor)::bigint as total from postings group by 1) s where s.account_id = b.account_id`)
  await owner.query('set session_replication_role = origin')
  await owner.query(
    'vacuum analyze journal_entries, postings, ledger_balances, ledger_accounts, purchases, earnings, tips',
  )
}

async function people(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into profiles (id, email, user_type) select ${FAN}, 'fan' || f || '@bench.example', 'fan' from generate_series(1, ${FANS}) f`,
  )
  await owner.query(
    `insert into profiles (id, email, user_type) select ${CREATOR}, 'creator' || c || '@bench.example', 'creator' from generate_series(1, ${CREATORS}) c`,
  )
  await owner.query(`insert into creators (profile_id) select ${CREATOR} from generate_series(1, ${CREATORS}) c`)
  await owner.query(
    `select open_ledger_account(${id(3, 'f')}, 'wallet', ${FAN}, 'UGX', false, true) from generate_series(1, ${FANS}) f`,
  )
  await owner.query(
    `select open_ledger_account(${id(4, 'c')}, 'creator_pending', ${CREATOR}, 'UGX', true, false) from generate_series(1, ${CREATORS}) c`,
  )
  for (const [number, purpose] of ['gateway_clearing', 'gateway_fees', 'platform_revenue'].entries())
    await owner.query(`select open_ledger_account(${id(5, String(number))}, '${purpose}', null, 'UGX', true, false)`)
}

/** Each fan tops up once, by more than all their tips will cost. */
async function topUps(owner: pg.Client, sales: number, rows: boolean): Promise<void> {
  const amount = `(${Math.ceil(sales / FANS) + 1} * 150000)::bigint`
  const each = `from generate_series(1, ${FANS}) f`
  if (rows) {
    await owner.query(`insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, state, completed_at)
      select ${id(6, 'f')}, 'wallet_top_up', ${FAN}, 'Top-up', ${FAN}, 'bench', 'bench', ${amount}, 'UGX', '{}', 'top-up ' || f, '', 'completed', app_now() ${each}`)
    await owner.query(`insert into transactions (id, purchase_id, user_id, unauthenticated, flutterwave_tx_ref, transaction_type, payment_method, amount_minor, currency, email, customer_name, description, status, stage)
      select ${id(7, 'f')}, ${id(6, 'f')}, ${FAN}, false, 'bench-' || f, 'wallet_top_up', 'card', ${amount}, 'UGX', 'bench', 'bench', 'bench', 'succeeded', 'closed' ${each}`)
    await owner.query(`insert into gateway_charges (gateway, provider_id, transaction_id, status, raw_status, amount_minor, currency, outcome)
      select 'bench', f::text, ${id(7, 'f')}, 'succeeded', 'successful', ${amount}, 'UGX', 'settled' ${each}`)
  }
  await owner.query(`insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
    select ${id(8, 'f')}, 'wallet_topped_up', 'charge:bench:' || f, '', 'transaction', ${id(7, 'f')}, app_now() ${each}`)
  await owner.query(`insert into postings (entry_id, line, account_id, amount_minor, currency)
    select ${id(8, 'f')}, line, account, part, 'UGX' ${each} cross join lateral (values
      (1, ${id(5, '0')}, ${amount} * 97 / 100), (2, ${id(5, '1')}, ${amount} - ${amount} * 97 / 100), (3, ${id(3, 'f')}, -${amount})) l (line, account, part)`)
}

async function sell(owner: pg.Client, sales: number, rows: boolean): Promise<void> {
  const AT_ONCE = 500_000
  for (let from = 1; from <= sales; from += AT_ONCE) {
    const each = `from (select n, n % ${FANS} + 1 as f, n % ${CREATORS} + 1 as c from generate_series(${from}, ${Math.min(sales, from + AT_ONCE - 1)}) n) s`
    const sale = id(10, 'n')
    const entry = id(11, 'n')
    if (rows) {
      await owner.query(`insert into purchases (id, kind, product_id, product_name, buyer_id, buyer_scope, buyer_email, amount_minor, currency, quote, idempotency_key, checkout_hash, paid_from, state, completed_at)
        select ${sale}, 'tip', ${CREATOR}, 'Tip', ${FAN}, 'bench', 'bench', ${GROSS}, 'UGX', '{}', 'tip ' || n, '', 'wallet', 'completed', app_now() ${each}`)
      await owner.query(
        `insert into tips (id, purchase_id, fan_id, creator_id, context, amount_minor) select ${sale}, ${sale}, ${FAN}, ${CREATOR}, 'profile', ${GROSS} ${each}`,
      )
      await owner.query(`insert into earnings (id, creator_id, source, cause_kind, cause_id, entry_id, gross_minor, fee_minor, net_minor, earned_at, available_at)
        select ${sale}, ${CREATOR}, 'tip', 'purchase', ${sale}, ${entry}, ${GROSS}, ${FEE}, ${GROSS} - ${FEE}, app_now(), app_now() + interval '7 days' ${each}`)
    }
    await owner.query(`insert into journal_entries (id, kind, idempotency_key, fingerprint, cause_kind, cause_id, happened_at)
      select ${entry}, 'tip_paid', 'purchase:' || ${sale}, '', 'purchase', ${sale}, app_now() ${each}`)
    await owner.query(`insert into postings (entry_id, line, account_id, amount_minor, currency)
      select ${entry}, line, account, part, 'UGX' ${each} cross join lateral (values
        (1, ${id(3, 'f')}, ${GROSS}), (2, ${id(4, 'c')}, -(${GROSS} - ${FEE})), (3, ${id(5, '2')}, -${FEE})) l (line, account, part)`)
  }
}
