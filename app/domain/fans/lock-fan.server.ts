import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { IS_FAN } from './internal/is-fan.server.ts'

const LOCK = `select ${IS_FAN} as "isFan" from profiles p where p.id = $2 for key share of p`

/** Whether somebody is a fan of this creator, for a command. The lock makes an erasure of the fan that has begun end first, so that nothing about them is stored after it. */
export async function lockFan(tx: Tx, creatorId: string, fanId: string): Promise<boolean> {
  if (!isId(fanId)) return false
  const [row] = await queryPreparedIn<{ isFan: boolean }>(tx, 'lock-fan', LOCK, [creatorId, fanId])
  return row?.isFan ?? false
}
