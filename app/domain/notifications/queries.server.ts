import { choicesInForce, type KindChoices } from './choices.ts'
import { db } from '#app/platform/db.server.ts'

export type CaughtMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  code: string | null
  link: string | null
  sentAt: Date
}

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
export function listCaughtMails(options: { to?: string | null; most: number }): Promise<CaughtMail[]> {
  let query = db
    .selectFrom('caught_mails')
    .select(columns)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(options.most)
  if (options.to) query = query.where('recipient', '=', options.to.trim().toLowerCase())
  return query.execute()
}

export async function findCaughtMail(id: string): Promise<CaughtMail | null> {
  return (await db.selectFrom('caught_mails').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

/** A person's notification choices, as they are now. */
export async function listNotificationChoices(person: { id: string; userType: string }): Promise<KindChoices[]> {
  const stored = await db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'wanted'])
    .where('profile_id', '=', person.id)
    .execute()
  return choicesInForce(person.userType, stored)
}
