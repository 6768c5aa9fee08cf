import type { EventDefinition } from './event.ts'

export const gatewayDiffers = {
  object: 'reconciliation_run',
  staff: {
    permission: 'reconciliation.view',
    opens: 'reconciliation',
    single: false,
    one: 'The gateway’s books and ours differ',
    many: 'The gateway’s books and ours differ',
    description: 'The hourly check found unexplained differences.',
    todo: 'Find the cause of each difference and settle it.',
    by: 'Today',
  },
} as const satisfies EventDefinition
