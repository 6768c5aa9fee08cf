import { expect, test } from 'vitest'
import { usePaymentTown } from '#tests/support/payments.ts'
import { isLongRun, keepFigures, SEED } from './kept-figures.ts'
import { runHistories, sharesOf } from './run-histories.ts'

const LONG_RUN = 25_000
const SAMPLE = 1_000

/** Half of the histories; two files play one half each, so that they run beside each other. */
export function testHistories(half: 0 | 1): void {
  const town = usePaymentTown({ max: 10 })
  const runs = Number(process.env.HISTORIES ?? (isLongRun ? LONG_RUN : SAMPLE))
  const seed = SEED + half

  test(`WALLET-01 EARN-01 PAYOUT-01 PAY-08 random histories leave everybody with what the model says, half ${half + 1} of 2`, async () => {
    const began = performance.now()
    const { histories, steps } = await runHistories(town, { runs, seed })
    const shares = sharesOf(steps)
    const total = [...steps.values()].reduce((sum, count) => sum + count, 0)
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.log(`${histories} histories, ${total} steps, ${seconds} s, seed ${seed}`)
    console.log(
      Object.entries(shares)
        .map(([name, share]) => `${share.toFixed(1)} % ${name}`)
        .toSorted()
        .join(', '),
    )
    const least = Math.min(...Object.values(shares))
    keepFigures(`histories-${half}`, {
      histories,
      steps: total,
      seconds,
      kinds: steps.size,
      least: least.toFixed(2),
      seed,
    })
    for (const [name, share] of Object.entries(shares))
      expect(share, `${name} among all steps`).toBeGreaterThanOrEqual(2)
  }, 10_800_000)
}
