/** `npm start`: builds what is missing or out of date, then serves the product in this process. */
import { buildIfStale } from './build-if-stale.ts'

process.env.NODE_ENV = 'production'
buildIfStale()
await import('#server/main.ts')
