import { withFixture } from './demo-server.ts'
import type { Bench } from './figure.ts'
import { residentMiB } from './processes.ts'
import { signIn } from './sign-in.ts'
import { lacksWrk, load } from './wrk.ts'

const SECONDS = 600
const MAX_MIB = 300

/** The resident memory of the server after ten minutes of private pages and pictures as fast as it answers them. */
export const memory: Bench = {
  name: 'memory',
  description: 'resident memory of the server after ten minutes of load',
  needs: 'about 300 MB of disk and 12 minutes',
  lacks: lacksWrk,
  run: () =>
    withFixture(async ({ product }) => {
      const cookie = await signIn(product.url, 'brian@demo.peach.example')
      const feed = await (await fetch(`${product.url}/unblocked-feed`, { headers: { cookie } })).text()
      const [creator, picture] = [/\/gal\/[0-9a-f-]{36}/, /\/media\/[0-9a-f-]{36}\/w320\.webp/].map(
        (pattern) => pattern.exec(feed)![0],
      )
      const headers = { cookie, 'accept-encoding': 'br' }
      const before = residentMiB(product.pid)
      await Promise.all(
        [
          { path: '/unblocked-feed', connections: 6 },
          { path: creator!, connections: 6 },
          { path: '/profile', connections: 2 },
          { path: picture!, connections: 2 },
        ].map(({ path, connections }) => load(product.url + path, { connections, seconds: SECONDS, headers })),
      )
      return [
        { name: 'before the load', unit: 'MiB', values: [before], target: null },
        {
          name: 'after ten minutes of load',
          unit: 'MiB',
          values: [residentMiB(product.pid)],
          target: { max: MAX_MIB },
        },
      ]
    }),
}
