import type { Actor } from '#app/domain/identity/actor.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { forgetUnusedFiles } from './forget-unused-files.server.ts'
import { canArrangeVault } from './policy.ts'

/** Takes files out of the creator's vault. Those that a post uses stay in that post; the others are destroyed. */
export async function removeFiles(
  actor: Actor,
  mediaIds: readonly string[],
): Promise<Result<{ destroyed: number }, { kind: 'not_permitted' }>> {
  if (!canArrangeVault(actor).allowed) return refuse({ kind: 'not_permitted' })
  return ok({ destroyed: await forgetUnusedFiles(actor!.id, mediaIds) })
}
