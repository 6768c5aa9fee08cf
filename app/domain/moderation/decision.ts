import type { DecisionDenial } from './policy.ts'

export type Decided = { applicationId: string; profileId: string; email: string; displayName: string }
export type DecisionRefusal =
  | { kind: 'not_there' }
  | { kind: 'not_permitted'; reason: DecisionDenial }
  /** Another reviewer has decided, or it was submitted again: the reviewed version is no longer current. */
  | { kind: 'changed_meanwhile' }
