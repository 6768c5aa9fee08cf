/** What it takes to give back everything that a creator has sold for good. Minor units of shillings. */
export type SalesRefund = {
  /** Still there; `waiting` are removed already and their buyers are about to be refunded. */
  posts: number
  waiting: number
  buyers: number
  /** What the buyers get back. */
  paid: bigint
  /** The creator's part of it, and where it comes from. */
  part: bigint
  fromPending: bigint
  fromAvailable: bigint
  owed: bigint
}

/** A creator's part is taken from what is pending, then from what is available; the rest is owed. */
export function shareOfRefund(
  part: bigint,
  pots: { pendingMinor: bigint; availableMinor: bigint },
): Pick<SalesRefund, 'fromPending' | 'fromAvailable' | 'owed'> {
  const most = (left: bigint, pot: bigint) => (pot <= 0n ? 0n : pot < left ? pot : left)
  const fromPending = most(part, pots.pendingMinor)
  const fromAvailable = most(part - fromPending, pots.availableMinor)
  return { fromPending, fromAvailable, owed: part - fromPending - fromAvailable }
}
