import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

/** Who finds people and reads what happened to them, with their addresses masked. */
export function canViewPeople(actor: Actor): Verdict<'not_permitted'> {
  return hasPermission(actor, 'accounts.view_masked') ? allow : deny('not_permitted')
}
