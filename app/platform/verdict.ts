/** The result of a policy: allowed, or denied for a named reason that decides the redirect and the text of the button. */
export type Verdict<Reason extends string> = { allowed: true } | { allowed: false; reason: Reason }

export const allow = { allowed: true } as const

export function deny<const Reason extends string>(reason: Reason): { allowed: false; reason: Reason } {
  return { allowed: false, reason }
}
