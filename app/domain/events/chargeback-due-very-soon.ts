import type { EventDefinition } from './event.ts'

export const chargebackDueVerySoon = {
  object: null,
  staff: {
    permission: 'refunds.decide',
    opens: 'chargeback',
    single: true,
    one: 'An answer to a bank is due within two hours',
    many: 'Answers to banks are due within two hours',
    description: 'Nobody has answered yet. This is the last mail about it.',
    todo: 'Answer now: no answer counts as accepted.',
    by: 'Now',
  },
} as const satisfies EventDefinition
