import type { EventDefinition } from './event.ts'

export const chargebackDueSoon = {
  object: 'chargeback',
  staff: {
    permission: 'refunds.decide',
    opens: 'chargeback',
    single: true,
    one: 'An answer to a bank is due within eight hours',
    many: 'Answers to banks are due within eight hours',
    description: 'Nobody has answered yet.',
    todo: 'Answer with evidence in time: no answer counts as accepted.',
    by: 'Today',
  },
} as const satisfies EventDefinition
