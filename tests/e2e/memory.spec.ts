import { expect, test } from '@playwright/test'
import { signIn } from '../../bench/sign-in.ts'
import { childrenOf, residentMiB } from '../../bench/processes.ts'
import type { Product } from '../support/product.ts'
import { startOwnProduct } from '../support/fixture.ts'

/** What a web process may hold under load (docs/performance.md); `npm run bench -- --only memory` loads it for ten minutes. */
const MAX_MIB = 300
const REQUESTS = 3_000
const AT_ONCE = 16

let running: Product | undefined
test.afterEach(async () => {
  await running?.remove()
  running = undefined
})

test('after three thousand private pages and pictures each web process holds at most 300 MiB', async () => {
  test.setTimeout(240_000)
  running = await startOwnProduct({ env: { BUDGET_FACTOR: '1000' } })
  const { url, pid } = running
  const headers = { cookie: await signIn(url, 'brian@demo.peach.example'), 'accept-encoding': 'br' }
  const feed = await (await fetch(`${url}/unblocked-feed`, { headers })).text()
  const [creator, picture] = [/\/gal\/[0-9a-f-]{36}/, /\/media\/[0-9a-f-]{36}\/w320\.webp/].map(
    (pattern) => pattern.exec(feed)![0],
  )
  const paths = ['/unblocked-feed', creator!, '/unblocked-feed?filter=new', picture!]
  let sent = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < REQUESTS) {
        const answer = await fetch(url + paths[(sent += 1) % paths.length]!, { headers })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
      }
    }),
  )
  const processes = childrenOf(pid, 'web-process.ts')
  expect(processes).toHaveLength(2)
  const held = processes.map((one) => Math.round(residentMiB(one)))
  console.log(`  the web processes hold ${held.join(' and ')} MiB, the first process ${Math.round(residentMiB(pid))}`)
  for (const mebibytes of held) expect(mebibytes).toBeLessThanOrEqual(MAX_MIB)
})
