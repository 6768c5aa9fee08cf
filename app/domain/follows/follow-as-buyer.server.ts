import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { follow } from './internal/with-creator.server.ts'

/**
 * Follows, in the transaction of a purchase, the visible creator whom the buyer wanted to follow. Changes nothing for any other creator, and
 * nothing where one has blocked the other.
 */
export async function followAsBuyer(
  tx: Tx,
  fanId: string,
  creator: { id: string } | { username: string },
): Promise<void> {
  const found = await tx
    .selectFrom('visible_creators')
    .innerJoin('profiles', 'profiles.id', 'visible_creators.profile_id')
    .select('profiles.id')
    .where('profiles.id', '!=', fanId)
    .$if('id' in creator, (query) => query.where('profiles.id', '=', 'id' in creator ? creator.id : ''))
    .$if('username' in creator, (query) =>
      query.where('profiles.username', '=', 'username' in creator ? creator.username : ''),
    )
    .executeTakeFirst()
  if (!found) return
  const { blockedBySender, blockedByReceiver } = await findContact(tx, fanId, found.id)
  if (blockedBySender || blockedByReceiver) return
  await tx.selectFrom('creators').select('profile_id').where('profile_id', '=', found.id).forUpdate().execute()
  await follow(tx, { fan_id: fanId, creator_id: found.id })
}
