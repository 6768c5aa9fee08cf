import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    chat_threads: {
      whose: [
        { column: 'fan_id', holds: 'id' },
        { column: 'creator_id', holds: 'id' },
      ],
      exportedAs: 'conversations: with how many messages, since when, and what was agreed',
      // Whether the other side has muted or blocked somebody is not revealed.
      hide: ['fan_id', 'creator_id', 'fan_muted', 'creator_muted', 'blocked_by_fan_at', 'blocked_by_creator_at'],
      erased: 'kept',
    },
    chat_drafts: {
      whose: byId('fan_id'),
      exportedAs: 'messages that you typed and did not send',
      erased: 'deleted',
    },
    chat_messages: {
      whose: byId('sender_id'),
      exportedAs: 'messages you wrote',
      hide: ['client_id', 'entry_id'],
      erased: 'blanked',
    },
    chat_welcomes: {
      whose: byId('creator_id'),
      exportedAs: 'the message that new fans are sent',
      erased: 'deleted',
    },
    chat_welcomed_fans: {
      whose: [
        { column: 'creator_id', holds: 'id' },
        { column: 'fan_id', holds: 'id' },
      ],
      exportedAs: null,
      why: 'the message itself is in the conversation',
      erased: 'deleted',
    },
    chat_saved_replies: {
      whose: byId('creator_id'),
      exportedAs: 'replies you saved',
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    sql`update chat_messages set body = '' where sender_id = ${id}`,
    sql`delete from chat_welcomes where creator_id = ${id}`,
    sql`delete from chat_welcomed_fans where creator_id = ${id} or fan_id = ${id}`,
    sql`delete from chat_saved_replies where creator_id = ${id}`,
    sql`delete from chat_drafts where fan_id = ${id}`,
  ],
})
