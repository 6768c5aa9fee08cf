import { queryPrepared } from '#app/platform/db.server.ts'

/** When the last paid or granted stretch of a creator's visibility ended or will end; null where there never was one. */
export async function findLastPaidDay(creatorId: string): Promise<Date | null> {
  const [row] = await queryPrepared<{ ends_at: Date | null }>(
    'last-paid-day',
    'select max(ends_at) as ends_at from creator_listings where creator_id = $1 and revoked_at is null',
    [creatorId],
  )
  return row?.ends_at ?? null
}
