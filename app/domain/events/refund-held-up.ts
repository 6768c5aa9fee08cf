import type { EventDefinition } from './event.ts'

export const refundHeldUp = {
  object: 'refund',
  staff: {
    permission: 'refunds.decide',
    opens: 'refund',
    single: true,
    one: 'A refund is delayed',
    many: 'Refunds are delayed',
    description: 'Our balance at the gateway is too small, or the gateway refuses our key. We try again every hour.',
    todo: 'Check the reason and correct it at the gateway.',
    by: 'Today',
  },
} as const satisfies EventDefinition
