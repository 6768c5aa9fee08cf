import type { DecisionDenial } from './policy.ts'
import type { ReviewedItem } from './unopened.ts'

export type Decided = { applicationId: string; profileId: string; email: string; displayName: string }
export type DecisionRefusal =
  /** The reviewer has not opened all of it since its last change. */
  | { kind: 'not_opened'; items: ReviewedItem[] }
  | { kind: 'not_there' }
  | { kind: 'not_permitted'; reason: DecisionDenial }
  /** Another reviewer has decided, or it was submitted again: the reviewed version is no longer current. */
  | { kind: 'changed_meanwhile' }
