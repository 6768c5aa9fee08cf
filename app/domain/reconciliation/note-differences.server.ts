import { cutGraphemes } from '#app/platform/graphemes.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { Difference, DifferenceKind } from './difference.ts'

const MAX_DESCRIPTION_LENGTH = 500

/**
 * Puts differences into the queue. One that was explained and is found again is open again; one that a person has settled stays settled
 * while it is about the same sum. Returns how many are new or open again.
 */
export async function noteDifferences(tx: Tx, differences: readonly Difference[]): Promise<number> {
  let opened = 0
  for (const difference of differences) if (await note(tx, difference)) opened += 1
  return opened
}

async function note(tx: Tx, difference: Difference): Promise<boolean> {
  const { kind, subject, amount, object } = difference
  const at = now()
  const facts = {
    currency: amount?.currency ?? null,
    amount_minor: amount?.amountMinor ?? null,
    description: cutGraphemes(difference.description, MAX_DESCRIPTION_LENGTH),
    last_seen_at: at,
  }
  const made = await tx
    .insertInto('reconciliation_differences')
    .values({
      id: newId(),
      kind,
      subject,
      ...facts,
      causes_at: difference.causesAt,
      object_kind: object?.kind ?? null,
      object_id: object?.id ?? null,
      first_seen_at: at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) {
    await notify(tx, made.id, kind)
    return true
  }
  const before = await tx
    .selectFrom('reconciliation_differences')
    .select(['id', 'state', 'amount_minor'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const stays = before.state === 'settled' && before.amount_minor === facts.amount_minor
  const again = !stays && before.state !== 'open'
  await tx
    .updateTable('reconciliation_differences')
    .set({ ...facts, ...(again ? { state: 'open', ended_at: null, settled_by: null } : {}) })
    .where('id', '=', before.id)
    .execute()
  if (again) await notify(tx, before.id, kind)
  return again
}

function notify(tx: Tx, differenceId: string, kind: DifferenceKind): Promise<void> {
  return publish(tx, {
    actorId: null,
    event: 'difference_found',
    objectId: differenceId,
    detail: { kind, severity: 'high' },
  })
}

/** Closes open differences that a comparison covered and no longer found, as explained. Returns how many. */
export async function explainGone(
  tx: Tx,
  gone: { kinds: readonly DifferenceKind[]; notSeenSince: Date; causedSince: Date | null },
): Promise<number> {
  const { rows } = await sql`
    update reconciliation_differences set state = 'explained', ended_at = ${now()}
    where state = 'open' and kind = any (${[...gone.kinds]}::text[]) and last_seen_at < ${gone.notSeenSince}
      and (${gone.causedSince}::timestamptz is null or causes_at >= ${gone.causedSince}) returning id`.execute(tx)
  return rows.length
}
