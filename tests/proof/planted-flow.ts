import { fill, type Flow } from './flows.ts'

/** What a spend without a key of its own would look like to the kills. */
export const PLANTED: Flow = {
  proves: '',
  name: 'a spend without a key',
  prepare: async (town, world) => {
    await fill(town, world.fans[0], 100_000)
    return { act: 'planted_spend', input: { person: world.fans[0] } }
  },
}
