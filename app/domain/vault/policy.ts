import type { Actor } from '#app/domain/identity/actor.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

/** Who has a vault: creators whose account is active. Each sees and arranges only their own. */
export function canArrangeVault(actor: Actor): Verdict<'not_permitted'> {
  if (!actor || actor.userType !== 'creator' || actor.accountStatus !== 'active' || actor.isBlocked)
    return deny('not_permitted')
  return allow
}
