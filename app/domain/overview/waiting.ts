/** What of the money waits for a person; null where the actor's role can't open the page. */
export type Waiting = {
  chargebacks: { open: number; nextDueAt: Date | null } | null
  /** `looks`: payouts to approve, to look at, and accounts whose name is to be compared. */
  payouts: { halted: boolean; looks: number } | null
  refunds: { failed: number; open: number } | null
  differences: { open: number } | null
}
export type WaitingPlace = keyof Waiting

/** How much waits at each place, in one number. */
export function countsOf({ chargebacks, payouts, refunds, differences }: Waiting): Record<WaitingPlace, number> {
  return {
    chargebacks: chargebacks?.open ?? 0,
    payouts: payouts ? payouts.looks + Number(payouts.halted) : 0,
    refunds: refunds ? refunds.failed + refunds.open : 0,
    differences: differences?.open ?? 0,
  }
}
