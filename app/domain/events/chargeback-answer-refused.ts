import type { EventDefinition } from './event.ts'

export const chargebackAnswerRefused = {
  object: 'chargeback',
  staff: {
    permission: 'refunds.decide',
    opens: 'chargeback',
    single: true,
    one: 'The gateway refused our answer to a bank',
    many: 'The gateway refused our answers to banks',
    description: 'It may have arrived too late.',
    todo: 'Check the gateway’s dashboard, and answer there if it is still possible.',
    by: 'Now',
  },
} as const satisfies EventDefinition
