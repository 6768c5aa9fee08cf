import { sql } from 'kysely'
import { openNumber } from '#app/domain/payouts/account-number.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { type Tie, tiesOf } from '../chargeback-ties.ts'

/** The ties between the payer of a purchase and a creator who earned by it. */
export async function findTies(tx: Tx, purchase: PurchaseRow, creatorId: string): Promise<Tie[]> {
  if (purchase.buyer_id === null) return []
  const [payer, accounts] = await Promise.all([factsOf(tx, purchase, creatorId), payoutAccountsOf(tx, creatorId)])
  return tiesOf({
    shareDevice: payer.share_device,
    payerNames: payer.names.filter((name) => name !== null),
    payerNumbers: payer.numbers.filter((number) => number !== null),
    payoutAccounts: accounts,
    accountsOfSharedNetwork: payer.accounts_of_network,
  })
}

type PayerFacts = {
  share_device: boolean
  names: (string | null)[]
  numbers: (string | null)[]
  accounts_of_network: number | null
}

async function factsOf(tx: Tx, purchase: PurchaseRow, creatorId: string): Promise<PayerFacts> {
  const buyerId = purchase.buyer_id
  const { rows } = await sql<PayerFacts>`
    with first_networks as (
      select distinct on (profile_id) profile_id, network from account_devices order by profile_id, first_seen_at, device_hash
    ), shared as (
      select mine.network from first_networks mine join first_networks theirs using (network)
      where mine.profile_id = ${buyerId} and theirs.profile_id = ${creatorId} and mine.network not in ('', 'unknown')
    )
    select
      exists (select from account_devices mine join account_devices theirs using (device_hash)
        where mine.profile_id = ${buyerId} and theirs.profile_id = ${creatorId})
      or exists (select from purchases mine join purchases theirs using (checkout_hash)
        where mine.buyer_id = ${buyerId} and theirs.buyer_id = ${creatorId} and length(mine.checkout_hash) > 0) as share_device,
      array(select t.customer_name from transactions t where t.purchase_id = ${purchase.id}
        union select display_name from profiles where id = ${buyerId}) as names,
      array(select t.phone_number from transactions t where t.purchase_id = ${purchase.id}
        union select unnest(array[phone, whatsapp_number]) from profiles where id = ${buyerId}) as numbers,
      (select count(distinct profile_id)::int from first_networks where network = (select network from shared)) as accounts_of_network
      where true`.execute(tx)
  const row = rows[0]!
  // No common network counts as no tie.
  return { ...row, accounts_of_network: row.accounts_of_network === 0 ? null : row.accounts_of_network }
}

async function payoutAccountsOf(tx: Tx, creatorId: string): Promise<{ name: string; number: string }[]> {
  const rows = await tx
    .selectFrom('payout_accounts')
    .select(['id', 'account_name', 'number', 'sealed_number'])
    .where('creator_id', '=', creatorId)
    .where('state', 'in', ['in_use', 'replaced'])
    .execute()
  return rows.map((row) => ({ name: row.account_name, number: openNumber(row) }))
}
