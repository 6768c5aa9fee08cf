import type { EventDefinition } from './event.ts'

export const payoutArrivedLate = {
  object: null,
  staff: {
    permission: 'payouts.run',
    opens: 'payout',
    single: true,
    one: 'A payout that had failed has arrived',
    many: 'Payouts that had failed have arrived',
    description:
      'Its amount was available to the creator again, and is now taken from the earnings; what is already spent is owed.',
    todo: 'Check whether the creator was paid twice.',
    by: 'Today',
  },
} as const satisfies EventDefinition
