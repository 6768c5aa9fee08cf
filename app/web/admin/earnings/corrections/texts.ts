import { formatMoney } from '#app/domain/money/money.ts'
import type { CorrectionFilter, ListedCorrection } from '#app/domain/reconciliation/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'
import { accountName, moneyOf } from '../money-texts.ts'

/** Each decision has its own address below the manual entry. */
export const CORRECTION_DECISIONS = ['approval', 'rejection'] as const

export const CORRECTIONS: Queue<CorrectionFilter, (typeof CORRECTION_DECISIONS)[number]> = {
  path: toAdmin.corrections,
  item: { page: toAdmin.correction, decision: toAdmin.correctionDecision },
  decisions: CORRECTION_DECISIONS,
  filters: { proposed: 'To decide', posted: 'Posted', declined: 'Declined', all: 'All' },
  standard: 'proposed',
  oldestFirst: [],
  title: 'Manual entries',
  one: 'manual entry',
  many: 'manual entries',
  empty: { icon: 'circle-check', at: { proposed: 'No entry waits for a second person.' } },
  searchTip: 'Try a part of the reason.',
}

/** The account of a manual entry with its side, and the amount without a sign. */
export function correctionLine({ purpose, amountMinor, currency }: ListedCorrection) {
  return {
    title: `${amountMinor > 0n ? 'Debit' : 'Credit'} ${accountName(purpose)}`,
    amount: formatMoney(moneyOf(amountMinor < 0n ? -amountMinor : amountMinor, currency)),
  }
}

export const STATES: Record<ListedCorrection['state'], Status> = {
  proposed: { tone: 'warning', icon: 'hourglass', text: 'Needs second person' },
  posted: { tone: 'success', icon: 'circle-check', text: 'Posted' },
  declined: { tone: 'neutral', icon: 'circle-x', text: 'Declined' },
}
