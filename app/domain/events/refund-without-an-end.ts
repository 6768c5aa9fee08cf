import type { EventDefinition } from './event.ts'

export const refundWithoutAnEnd = {
  object: 'refund',
  staff: {
    permission: 'refunds.decide',
    opens: 'refund',
    single: true,
    one: 'A refund is still open after thirty days',
    many: 'Refunds are still open after thirty days',
    description: 'The gateway accepted it and has never reported that it arrived.',
    todo: 'Search for it on the gateway’s dashboard.',
    by: 'Today',
  },
} as const satisfies EventDefinition
