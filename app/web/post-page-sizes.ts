/** How many posts a creator's page shows, and after each "More posts": every number that its address may ask for. */
export const POST_PAGE_SIZES: readonly number[] = Array.from({ length: 10 }, (_, step) => 24 * (step + 1))
