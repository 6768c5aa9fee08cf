import { expect, test } from '@playwright/test'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { dayOfRun, daysSince1970 } from '../../bin/day.ts'
import { notified, oneRoleEach, readRows, walk } from '../authorization/matrix.ts'
import { makeWorld } from '../authorization/world.ts'
import { openOwner, startOwnProduct } from '../support/fixture.ts'

const SECRET = 'the secret of the matrix is long enough'

// Every role asks at every address in authorization.db.test.ts, of the sources.
test('ROLE-01a a role of the day gets the expected response at each address of the built server', async () => {
  test.setTimeout(180_000)
  const product = await startOwnProduct({ env: { APP_SECRET: SECRET } })
  const all = readRows()
  const rows = process.env.PAGE_WIDTHS === 'all' ? all : oneRoleEach(all, daysSince1970(dayOfRun()))
  try {
    useSecrets([SECRET])
    const owner = await openOwner(product.dataDir)
    const world = await makeWorld(owner)
    const differences = await walk(rows, world, (path, init) => fetch(product.url + path, init), product.url)
    await owner.end()
    expect(notified(differences)).toEqual([])
  } finally {
    await product.remove()
  }
})
