/** What refunding everything that a creator has sold permanently would cost. Minor units of shillings. */
export type SalesRefund = {
  /** Still visible; `waiting` are removed already and their buyers are about to be refunded. */
  posts: number
  waiting: number
  buyers: number
  /** What the buyers are refunded. */
  paid: bigint
  /** The creator's part of it, and which earnings it is taken from. */
  part: bigint
  fromPending: bigint
  fromAvailable: bigint
  owed: bigint
}

/** A creator's part is taken from pending earnings, then from available ones; the rest is owed. */
export function shareOfRefund(
  part: bigint,
  balances: { pendingMinor: bigint; availableMinor: bigint },
): Pick<SalesRefund, 'fromPending' | 'fromAvailable' | 'owed'> {
  const upTo = (left: bigint, account: bigint) => (account <= 0n ? 0n : account < left ? account : left)
  const fromPending = upTo(part, balances.pendingMinor)
  const fromAvailable = upTo(part - fromPending, balances.availableMinor)
  return { fromPending, fromAvailable, owed: part - fromPending - fromAvailable }
}
