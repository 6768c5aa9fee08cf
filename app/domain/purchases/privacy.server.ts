import { sql } from 'kysely'
import { byId, erasedEmail } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    purchases: {
      whose: [...byId('buyer_id'), { column: 'buyer_email', holds: 'email' }],
      exportedAs: 'your purchases',
      hide: ['checkout_hash', 'idempotency_key', 'buyer_scope'],
      erased: 'blanked',
    },
  },
  erase: ({ id, email }) => [
    sql`update purchases set buyer_email = ${erasedEmail(id)} where buyer_id = ${id} or buyer_email = ${email}`,
    sql`update purchases set quote = quote || '{"message": "", "named": false}' where buyer_id = ${id} and kind = 'tip'`,
    // A creator's name goes out of what others have bought.
    sql`update purchases set quote = jsonb_set(quote, '{creatorName}', '"a deleted account"'),
      product_name = case kind when 'tip' then 'Tip for a deleted account' when 'creator_subscription' then '30 days of a deleted account'
        when 'message_unlock' then 'Message by a deleted account'
        else 'Post by a deleted account' end
      where quote ->> 'creatorId' = ${id}`,
    sql`update purchases set return_to = return_to - 'creator' where return_to ->> 'creator' in
      (select username from former_usernames where profile_id = ${id} union all select ${id}::text)`,
  ],
})
