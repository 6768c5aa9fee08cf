import type { EventDefinition } from './event.ts'

export const payoutsHalted = {
  object: 'payout_halt',
  staff: {
    permission: 'payouts.run',
    opens: 'payout',
    single: false,
    one: 'Payouts have stopped',
    many: 'Payouts have stopped more than once',
    description: 'No payout is sent until a person restarts them, and creators wait for their money.',
    todo: 'Check the payouts that were about to be sent. The owner or a super-admin can restart payouts.',
    by: 'Now',
  },
} as const satisfies EventDefinition
