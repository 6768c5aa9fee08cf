import type { EventDefinition } from './event.ts'

export const booksBreached = {
  object: 'reconciliation_run',
  staff: {
    permission: 'reconciliation.view',
    opens: 'reconciliation',
    single: false,
    one: 'Our books contradict themselves',
    many: 'Our books contradict themselves',
    description: 'The hourly audit found a broken rule in our books.',
    todo: 'The owner should pause payouts. Decide no refunds, and follow "Audit and reconciliation" in docs/operating.md.',
    by: 'Now',
  },
} as const satisfies EventDefinition
