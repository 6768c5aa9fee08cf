import { formatMoney } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import { maskedNumber, type AccountKind } from '#app/domain/payouts/account.ts'
import { reasonText } from '#app/domain/payouts/failure.ts'
import { payoutNumber, type PayoutState } from '#app/domain/payouts/payout.ts'
import { payoutChip } from '#app/web/components/payout-chip.ts'

type Listed = {
  id: string
  number: bigint
  state: PayoutState
  reason: string | null
  createdAt: Date
  netMinor: bigint
  account: { kind: AccountKind; number: string }
  retriedBy: { number: bigint } | null
}

export type PayoutRow = {
  id: string
  number: string
  day: string
  note: string
  amount: string
  chip: ReturnType<typeof payoutChip>
}

/** One payout as the creator sees it: date, amount, status and reason. */
export function payoutRow(payout: Listed): PayoutRow {
  return {
    id: payout.id,
    number: payoutNumber(payout.number),
    day: showDate(payout.createdAt).replace(/ \d{4}$/, ''),
    note: noteOf(payout),
    amount: formatMoney({ amountMinor: payout.netMinor, currency: 'UGX' }),
    chip: payoutChip(payout.state, payout.reason),
  }
}

function noteOf({ state, reason, account, retriedBy }: Listed): string {
  const parts = [
    reasonText(reason) || (state === 'completed' || state === 'sent' ? maskedNumber(account.kind, account.number) : ''),
  ]
  if (retriedBy) parts.push(`Sent again as ${payoutNumber(retriedBy.number)}`)
  return parts.filter((part) => part !== '').join(' ')
}
