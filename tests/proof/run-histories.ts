import fc from 'fast-check'
import { now } from '#app/platform/clock.ts'
import { begin, COMMANDS, end, type Real } from './commands.ts'
import type { Fixture } from './flows.ts'
import { listBreaches } from './list-breaches.ts'
import { Model } from './model.ts'
import { makeWorld } from './world.ts'

export type Histories = { histories: number; steps: Map<string, number> }

/**
 * Plays random histories over the whole money interface against the pure model. A violation throws with the shortest history that shows
 * it, its seed and its path. `longest`: at most so many steps are drawn; those whose preconditions are not met are left out.
 */
export async function runHistories(
  fixture: Fixture,
  options: { runs: number; seed: number; longest: number },
): Promise<Histories> {
  const steps = new Map<string, number>()
  let histories = 0
  // The starting money of a history did not come through the gateway, but payouts are paid there.
  await fixture.control('/control/balance', { currency: 'UGX', available: 10_000_000_000 })
  await fc.assert(
    fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: options.longest, size: 'max' }), async (commands) => {
      const world = await makeWorld(fixture.owner())
      const real: Real = { fixture, world, steps, lastForm: null }
      const model = new Model(now().getTime())
      await begin(model, real)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await end(model, real)
      histories += 1
    }),
    {
      numRuns: options.runs,
      seed: options.seed,
      endOnFailure: process.env.SHRINK !== '1',
      // The single history that a failure named: PROVE_SEED=… PROVE_PATH=… HISTORIES=1.
      ...(process.env.PROVE_PATH ? { path: process.env.PROVE_PATH } : {}),
    },
  )
  // The scheduled tasks have not run for all these years.
  const breaches = await listBreaches(['I13'])
  if (breaches.length > 0) throw new Error(`after ${histories} histories: ${breaches.join('; ')}`)
  return { histories, steps }
}

/** The share of each kind among all steps, in percent. */
export function sharesOf(steps: Map<string, number>): Record<string, number> {
  const total = [...steps.values()].reduce((sum, count) => sum + count, 0)
  return Object.fromEntries([...steps].map(([name, count]) => [name, (100 * count) / total]))
}
