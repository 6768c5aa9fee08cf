import { recordEarnings } from '#app/domain/earnings/record-earning.server.ts'
import { postEntries } from '#app/domain/ledger/post-entries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { sql } from 'kysely'
import { passRevenueShared } from '../entries.ts'

const AT_ONCE = 250

/** Books what each creator gets of a run, some hundred in a transaction; what is booked already is left alone. */
export async function payShares(runId: string): Promise<void> {
  while ((await inTransaction((tx) => paySome(tx, runId))) === AT_ONCE);
}

async function paySome(tx: Tx, runId: string): Promise<number> {
  const shares = await tx
    .selectFrom('share_payments')
    .select(['creator_id', 'net_minor', 'fee_minor'])
    .where('run_id', '=', runId)
    .where('entry_id', 'is', null)
    .orderBy('creator_id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute()
  if (shares.length === 0) return 0
  const at = now()
  const posted = await postEntries(
    tx,
    shares.map((share) => passRevenueShared({ runId, creatorId: share.creator_id, netMinor: share.net_minor, at })),
  )
  await recordEarnings(
    tx,
    shares.map((share, index) => ({
      creatorId: share.creator_id,
      source: 'pass_share',
      causeKind: 'share_run',
      causeId: runId,
      entryId: posted[index]!.entryId,
      grossMinor: share.net_minor + share.fee_minor,
      feeMinor: share.fee_minor,
      at,
    })),
  )
  await sql`
    update share_payments p set entry_id = s.entry
    from unnest(${shares.map((share) => share.creator_id)}::uuid[], ${posted.map((one) => one.entryId)}::uuid[]) as s (creator, entry)
    where p.run_id = ${runId} and p.creator_id = s.creator`.execute(tx)
  return shares.length
}
