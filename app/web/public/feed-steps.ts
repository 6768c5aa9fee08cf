import { PUBLIC_FEED } from '#app/domain/settings/constants.ts'

/** How many creators the public feed may show: four, eight or ten. Its links use only these. */
export const FEED_STEPS: readonly number[] = stepsOf(PUBLIC_FEED)

function stepsOf({ first, step, max }: { first: number; step: number; max: number }): number[] {
  const steps: number[] = []
  for (let shown = first; shown < max; shown += step) steps.push(shown)
  return [...steps, max]
}

/** The step in `shown`; any value that the page does not link to counts as the first step. */
export function shownOf(text: string | null): number {
  return FEED_STEPS.find((step) => String(step) === text) ?? PUBLIC_FEED.first
}
