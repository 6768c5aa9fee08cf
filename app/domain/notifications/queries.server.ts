import type { Mail } from '#app/gateways/mailer/mail.ts'
import { choicesInForce, type TopicChoices } from './choices.ts'
import { type DigestChoice, STANDARD_DIGEST } from './digest.ts'
import { listStoredChoices } from './internal/list-stored-choices.server.ts'
import type { QuietHours } from './quiet-hours.ts'
import { STANDARD_SALE_MAIL_MINOR } from './sale-mails.ts'
import { db, hasRow, queryPrepared } from '#app/platform/db.server.ts'

export type CaughtMail = Mail & { sentAt: Date }

const columns = [
  'id',
  'recipient as to',
  'subject',
  'body_text as text',
  'body_html as html',
  'code',
  'link',
  'sent_at as sentAt',
] as const

/** Caught mail, newest first; of one recipient where `to` is given. */
export function listCaughtMails(options: { to?: string | null; limit: number }): Promise<CaughtMail[]> {
  let query = db
    .selectFrom('caught_mails')
    .select(columns)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(options.limit)
  if (options.to) query = query.where('recipient', '=', options.to.trim().toLowerCase())
  return query.execute()
}

export async function findCaughtMail(id: string): Promise<CaughtMail | null> {
  return (await db.selectFrom('caught_mails').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

/** A person's notification choices, as they are now. */
export async function listNotificationChoices(person: { id: string; userType: string }): Promise<TopicChoices[]> {
  return choicesInForce(person.userType, await listStoredChoices(db, person.id))
}

/** With this many unread the bell shows "9+" and counts no further. */
export const UNREAD_CAP = 10

// One look into the index of the unread, which ends at the cap: it stands in the header of every page of a signed-in person.
const unreadSql = (profile: string) => `
  select count(*)::int as unread from (
    select from notifications where profile_id = ${profile} and read_at is null limit ${UNREAD_CAP}
  ) unread`
const UNREAD = unreadSql('$1')

/** The same number of the account of a session `s`, as a column of the statement that finds it. */
export const UNREAD_OF_SESSION = `(${unreadSql('s.profile_id')})`

export async function countUnread(profileId: string): Promise<number> {
  const [row] = await queryPrepared<{ unread: number }>('count-unread', UNREAD, [profileId])
  return row!.unread
}

export type NotificationRow = { id: string; event: string; heading: string; body: string; unread: boolean; at: Date }

/** A person's notifications, the newest first, from the one after `before`. */
export async function listNotifications(
  profileId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'event', 'heading', 'body', 'read_at', 'created_at as at'])
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (before) query = query.where('id', '<', before)
  const rows = await query.execute()
  return rows.map(({ read_at, ...row }) => ({ ...row, unread: read_at === null }))
}

/** Whether the browser of a session gets alerts. */
export function getsPush(sessionId: string): Promise<boolean> {
  return hasRow(db.selectFrom('push_subscriptions').select('id').where('session_id', '=', sessionId))
}

export async function findQuietHours(profileId: string): Promise<QuietHours | null> {
  const row = await db
    .selectFrom('quiet_hours')
    .select(['from_hour as from', 'to_hour as to'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return row ?? null
}

export async function findDigestChoice(profileId: string): Promise<DigestChoice> {
  const row = await db
    .selectFrom('digest_choices')
    .select(['all_mails as allMails', 'hour'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return row ?? STANDARD_DIGEST
}

/** From which price a creator is mailed about a sale, in minor units of shillings; null for none. */
export async function findSaleMailChoice(profileId: string): Promise<bigint | null> {
  const row = await db
    .selectFrom('sale_mail_choices')
    .select('from_minor')
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return row ? row.from_minor : STANDARD_SALE_MAIL_MINOR
}
