import type { EventDefinition } from './event.ts'

export const chargebackReceived = {
  object: 'chargeback',
  staff: {
    permission: 'refunds.decide',
    opens: 'chargeback',
    single: true,
    one: 'A bank took back a payment',
    many: 'Banks took back payments',
    description: 'What it had paid for has ended, and the money is gone from our balance.',
    todo: 'Answer with evidence in time: no answer counts as accepted.',
    by: 'As soon as you can',
  },
} as const satisfies EventDefinition
