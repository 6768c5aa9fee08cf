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
  balances: { pendingMinor: bigint; availableMinor: bigint },
): Pick<SalesRefund, 'fromPending' | 'fromAvailable' | 'owed'> {
  const most = (left: bigint, account: bigint) => (account <= 0n ? 0n : account < left ? account : left)
  const fromPending = most(part, balances.pendingMinor)
  const fromAvailable = most(part - fromPending, balances.availableMinor)
  return { fromPending, fromAvailable, owed: part - fromPending - fromAvailable }
}
