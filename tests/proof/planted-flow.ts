import { fill, type Flow } from './flows.ts'

/** A spend without an idempotency key, for the tests that kill processes. */
export const PLANTED: Flow = {
  proves: '',
  name: 'a spend without a key',
  prepare: async (fixture, world) => {
    await fill(fixture, world.fans[0], 100_000)
    return { command: 'planted_spend', input: { person: world.fans[0] } }
  },
}
