/** Makes the demo data of the journeys, or takes what is kept, while other tests run, which come first; prints which, and last its folder. */
import { setPriority } from 'node:os'
import { keptTown } from '../support/kept-town.ts'
import { buildTown } from '../support/town.ts'

setPriority(10)
const began = performance.now()
const { folder, built } = await keptTown(buildTown)
console.log(
  `demo data ${built ? 'built anew' : 'kept from before'}, ${Math.round((performance.now() - began) / 1_000)} s`,
)
console.log(folder)
