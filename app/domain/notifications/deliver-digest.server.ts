import { sql } from 'kysely'
import { noticeOf } from '#app/domain/events/registry.ts'
import { topicOf } from '#app/domain/events/topics.ts'
import { mailer } from '#app/gateways/mailer/mailer.server.ts'
import { config } from '#app/platform/config.server.ts'
import { db } from '#app/platform/db.server.ts'
import { isWanted, type StoredChoice } from './choices.ts'
import { renderDigest } from './digest-mail.ts'
import { claimDigest, markDeliveries } from './internal/delivery-log.server.ts'
import { listStoredChoices } from './internal/list-stored-choices.server.ts'

/** Longer than the mailer waits. */
const CLAIM_MINUTES = 2

/**
 * Sends one digest and records what became of each delivery in it. What was read on the site meanwhile, or switched off, is left out, and
 * closed accounts get none; where nothing is left no mail is sent. As `deliverMail`, it is sent again under the same id where the process
 * died before the mark.
 */
export async function deliverDigest(digestId: string): Promise<void> {
  const claimed = await claimDigest(digestId, CLAIM_MINUTES)
  if (claimed.length === 0) return
  const rows = await readDeliveries(claimed)
  const [first] = rows
  // They were deleted with the account.
  if (!first) return
  const choices = await listStoredChoices(db, first.profileId)
  const judged = rows.map((row) => ({ ...row, left: whyLeftOut(row, choices) }))
  for (const reason of new Set(judged.flatMap(({ left }) => left ?? [])))
    await markDeliveries(
      judged.filter(({ left }) => left === reason).map(({ id }) => id),
      'skipped',
      reason,
    )
  const sent = judged.filter(({ left }) => left === null)
  if (sent.length === 0) return
  const ids = sent.map(({ id }) => id)
  try {
    const topics = sent.map(({ event }) => topicOf(noticeOf(event).preference)!)
    await mailer().send({ id: digestId, to: first.email, ...renderDigest(topics, config()) })
  } catch (error) {
    await markDeliveries(ids, 'failed', String(error).slice(0, 300))
    throw error
  }
  await markDeliveries(ids, 'sent', '')
}

function whyLeftOut({ event, read, active }: Waiting, choices: readonly StoredChoice[]): string | null {
  if (!active) return 'the account is closed'
  if (read) return 'read before it was mailed'
  return isWanted(noticeOf(event).preference, 'email', choices) ? null : 'switched off'
}

type Waiting = { id: string; profileId: string; email: string; event: string; read: boolean; active: boolean }

/** With whether the person has seen the entry in their list of notifications. */
async function readDeliveries(ids: readonly string[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select d.id, d.profile_id as "profileId", p.email, o.event, p.account_status = 'active' as active, coalesce(n.read_at is not null, false) as read
    from event_deliveries d join event_outbox o on o.id = d.event_id join profiles p on p.id = d.profile_id
    left join event_deliveries listed on listed.event_id = d.event_id and listed.channel = 'in_app' and listed.recipient = d.recipient
    left join notifications n on n.id = listed.id
    where d.id = any (${[...ids]}::uuid[]) order by d.id`.execute(db)
  return rows
}
