import { concurrencyLimit } from '#app/platform/concurrency-limit.ts'

/**
 * One after the other: people who sign in correctly at the same time don't count against each other, and the pages keep their
 * connections.
 */
export const limited = concurrencyLimit({ atOnce: 1, maxWaiting: 200 })
