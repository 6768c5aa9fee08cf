import { type DisplayNameProblem, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { rewritePhoto } from '#app/domain/media/rewrite-photo.server.ts'
import { type PhotoRefusal, RENDITION_PLANS } from '#app/domain/media/media.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { setupOf } from './internal/find-setup.server.ts'
import { CHOOSABLE_ROLES } from './invite.ts'

export type StaffProfileProblems = {
  name?: DisplayNameProblem
  role?: 'missing' | 'not_offered'
  picture?: PhotoRefusal
}

export type StaffProfileRefusal = { kind: 'setup_ended' } | { kind: 'invalid'; problems: StaffProfileProblems }

/**
 * Stores name, role and picture of a set-up; there is no account yet. A role given by the invite stays, whatever was sent. Valid fields
 * are stored even where another one is wrong.
 */
export async function saveStaffProfile(input: {
  setupToken: string
  name: string
  role: string
  picture: Uint8Array | null
}): Promise<Result<null, StaffProfileRefusal>> {
  const name = readDisplayName(input.name)
  const photo = input.picture && (await rewritePhoto(input.picture, RENDITION_PLANS.avatar.longestEdge))
  return inTransaction(async (tx) => {
    const setup = await setupOf(tx, input.setupToken).forUpdate('s').executeTakeFirst()
    if (!setup) return refuse({ kind: 'setup_ended' })
    const role = setup.fixedRole ?? offeredRole(input.role)
    const problems: StaffProfileProblems = {}
    if (name.problem) problems.name = name.problem
    if (!role) problems.role = input.role === '' ? 'missing' : 'not_offered'
    if (photo && !photo.ok) problems.picture = photo.refusal
    const kept = {
      display_name: name.problem === null ? name.value : setup.displayName,
      role: role ?? setup.role,
      ...(photo?.ok && { picture: Buffer.from(photo.value.jpeg) }),
    }
    await tx.updateTable('staff_setups').set(kept).where('id', '=', setup.id).execute()
    return Object.keys(problems).length > 0 ? refuse({ kind: 'invalid', problems }) : ok(null)
  })
}

function offeredRole(typed: string): InvitedRole | null {
  return CHOOSABLE_ROLES.find((role) => role === typed) ?? null
}
