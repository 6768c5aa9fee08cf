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
 * it, its seed and its path. `longest`: so many steps are drawn at most; those that nothing can be done with yet are left out.
 */
export async function runHistories(
  fixture: Fixture,
  options: { runs: number; seed: number; longest: number },
): Promise<Histories> {
  const steps = new Map<string, number>()
  let histories = 0
  // What a history begins with never came to the gateway, and payouts leave there.
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
      // The one history that a failure named: PROVE_SEED=… PROVE_PATH=… HISTORIES=1.
      ...(process.env.PROVE_PATH ? { path: process.env.PROVE_PATH } : {}),
    },
  )
  // Nobody has kept the clock table for all these years.
  const breaches = await listBreaches(['I13'])
  if (breaches.length > 0) throw new Error(`after ${histories} histories: ${breaches.join('; ')}`)
  return { histories, steps }
}

/** How much of all steps each kind makes up, in percent. */
export function sharesOf(steps: Map<string, number>): Record<string, number> {
  const total = [...steps.values()].reduce((sum, count) => sum + count, 0)
  return Object.fromEntries([...steps].map(([name, count]) => [name, (100 * count) / total]))
}
