import { expect, test } from '@playwright/test'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { readRows, notified, walk } from '../authorization/matrix.ts'
import { makeWorld } from '../authorization/world.ts'
import { openOwner, startOwnProduct } from '../support/fixture.ts'

const SECRET = 'the secret of the matrix is long enough'

test('ROLE-01a every role gets the expected response at every address of the built server', async () => {
  test.setTimeout(180_000)
  const product = await startOwnProduct({ env: { APP_SECRET: SECRET } })
  try {
    useSecrets([SECRET])
    const owner = await openOwner(product.dataDir)
    const world = await makeWorld(owner)
    const differences = await walk(readRows(), world, (path, init) => fetch(product.url + path, init), product.url)
    await owner.end()
    expect(notified(differences)).toEqual([])
  } finally {
    await product.remove()
  }
})
