import { turns } from '#app/platform/turns.ts'

/** One after the other: people who sign in rightly at once don't count against each other, and the pages keep their connections. */
export const inTurn = turns({ atOnce: 1, mostWaiting: 200 })
