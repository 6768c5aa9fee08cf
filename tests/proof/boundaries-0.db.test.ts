import { testBoundaries } from './boundaries.ts'

testBoundaries(0)
