import { beforeAll } from 'vitest'
import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { sourcePolicies, startSourceApp } from '../authorization/source-app.ts'
import { useMediaFolder } from '../support/creators.ts'
import { useDatabase } from '../support/database.ts'
import { useSpoolFolder } from '../support/uploads.ts'
import type { Crawl } from './crawl.ts'
import { Scan } from './scan.ts'
import { makeLeakWorld, PRINCIPALS } from './world.ts'

/** The world of the scan in a database and a store of this file, and the product that serves it. */
export function startLeakWorld(choices: Pick<Crawl, 'oneIn' | 'pagesByLinks'>): {
  crawl: () => Crawl
  owner: ReturnType<typeof useDatabase>['owner']
} {
  const { owner } = useDatabase()
  useMediaFolder()
  useSpoolFolder()
  let crawl: Crawl

  beforeAll(async () => {
    // No gateway answers there: requests that would call it have their own tests.
    useGateway({ baseUrl: 'http://127.0.0.1:9/v3', secretKey: 'k', webhookHash: 'the hash', accountId: '1' })
    const made = await makeLeakWorld(owner())
    crawl = {
      ask: await startSourceApp({ pages: true }),
      scan: new Scan(made.things.all, PRINCIPALS.length),
      made,
      patterns: Object.keys(await sourcePolicies()),
      ...choices,
    }
  }, 120_000)

  return { crawl: () => crawl, owner }
}

/** Each method of each address. */
export async function listRoutes(): Promise<string[]> {
  return Object.entries(await sourcePolicies()).flatMap(([pattern, methods]) =>
    Object.keys(methods).map((method) => `${method} ${pattern}`),
  )
}
