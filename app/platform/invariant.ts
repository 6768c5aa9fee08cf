/** Checks an assumption of our code; a failure is a bug of ours and is never caused by input. */
export function invariant(condition: unknown, statement: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${statement}`)
}
