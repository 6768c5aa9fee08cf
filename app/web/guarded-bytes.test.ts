import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { guardedBytes } from './guarded-bytes.ts'

/** Pieces that arrive every 50 ms, as on a slow connection. */
function slowly(pieces: number): { body: ReadableStream<Uint8Array>; sent: () => number; cancelled: () => boolean } {
  let [sent, cancelled] = [0, false]
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await sleep(50)
        if (sent === pieces) return controller.close()
        sent += 1
        controller.enqueue(new Uint8Array(1_000))
      },
      cancel: () => {
        cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, sent: () => sent, cancelled: () => cancelled }
}

test('MEDIA-02 a file that is being sent is cut off within a second of the end of the right', async () => {
  const source = slowly(200)
  let revokedAt = Number.POSITIVE_INFINITY
  let counted = 0
  const guarded = guardedBytes(source.body, {
    mayGoOn: () => Promise.resolve(performance.now() < revokedAt),
    countBytes: (bytes) => (counted += bytes),
  })
  const reader = guarded.getReader()
  let received = 0
  for (let piece = 0; piece < 5; piece += 1) received += (await reader.read()).value!.byteLength
  revokedAt = performance.now()
  await expect(
    (async () => {
      for (;;) received += (await reader.read()).value!.byteLength
    })(),
  ).rejects.toThrow('right ended')
  expect(performance.now() - revokedAt).toBeLessThan(1_000)
  expect(source.cancelled()).toBe(true)
  expect(received).toBe(counted)
  expect(source.sent()).toBeLessThan(30)
})

test('MEDIA-02 what a viewer may see is sent whole, and what nobody takes is not read', async () => {
  const source = slowly(3)
  const guarded = guardedBytes(source.body, { mayGoOn: () => Promise.resolve(true) })
  await sleep(120)
  expect(source.sent()).toBe(0)
  expect((await new Response(guarded).arrayBuffer()).byteLength).toBe(3_000)
})

test('MEDIA-02 a viewer who waits is checked before the next byte', async () => {
  const source = slowly(5)
  let allowed = true
  const reader = guardedBytes(source.body, { mayGoOn: () => Promise.resolve(allowed) }).getReader()
  await reader.read()
  allowed = false
  await sleep(900)
  await expect(reader.read()).rejects.toThrow('right ended')
  expect(source.sent()).toBe(1)
})
