import { sql } from 'kysely'
import { byId, child, erasedEmail, ERASED_NAME } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    transactions: {
      whose: [...byId('user_id'), { column: 'email', holds: 'email' }],
      exportedAs: 'your payments',
      hide: ['checkout_link'],
      erased: 'blanked',
    },
    gateway_charges: {
      whose: child('transaction_id', 'transactions', 'user_id'),
      exportedAs: 'what the payment provider reported about your payments',
      hide: ['account_id'],
      erased: 'blanked',
    },
    refunds: {
      whose: child('purchase_id', 'purchases', 'buyer_id'),
      exportedAs: 'your refunds',
      hide: ['asked_by', 'decided_by', 'seconded_by'],
      erased: 'blanked',
    },
    webhook_events: {
      whose: child('tx_ref', 'transactions', 'user_id', 'flutterwave_tx_ref'),
      exportedAs: null,
      erased: 'blanked',
      why: 'the provider’s notices: raw text, of which the payments above hold the meaning',
    },
  },
  erase: ({ id, email }) => {
    const own = sql`(t.user_id = ${id} or t.email = ${email})`
    return [
      sql`update webhook_events set body = '{}' where tx_ref in (select t.flutterwave_tx_ref from transactions t where ${own})`,
      sql`update gateway_charges set processor_text = null where transaction_id in (select t.id from transactions t where ${own})`,
      sql`update transactions t set email = ${erasedEmail(id)}, phone_number = null, customer_name = ${ERASED_NAME}, checkout_link = null,
      metadata = metadata - 'user_email' where ${own}`,
      // What others have bought of a creator is called as its purchase, which is erased before.
      sql`update transactions t set description = p.product_name from purchases p
      where p.id = t.purchase_id and p.quote ->> 'creatorId' = ${id}`,
      sql`update refunds r set note = '', decision_note = '' from purchases p where p.id = r.purchase_id and p.buyer_id = ${id}`,
    ]
  },
})
