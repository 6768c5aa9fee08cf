import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    creators: { whose: byId('profile_id'), exportedAs: 'your creator page', erased: 'blanked' },
    creator_listings: { whose: byId('creator_id'), exportedAs: 'when your page was visible', erased: 'kept' },
    creator_fee_weeks: { whose: byId('creator_id'), exportedAs: 'creator fees', erased: 'kept' },
    creator_subscribers: {
      whose: byId('fan_id', 'creator_id'),
      exportedAs: null,
      why: 'follows from whom you follow, your passes and your subscriptions, which are exported',
      erased: 'kept',
    },
    subscriber_rechecks: {
      whose: byId('fan_id'),
      exportedAs: null,
      why: 'when your next pass or subscription begins or ends, which is exported with it',
      erased: 'kept',
    },
    creator_audience_days: {
      whose: byId('creator_id'),
      exportedAs: 'how many followers and subscribers came and left, day by day',
      erased: 'kept',
    },
    creator_fee_reminders: { whose: byId('creator_id'), exportedAs: 'reminders of the creator fee', erased: 'kept' },
    creator_words: {
      whose: byId('creator_id'),
      exportedAs: null,
      erased: 'swept',
      why: 'the words of names that are exported as they are',
    },
    creators_to_index: {
      whose: byId('creator_id'),
      exportedAs: null,
      erased: 'swept',
      why: 'whose words have to be written anew',
    },
  },
  erase: ({ id }) => [
    sql`update creators set card_media_id = null, cover_media_id = null, share_media_id = null, tags = '{}', verification_status = 'draft',
      approved_at = null, reverify_by = null, is_live = false, heartbeat_at = null, follower_count = 0, listed = false, listed_until = null,
      first_visible_at = null, top_since = null, live_told_at = null, invites_sent = 0, legal_name = null
      where profile_id = ${id}`,
    sql`update creator_listings set revoked_at = app_now() where creator_id = ${id} and revoked_at is null`,
  ],
})
