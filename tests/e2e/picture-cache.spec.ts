import { expect, test } from '@playwright/test'
import { base } from './people.ts'
import { windowOf } from './sessions.ts'

test('MEDIA-02a the second visit of a creator’s page downloads under 5 KB of pictures, each asked for again', async ({
  browser,
}) => {
  const context = await windowOf(browser, 'brian')
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const pictures = new Map<string, { status: number; bytes: number }>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/\/media\/.*\/w\d+\./.test(response.url)) return
    pictures.set(requestId, { status: response.status, bytes: 0 })
  })
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    const picture = pictures.get(requestId)
    if (picture) picture.status = statusCode
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const picture = pictures.get(requestId)
    if (picture) picture.bytes = encodedDataLength
  })
  const visit = async () => {
    pictures.clear()
    await page.goto(`${base()}/amina_k`, { waitUntil: 'networkidle' })
    // Pictures further down load when they are near.
    for (let down = 0; down < 20; down += 1) {
      await page.mouse.wheel(0, 500)
      await page.waitForTimeout(150)
    }
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    return { count: pictures.size, bytes: [...pictures.values()].reduce((sum, { bytes }) => sum + bytes, 0) }
  }
  const first = await visit()
  expect(first.count).toBeGreaterThan(3)
  expect(first.bytes).toBeGreaterThan(20_000)
  await page.goto('about:blank')
  const second = await visit()
  expect(second.bytes).toBeLessThan(5_000)
  await context.close()
})
