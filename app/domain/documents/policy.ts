import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type DocumentFacts = {
  /** Null for the photo of somebody without an account. */
  ownerId: string | null
  submittedAt: Date | null
  replacedAt: Date | null
  destroyedAt: Date | null
}
export type DocumentReason = 'not_yours' | 'own_application' | 'already_submitted' | 'view_needed' | 'destroyed'

/** Who may open a sealed document, with a reason: reviewers, but never their own. */
export function canOpenDocument(actor: Actor, document: DocumentFacts): Verdict<DocumentReason> {
  if (!hasPermission(actor, 'documents.view')) return deny('not_yours')
  if (actor?.id === document.ownerId) return deny('own_application')
  return document.destroyedAt === null ? allow : deny('destroyed')
}

/**
 * Who gets its picture now. A reviewer needs an open view of their own. Its owner sees it until it is submitted: after that a stolen
 * session can't fetch identity documents.
 */
export function canSeeDocument(
  actor: Actor,
  document: DocumentFacts,
  viewEndsAt: Date | null,
  now: Date,
): Verdict<DocumentReason> {
  if (actor !== null && actor.id === document.ownerId) {
    if (document.submittedAt !== null) return deny('already_submitted')
    return document.destroyedAt === null && document.replacedAt === null ? allow : deny('destroyed')
  }
  const verdict = canOpenDocument(actor, document)
  if (!verdict.allowed) return verdict
  return viewEndsAt !== null && now < viewEndsAt ? allow : deny('view_needed')
}
