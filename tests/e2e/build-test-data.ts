/** Builds or reuses the demo data of the browser tests, at low priority beside other tests. Prints which, and last the folder. */
import { setPriority } from 'node:os'
import { cachedTestData } from '../support/cached-test-data.ts'
import { buildTestData } from '../support/fixture.ts'

setPriority(10)
const began = performance.now()
const { folder, built } = await cachedTestData(buildTestData)
console.log(`demo data ${built ? 'built' : 'reused'}, ${Math.round((performance.now() - began) / 1_000)} s`)
console.log(folder)
