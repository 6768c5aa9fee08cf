import type { ProductInvariants } from '../product.ts'

export const messageUnlockInvariants: ProductInvariants = {
  rights: {
    table: 'message_unlocks',
    holder: 'user_id',
    active: 'r.revoked_at is null',
    ended: 'r.revoked_at is not null',
    // After a won chargeback an unlock stays closed if its buyer has bought the message again.
    lawful: `exists (select from chargebacks c where c.purchase_id = r.purchase_id and c.won_entry_id is not null)
      and exists (select from message_unlocks o where o.user_id = r.user_id and o.message_id = r.message_id and o.id <> r.id)`,
    evidence: { name: 'Message, opened for good', from: 'created_at', until: 'revoked_at' },
  },
}
