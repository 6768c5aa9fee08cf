import type { EventDefinition } from './event.ts'

export const reportFiled = {
  object: 'report',
  staff: {
    permission: 'reports.review',
    opens: 'report',
    single: true,
    one: 'An urgent report waits',
    many: 'Urgent reports wait',
    description: 'Somebody may be under 18, in danger, or shown without consent.',
    todo: 'Look at it within the hour.',
    by: 'Within the hour',
  },
} as const satisfies EventDefinition
