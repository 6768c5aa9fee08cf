import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { CONTACT_RULES } from './contact-rules.ts'
import { writeToOutbox } from './outbox.server.ts'
import {
  type EventName,
  noticeOf,
  type NotifyingEvent,
  objectKindOf,
  type PayloadOf,
  type StaffEvent,
} from './registry.ts'
import { type AlertFacts, raiseStaffAlert } from './staff-alerts.server.ts'

export type PublishedEvent<Name extends EventName = EventName> = {
  /** What happened, in the past tense: `purchase_completed`. */
  event: Name
  /** Who did it; null for scheduled tasks, the gateway and visitors. */
  actorId: string | null
  objectId: string
  /** Only where it is about something else than other events of this name: an address without an account. */
  objectKind?: 'unknown_address'
  /** Details that explain the event later; never codes, tokens or addresses. */
  detail?: Record<string, string | number | boolean | null>
} & (Name extends NotifyingEvent
  ? {
      /** What its recipients are told; null notifies nobody this time. */
      payload: PayloadOf<Name> | null
    }
  : { payload?: never }) &
  (Name extends StaffEvent
    ? {
        /** What staff are told; null raises no alert this time. */
        alert: AlertFacts | null
      }
    : { alert?: never })

/** A notice between people of whom one has blocked the other: the command may go through (money that returns), nobody is told. */
async function isSilenced(tx: Tx, { event, actorId, payload }: PublishedEvent): Promise<boolean> {
  if (actorId === null || CONTACT_RULES[event as NotifyingEvent] !== 'between_people') return false
  for (const { id } of noticeOf(event).to(payload)) {
    if (id === null) continue
    const { blockedBySender, blockedByReceiver } = await findContact(tx, actorId, id)
    if (blockedBySender || blockedByReceiver) return true
  }
  return false
}

/**
 * Publishes an event in the transaction of the command that caused it: its line in the activity record, what staff and other people are to
 * be told, and the job that tells them. All of it exists exactly when the command commits.
 */
export async function publish<Name extends EventName>(tx: Tx, published: PublishedEvent<Name>): Promise<void> {
  const { event, actorId, objectId, detail = {}, payload, alert } = published
  const objectKind = published.objectKind ?? objectKindOf(event)
  if (objectKind !== null)
    await tx
      .insertInto('activity')
      .values({
        id: newId(),
        actor_id: actorId,
        event,
        object_kind: objectKind,
        object_id: objectId,
        detail: JSON.stringify(detail),
      })
      .execute()
  if (alert) await raiseStaffAlert(tx, event, objectId, alert)
  if (payload && !(await isSilenced(tx, published))) await writeToOutbox(tx, event, payload)
}
