import type { DecisionDenial, StatusChange } from '#app/domain/moderation/policy.ts'
import type { DocumentCard, applicationFacts, PostCard } from './application-facts.ts'

export type Ask = 'changes' | 'reject' | StatusChange

export type ApplicationPage = ReturnType<typeof applicationFacts> & {
  avatar: string | null
  reference: string | null
  /** When the shown submission was sent; the decision form repeats it. */
  submitted: string | null
  today: string
  reviewer: string
  shownAt: string
  documents: DocumentCard[]
  posts: PostCard[]
  documentToOpen: string | null
  shown: string | null
  ask: Ask | null
  /** Why no decision can be made here, or null. */
  decidable: DecisionDenial | null
  /** The changes of the account status that the reviewer may make. */
  status: StatusChange[]
  closeHref: string
  here: string
  askHref: Record<Ask, string>
  formAction: string
  askAction: string
  viewAction: string
}
