import type { EventDefinition } from './event.ts'

export const payoutNeedsReview = {
  object: 'payout',
  staff: {
    permission: 'payouts.run',
    opens: 'payout',
    single: true,
    one: 'A payout needs a check',
    many: 'Payouts need a check',
    description: 'What the gateway shows does not match what we asked for, or it waits for an approval there.',
    todo: 'Solve it with the gateway. Never send it again in another way.',
    by: 'Today',
  },
} as const satisfies EventDefinition
