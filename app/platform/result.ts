/** The result of a command: done, or refused for a reason that the caller must handle. Bugs and outages throw instead. */
export type Result<Value, Refusal extends { kind: string }> =
  | { ok: true; value: Value }
  | { ok: false; refusal: Refusal }

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refuse<const Refusal extends { kind: string }>(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal }
}

/** The default branch of a switch over a closed union: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`)
}
