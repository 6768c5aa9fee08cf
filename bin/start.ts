/** `npm start`: builds what is missing or out of date, then serves the product in this process. */
import { buildIfStale } from './build-if-stale.ts'
import { beginAgainWithLimits } from './memory-limits.ts'

process.env.NODE_ENV = 'production'
beginAgainWithLimits()
buildIfStale()
await import('#server/main.ts')
