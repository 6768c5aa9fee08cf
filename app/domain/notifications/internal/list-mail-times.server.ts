import type { Preference } from '#app/domain/events/topics.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { type DigestChoice, isInDigest, nextDigest, STANDARD_DIGEST } from '../digest.ts'
import { heldUntil } from '../quiet-hours.ts'
import { listQuietHours } from './list-held.server.ts'

/** Until when a mail waits, or null where it is sent at once; and whether it waits for the digest. */
export type MailTime = { until: Date | null; inDigest: boolean }

/** When each of these people is mailed about an event; those who are not mailed about it are left out. */
export async function listMailTimes(
  tx: Tx,
  profileIds: readonly string[],
  { preference, hasMail }: { preference: Preference; hasMail: boolean },
): Promise<Map<string, MailTime>> {
  if (profileIds.length === 0) return new Map()
  const at = now()
  const digests = await tx
    .selectFrom('digest_choices')
    .select(['profile_id as id', 'all_mails as allMails', 'hour'])
    .where('profile_id', 'in', profileIds)
    .execute()
  const quiet = await listQuietHours(tx, profileIds)
  const digestOf = new Map<string, DigestChoice>(digests.map(({ id, ...choice }) => [id, choice]))
  const times = new Map<string, MailTime>()
  for (const id of profileIds) {
    const digest = digestOf.get(id) ?? STANDARD_DIGEST
    const hours = quiet.get(id) ?? null
    if (isInDigest(preference, hasMail, digest)) times.set(id, { until: nextDigest(at, digest, hours), inDigest: true })
    else if (hasMail) times.set(id, { until: heldUntil(at, preference, hours), inDigest: false })
  }
  return times
}
