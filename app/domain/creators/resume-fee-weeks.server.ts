import { publish } from '#app/domain/events/publish.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { goOnFrom } from './fee-week.ts'

/**
 * Resumes paused time from `at`: what was left of each paid period when it was paused follows the one before. The caller updates the
 * feed's index.
 */
export async function resumeFeeWeeks(tx: Tx, creatorId: string, at: Date): Promise<void> {
  const creator = await tx
    .selectFrom('creators')
    .select('fee_paused_at')
    .where('profile_id', '=', creatorId)
    .forUpdate()
    .executeTakeFirst()
  const stopped = creator?.fee_paused_at
  if (!stopped) return
  const listings = await tx
    .selectFrom('creator_listings')
    .select(['id', 'source_kind', 'source_id', 'starts_at', 'ends_at'])
    .where('creator_id', '=', creatorId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', stopped)
    .orderBy('starts_at')
    .orderBy('ends_at')
    .execute()
  for (const { listing, startsAt, endsAt } of goOnFrom(listings, stopped, at)) {
    const times = { starts_at: startsAt, ends_at: endsAt }
    await tx.updateTable('creator_listings').set(times).where('id', '=', listing.id).execute()
    if (listing.source_kind === 'creator_fee')
      await tx.updateTable('creator_fee_weeks').set(times).where('id', '=', listing.source_id).execute()
  }
  await tx.updateTable('creators').set({ fee_paused_at: null }).where('profile_id', '=', creatorId).execute()
  if (listings.length > 0)
    await publish(tx, {
      actorId: null,
      event: 'creator_fee_resumed',
      objectId: creatorId,
      detail: { stopped_at: stopped.toISOString(), periods: listings.length },
    })
}
