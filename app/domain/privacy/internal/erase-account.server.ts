import { asRole, type Tx } from '#app/platform/db.server.ts'
import { PRIVACY_MODULES } from '../registry.server.ts'

/** Erases an account, module by module. Throws where no confirmed deletion of it is due: the database checks it too. */
export async function eraseAccount(tx: Tx, profileId: string): Promise<void> {
  const subject = await tx
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  await asRole(tx, 'peach_erasure', async () => {
    for (const { erase } of Object.values(PRIVACY_MODULES)) await erase(tx, subject)
  })
}
