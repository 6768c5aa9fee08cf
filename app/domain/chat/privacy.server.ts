import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    chat_threads: {
      whose: byId('fan_id', 'creator_id'),
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
    chat_media_messages: {
      whose: child('message_id', 'chat_messages', 'sender_id'),
      exportedAs: 'which of your messages have photos, videos or voice, and their price',
      erased: 'blanked',
    },
    chat_message_media: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: 'which photo, video or voice note you sent in which message',
      hide: ['fan_id'],
      erased: 'deleted',
    },
    chat_media_drafts: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: 'photos, videos and voice notes that you added to a message and did not send',
      erased: 'deleted',
    },
    chat_waiting_messages: {
      whose: byId('creator_id'),
      exportedAs: 'messages that wait until their files are ready',
      hide: ['client_id'],
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
      whose: byId('creator_id', 'fan_id'),
      exportedAs: null,
      why: 'the message itself is in the conversation',
      erased: 'deleted',
    },
    mass_messages: {
      whose: byId('creator_id'),
      exportedAs: 'messages you wrote to many fans',
      hide: ['client_id'],
      erased: 'deleted',
    },
    mass_message_media: {
      whose: child('mass_id', 'mass_messages', 'creator_id'),
      exportedAs: 'which photo, video or voice note you sent in which message to many',
      erased: 'deleted',
    },
    mass_message_fans: {
      whose: [...byId('fan_id'), ...child('mass_id', 'mass_messages', 'creator_id')],
      exportedAs: null,
      why: 'ids alone: the message itself is in the conversation',
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
    sql`delete from mass_message_fans where fan_id = ${id}
      or mass_id in (select m.id from mass_messages m where m.creator_id = ${id})`,
    sql`delete from mass_message_media where mass_id in (select m.id from mass_messages m where m.creator_id = ${id})`,
    sql`delete from mass_messages where creator_id = ${id}`,
    sql`delete from chat_saved_replies where creator_id = ${id}`,
    // What a creator sent goes with their media.
    sql`update chat_media_messages set removed_at = coalesce(removed_at, app_now())
      where message_id in (select m.id from chat_messages m where m.sender_id = ${id})`,
    sql`delete from chat_message_media where media_id in (select m.id from media m where m.owner_id = ${id})`,
    sql`delete from chat_media_drafts where media_id in (select m.id from media m where m.owner_id = ${id})`,
    sql`delete from chat_waiting_messages where creator_id = ${id}`,
    sql`delete from chat_drafts where fan_id = ${id}`,
  ],
})
