/** What a policy answers: allowed, or denied for a named reason that picks the redirect and the words on the button. */
export type Verdict<Reason extends string> = { allowed: true } | { allowed: false; reason: Reason }

export const allow = { allowed: true } as const

export function deny<const Reason extends string>(reason: Reason): { allowed: false; reason: Reason } {
  return { allowed: false, reason }
}
