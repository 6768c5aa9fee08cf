/** Builds the town of the journeys while other tests run, which come first; its folder is the last line that it prints. */
import { setPriority } from 'node:os'
import { buildTown } from '../support/town.ts'

setPriority(10)
console.log(await buildTown())
