import type { Tx } from '#app/platform/db.server.ts'

/**
 * Whether an address may join the team: no account has it, or the account of a former member. A fan's or a creator's account never turns
 * into a staff account.
 */
export async function mayJoin(tx: Tx, email: string): Promise<{ returning: string | null } | null> {
  const account = await tx
    .selectFrom('profiles as p')
    .leftJoin('staff_members as m', 'm.profile_id', 'p.id')
    .select(['p.id', 'p.user_type', 'p.account_status', 'm.ended_at'])
    .where('p.email', '=', email)
    .executeTakeFirst()
  if (!account) return { returning: null }
  const left = account.user_type === 'admin' && account.account_status === 'active' && account.ended_at !== null
  return left ? { returning: account.id } : null
}
