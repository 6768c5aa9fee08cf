import type { DifferenceFilter } from '#app/domain/reconciliation/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import type { Status } from '#app/ui/chip.tsx'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'

export const DIFFERENCE_DECISIONS = ['settlement'] as const

export const DIFFERENCES: Queue<DifferenceFilter, (typeof DIFFERENCE_DECISIONS)[number]> = {
  path: toAdmin.reconciliation,
  item: { page: toAdmin.difference, decision: toAdmin.differenceDecision },
  decisions: DIFFERENCE_DECISIONS,
  filters: { open: 'Open', explained: 'Explained', settled: 'Settled' },
  standard: 'open',
  oldestFirst: ['open'],
  title: 'Reconciliation',
  one: 'difference',
  many: 'differences',
  empty: { icon: 'circle-check', text: 'No difference has this status.', at: { open: 'All amounts are explained.' } },
  searchTip: 'Try a part of the description, such as a reference.',
}

export const STATES: Record<DifferenceFilter, Status> = {
  open: { tone: 'warning', icon: 'clock', text: 'Open' },
  explained: { tone: 'success', icon: 'circle-check', text: 'Explained' },
  settled: { tone: 'info', icon: 'check', text: 'Settled' },
}
