import { fill, type Flow } from './flows.ts'

/** What a spend without a key of its own would look like to the kills. */
export const PLANTED: Flow = {
  proves: '',
  name: 'a spend without a key',
  prepare: async (fixture, world) => {
    await fill(fixture, world.fans[0], 100_000)
    return { command: 'planted_spend', input: { person: world.fans[0] } }
  },
}
