/** How much money-related work waits for a person; null where the actor's role can't open the page. */
export type Waiting = {
  chargebacks: { open: number; nextDueAt: Date | null } | null
  /** `checks`: payouts to approve, payouts to check, and accounts whose name is to be compared. */
  payouts: { halted: boolean; checks: number } | null
  refunds: { failed: number; open: number } | null
  differences: { open: number } | null
}
export type WaitingPlace = keyof Waiting

/** The number of waiting tasks of each kind. */
export function countsOf({ chargebacks, payouts, refunds, differences }: Waiting): Record<WaitingPlace, number> {
  return {
    chargebacks: chargebacks?.open ?? 0,
    payouts: payouts ? payouts.checks + Number(payouts.halted) : 0,
    refunds: refunds ? refunds.failed + refunds.open : 0,
    differences: differences?.open ?? 0,
  }
}
