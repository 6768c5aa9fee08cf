import { ugx, type Money } from '#app/domain/money/money.ts'

/** A longer query is not looked up. */
export const MAX_QUERY_LETTERS = 60

/** What the feeds' filters by price offer: 30 days of a creator for at most so much. */
export const PRICE_STEPS: readonly Money[] = [ugx(100_000), ugx(150_000), ugx(200_000)]
