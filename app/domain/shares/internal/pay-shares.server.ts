import { type NewEarning, recordEarnings } from '#app/domain/earnings/record-earning.server.ts'
import { postEntries } from '#app/domain/ledger/post-entries.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { sql } from 'kysely'
import { passRevenueShared } from '../entries.ts'

const AT_ONCE = 250

/** Posts what each creator gets of a run, some hundred per transaction; what is posted already is left alone. */
export async function payShares(runId: string): Promise<void> {
  while ((await inTransaction((tx) => paySome(tx, runId))) === AT_ONCE);
}

async function paySome(tx: Tx, runId: string): Promise<number> {
  const shares = await tx
    .selectFrom('share_payments')
    .select(['creator_id', 'net_minor', 'fee_minor', 'card_net_minor', 'card_fee_minor'])
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
    shares.flatMap((share, index) => earningsOf(runId, share, { entryId: posted[index]!.entryId, at })),
  )
  await sql`
    update share_payments p set entry_id = s.entry
    from unnest(${shares.map((share) => share.creator_id)}::uuid[], ${posted.map((one) => one.entryId)}::uuid[]) as s (creator, entry)
    where p.run_id = ${runId} and p.creator_id = s.creator`.execute(tx)
  return shares.length
}

type Share = {
  creator_id: string
  net_minor: bigint
  fee_minor: bigint
  card_net_minor: bigint
  card_fee_minor: bigint
}

/** The card-paid part is an earning of its own: it may be released later than the rest. */
function earningsOf(runId: string, share: Share, { entryId, at }: { entryId: string; at: Date }): NewEarning[] {
  const other = { net: share.net_minor - share.card_net_minor, fee: share.fee_minor - share.card_fee_minor }
  const card = { net: share.card_net_minor, fee: share.card_fee_minor }
  return [
    { part: other, causeKind: 'share_run', cardFunded: false },
    { part: card, causeKind: 'share_run_card', cardFunded: true },
  ].flatMap(({ part, causeKind, cardFunded }) =>
    part.net + part.fee === 0n
      ? []
      : {
          creatorId: share.creator_id,
          source: 'pass_share' as const,
          causeKind,
          causeId: runId,
          entryId,
          grossMinor: part.net + part.fee,
          feeMinor: part.fee,
          cardFunded,
          at,
        },
  )
}
