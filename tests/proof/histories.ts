import { afterAll, describe, expect, test } from 'vitest'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { isLongRun, keepFigures, SEED_OF_SAMPLE as SEED } from './kept-figures.ts'
import { runHistories, sharesOf } from './run-histories.ts'

/** Of each half in one piece of the long run; five pieces are its 50,000. */
const LONG_RUN = 5_000
const SAMPLE = 100
/** The sample is small and its histories are shorter, so that every test run can afford it; its seed is that of the day. */
const LONGEST = isLongRun ? 40 : 32
/** So many histories share a fixture: with more of them each scheduled task processes what the others have left. */
const OF_ONE_FIXTURE = 250
const MIN_SHARE = 2

/** Half of the histories; two files play one half each, so that they run in parallel. */
export function testHistories(half: 0 | 1): void {
  const runs = Number(process.env.HISTORIES ?? (isLongRun ? LONG_RUN : SAMPLE))
  const steps = new Map<string, number>()
  const began = performance.now()
  let histories = 0

  for (let first = 0; first < runs; first += OF_ONE_FIXTURE) {
    const seed = SEED + half + 2 * (first / OF_ONE_FIXTURE)
    const count = Math.min(OF_ONE_FIXTURE, runs - first)
    describe(`half ${half + 1} of 2, seed ${seed}`, () => {
      const fixture = usePaymentFixture({ max: 4 })
      test(`WALLET-01 EARN-01 PAYOUT-01 PAY-08 ${count} random histories leave everybody with the balances of the model, from the ${first + 1}th on`, async () => {
        const played = await runHistories(fixture, { runs: count, seed, longest: LONGEST })
        histories += played.histories
        for (const [name, count] of played.steps) steps.set(name, (steps.get(name) ?? 0) + count)
      }, 1_800_000)
    })
  }

  test(`WALLET-01 EARN-01 all histories were played, half ${half + 1} of 2`, () => {
    expect(histories, 'histories without a violation').toBe(runs)
  })

  // In so few histories as the sample's, a rare kind of step may be missing by chance.
  if (isLongRun)
    test(`EARN-01 each kind of step makes up at least ${MIN_SHARE} % of all, half ${half + 1} of 2`, () => {
      for (const [name, share] of Object.entries(sharesOf(steps)))
        expect(share, `${name} among all steps`).toBeGreaterThanOrEqual(MIN_SHARE)
    })

  afterAll(() => {
    const shares = sharesOf(steps)
    const total = [...steps.values()].reduce((sum, count) => sum + count, 0)
    const seconds = Math.round((performance.now() - began) / 1_000)
    const least = Math.min(...Object.values(shares)).toFixed(2)
    console.log(
      `${histories} histories, ${total} steps of ${steps.size} kinds, ${seconds} s, seeds from ${SEED + half} on`,
    )
    console.log(
      Object.entries(shares)
        .map(([name, share]) => `${share.toFixed(1)} % ${name}`)
        .toSorted()
        .join(', '),
    )
    keepFigures(`histories-${half}`, {
      histories,
      steps: total,
      seconds,
      kinds: steps.size,
      least,
      seed: SEED + half,
    })
  })
}
