import type { DecisionDenial, StatusChange } from '#app/domain/moderation/policy.ts'
import type { DocumentCard, applicationFacts, PostCard } from './application-facts.ts'

export type Ask = 'changes' | 'reject' | StatusChange

export type ApplicationPage = ReturnType<typeof applicationFacts> & {
  avatar: string | null
  reference: string | null
  /** Which submission stands here; sent back with the decision. */
  submitted: string | null
  today: string
  reviewer: string
  shownAt: string
  documents: DocumentCard[]
  posts: PostCard[]
  look: string | null
  shown: string | null
  ask: Ask | null
  /** Why no decision can be made here, or null. */
  decidable: DecisionDenial | null
  /** What may change about the account's standing. */
  status: StatusChange[]
  closeHref: string
  here: string
  askHref: Record<Ask, string>
  formAction: string
  askAction: string
  viewAction: string
}
