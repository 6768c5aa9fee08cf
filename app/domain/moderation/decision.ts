import type { DecisionDenial } from './policy.ts'

export type Decided = { applicationId: string; profileId: string; email: string; displayName: string }
export type DecisionRefusal =
  | { kind: 'not_there' }
  | { kind: 'not_permitted'; reason: DecisionDenial }
  /** Somebody else decided meanwhile, or it was sent anew: what was looked at is not what stands there. */
  | { kind: 'changed_meanwhile' }
