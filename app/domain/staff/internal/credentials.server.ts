import type { Db, Tx } from '#app/platform/db.server.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'

/** A person who may sign in at /owner-login, with the hash of their key or password. */
export type Credential = {
  profileId: string
  email: string
  displayName: string | null
  role: StaffRole
  kind: 'staff' | 'owner'
  hash: string
}

/** Who signs in with this address: the current owner or a current member of staff, with an active account. */
export async function findCredential(connection: Db | Tx, email: string): Promise<Credential | null> {
  const owner = await connection
    .selectFrom('owner_auth as o')
    .innerJoin('profiles as p', 'p.id', 'o.profile_id')
    .select(['p.id', 'p.email', 'p.display_name', 'o.secret_key_hash as hash'])
    .where('o.email', '=', email)
    .where('o.is_active', '=', true)
    .where('p.user_type', '=', 'owner')
    .where('p.account_status', '=', 'active')
    .executeTakeFirst()
  if (owner) return credential(owner, 'owner', 'owner')
  const member = await connection
    .selectFrom('staff_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.profile_id')
    .select(['p.id', 'p.email', 'p.display_name', 'm.password_hash as hash', 'm.role'])
    .where('p.email', '=', email)
    .where('p.user_type', '=', 'admin')
    .where('p.account_status', '=', 'active')
    .where('m.ended_at', 'is', null)
    .executeTakeFirst()
  return member ? credential(member, 'staff', member.role) : null
}

type Row = { id: string; email: string; display_name: string | null; hash: string }

function credential(row: Row, kind: Credential['kind'], role: StaffRole): Credential {
  return { profileId: row.id, email: row.email, displayName: row.display_name, hash: row.hash, kind, role }
}
