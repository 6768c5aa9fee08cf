import { openTotpKey, type TotpKey } from '#app/domain/identity/enrol-totp.server.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { db } from '#app/platform/db.server.ts'
import { setupOf } from './internal/find-setup.server.ts'
import { roleOfSetup } from './invite.ts'

export type StaffSetup = {
  profileId: string
  email: string
  displayName: string | null
  role: InvitedRole | null
  /** Given by the invite; otherwise the person chooses. */
  fixedRole: InvitedRole | null
  hasPicture: boolean
  totp: TotpKey
}

/** What the steps of a set-up show, or null where this browser has none that can still be finished. */
export async function findStaffSetup(setupToken: string): Promise<StaffSetup | null> {
  const row = await setupOf(db, setupToken).executeTakeFirst()
  if (!row) return null
  const { profileId, email, displayName, role, fixedRole, hasPicture } = row
  return {
    profileId,
    email,
    displayName,
    role: roleOfSetup({ fixedRole, role }),
    fixedRole,
    hasPicture,
    totp: openTotpKey(row.sealedTotp, email),
  }
}
