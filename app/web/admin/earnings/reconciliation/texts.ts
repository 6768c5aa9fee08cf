import type { DifferenceFilter } from '#app/domain/reconciliation/queries.server.ts'
import { to } from '#app/links.ts'
import type { Queue } from '#app/web/admin/review-queue/queue.ts'
import type { Status } from '#app/web/admin/review-queue/rows.tsx'

export const DIFFERENCE_DECISIONS = ['settlement'] as const

export const DIFFERENCES: Queue<DifferenceFilter, (typeof DIFFERENCE_DECISIONS)[number]> = {
  path: to.admin.reconciliation,
  item: to.admin.difference,
  decision: to.admin.differenceDecision,
  decisions: DIFFERENCE_DECISIONS,
  filters: { open: 'Open', explained: 'Explained', settled: 'Settled' },
  standard: 'open',
  oldestFirst: ['open'],
  title: 'Reconciliation',
  chipsLabel: 'Which differences',
  search: 'Find a difference',
  empty: {
    icon: 'circle-check',
    title: 'No differences',
    text: 'No difference has this status.',
    at: { open: 'All amounts are explained.' },
  },
  unmatched: { title: 'No differences match', text: 'Try a part of the description, such as a reference.' },
}

export const STATES: Record<DifferenceFilter, Status> = {
  open: { tone: 'warning', icon: 'clock', text: 'Open' },
  explained: { tone: 'success', icon: 'circle-check', text: 'Explained' },
  settled: { tone: 'info', icon: 'check', text: 'Settled' },
}
