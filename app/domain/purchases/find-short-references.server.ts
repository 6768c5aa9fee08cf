import { shortReference } from '#app/domain/payments/reference.ts'
import { queryPrepared } from '#app/platform/db.server.ts'

export type Cause = { causeKind: string; causeId: string }

const REFERENCES = `
  with cause as (select distinct * from unnest($1::text[], $2::uuid[]) as c (kind, id)),
  purchase as (
    select c.id as cause_id, c.id as purchase_id from cause c where c.kind = 'purchase'
    union all select r.id, r.purchase_id from cause c join refunds r on r.id = c.id where c.kind = 'refund'
    union all select b.id, b.purchase_id from cause c join chargebacks b on b.id = c.id where c.kind = 'chargeback'
    union all select s.id, s.purchase_id from cause c join creator_subscriptions s on s.id = c.id
  )
  select p.cause_id as "causeId", coalesce(
    (select t.flutterwave_tx_ref from transactions t where t.purchase_id = p.purchase_id order by t.status = 'succeeded' desc, t.id desc limit 1),
    replace(p.purchase_id::text, '-', '')) as reference
  from purchase p where p.purchase_id is not null`

/** The references, "PCH-7Q4D-K2M9", that people have of the purchases behind these causes of ledger entries; others are left out. */
export async function findShortReferences(causes: readonly Cause[]): Promise<Map<string, string>> {
  const rows = await queryPrepared<{ causeId: string; reference: string }>('short-references', REFERENCES, [
    causes.map(({ causeKind }) => causeKind),
    causes.map(({ causeId }) => causeId),
  ])
  return new Map(rows.map(({ causeId, reference }) => [causeId, shortReference(reference)]))
}
