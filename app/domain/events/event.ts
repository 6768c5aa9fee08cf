import { z } from 'zod'
import type { MailPart } from './mail-layout.ts'
import type { StaffQueue, Target } from './target.ts'
import type { Preference } from './topics.ts'

/** Who is notified: an account, or an address without one. A mail goes to `email` where it is given, else to the account's address. */
export const recipient = z.object({ id: z.string().nullable(), email: z.string().optional() })
export type Recipient = z.infer<typeof recipient>

/** In a payload: the other account that the texts name, such as the creator who was paid. Its erasure deletes what was told. */
export const aboutId = z.string().nullish()

/** A permission of staff, without the module that owns the roles. */
type StaffPermission = 'refunds.decide' | 'payouts.run' | 'reconciliation.view' | 'content.review' | 'reports.review'

export type Alerted =
  | { creatorId: string; kind: 'post' | 'live' }
  | { creatorId: string; kind: 'mass_message'; massId: string }

/** A sale whose creator chooses from which price it is mailed. */
export type Sold = { purchaseId: string; priceMinor: string }

/** What one person is told about an event, by all channels. */
export type Notice<Payload> = {
  payload: z.ZodType<Payload>
  to: (payload: Payload) => readonly Recipient[]
  /** Also many, in batches, in the list of notifications and on their phones: everybody who asked to be notified of this creator, or whom a message reached. */
  toAlerted?: (payload: Payload) => Alerted
  /** The page that shows it: whoever has read everything there by the time of delivery needs no notice. */
  seenIn?: (payload: Payload) => Target
  preference: Preference
  /** The subject of the mail and the text of the push message. Both show on locked screens: no name, amount, number or picture. */
  subject: string
  /** The heading of the mail, and the first line in the list of notifications. */
  heading: string | ((payload: Payload) => string)
  /** The second line in the list of notifications. */
  inApp: (payload: Payload) => string
  /** The mail: strings are paragraphs; null and '' are left out. Without it the event is not mailed. */
  mail?: (payload: Payload) => readonly (MailPart | string | null)[]
  /** It is mailed only where the creator wants mails about such a sale; null where the payload says nothing of it. */
  sold?: (payload: Payload) => Sold | null
  /** Where it leads; without a label the mail has no link. */
  link: { label: string | null | ((payload: Payload) => string); to: (payload: Payload) => Target }
  /** What follows the link in the mail. */
  after?: string
}

/** What staff with a permission are told. Several within a quarter of an hour are told together. */
export type StaffNotice = {
  permission: StaffPermission
  /** The page of the matter; `single` where each has a page of its own below it. */
  opens: StaffQueue
  single: boolean
  one: string
  many: string
  description: string
  todo: string
  /** The deadline, where the matter has no time of its own. */
  by: string
}

export type EventDefinition<Payload = never> = {
  /** The kind of object in the activity record, where it is recorded. It is stored. */
  object: string | null
  notice?: Notice<Payload>
  staff?: StaffNotice
}

type Notifying<Payload, Staff> = { object: string | null; notice: Notice<Payload> } & (Staff extends StaffNotice
  ? { staff: Staff }
  : unknown)

/** An event that notifies people: `defineEvent({ object, notice: { … } })` infers the payload from its schema. */
export function defineEvent<Payload, Staff extends StaffNotice | undefined = undefined>(definition: {
  object: string | null
  notice: Notice<Payload>
  staff?: Staff
}): Notifying<Payload, Staff> {
  return definition as Notifying<Payload, Staff>
}

/** The rows of a table in a mail; null rows are left out. */
export function facts(rows: Record<string, string | null>): MailPart {
  return { kind: 'facts', rows: Object.entries(rows).filter((row): row is [string, string] => row[1] !== null) }
}
