/** Makes the demo data of the journeys, or takes what is kept, while other tests run, which come first; prints which, and last its folder. */
import { setPriority } from 'node:os'
import { cachedTestData } from '../support/cached-test-data.ts'
import { buildTestData } from '../support/fixture.ts'

setPriority(10)
const began = performance.now()
const { folder, built } = await cachedTestData(buildTestData)
console.log(
  `demo data ${built ? 'built anew' : 'kept from before'}, ${Math.round((performance.now() - began) / 1_000)} s`,
)
console.log(folder)
