import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { newId } from '#app/platform/id.ts'
import { failures, sourcePolicies, startSourceApp } from './authorization/source-app.ts'
import { makeWorld, type Role, type World } from './authorization/world.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
const policies = await sourcePolicies()
const ORIGIN = 'http://localhost:3000'
const PIECE = 65_536
let world: World
let app: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  useGateway({
    baseUrl: 'http://127.0.0.1:9/v3',
    secretKey: 'k',
    webhookHash: 'the hash of the bodies',
    accountId: '1',
  })
  world = await makeWorld(owner())
  app = await startSourceApp()
}, 120_000)

const EMPTY_PART = '--b\r\ncontent-disposition: form-data; name="avatar"; filename=""\r\n\r\n\r\n'

/** A body of empty file parts in chunks, as a socket delivers them; `read` counts the chunks read and whether the rest was cancelled. */
function bombOf(parts: number) {
  const read = { pieces: 0, abandoned: false }
  const text = EMPTY_PART.repeat(Math.ceil(PIECE / EMPTY_PART.length))
  const pieces = Math.ceil((parts * EMPTY_PART.length) / text.length)
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read.pieces === pieces) return controller.close()
        read.pieces += 1
        controller.enqueue(Buffer.from(text))
      },
      cancel: () => void (read.abandoned = true),
    },
    { highWaterMark: 0 },
  )
  return { body, read, bytes: pieces * text.length }
}

async function post(path: string, role: Role, parts: number, headers: Record<string, string> = {}) {
  const { body, read, bytes } = bombOf(parts)
  const cookie = `peach_adult=1; peach_session=${await world.session(role)}`
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    redirect: 'manual',
    headers: { cookie, origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=b', ...headers },
  } as RequestInit
  const answer = await app(path, init)
  return { status: answer.status, read, bytes }
}

describe('a form of hundreds of thousands of parts', () => {
  test('ONB-C-02 to the creator’s profile by a fresh account is refused at its first chunk', async () => {
    const { status, read, bytes } = await post('/onboarding/profile', 'fresh', 400_000)
    expect(bytes).toBeGreaterThan(26_000_000)
    expect([status, read]).toEqual([413, { pieces: 1, abandoned: true }])
  })

  test('VIEW-03 to one’s own profile is refused at its first chunk', async () => {
    expect(await post('/profile/edit', 'fan', 140_000)).toMatchObject({
      status: 413,
      read: { pieces: 1, abandoned: true },
    })
  })

  test('VIEW-03 a photo that is announced as too large is refused beside its field, and nothing of it is read', async () => {
    expect(await post('/profile/edit', 'fan', 140_000, { 'content-length': '12000000' })).toMatchObject({
      status: 413,
      read: { pieces: 0 },
    })
  })

  test('no address reads more than the first chunks of it, whoever sends it', async () => {
    const left = new Set(['/uploads/:uploadId?', '/webhooks/flutterwave'])
    const greedy: string[] = []
    let refused = 0
    for (const [pattern, methods] of Object.entries(policies)) {
      if (!methods.POST || left.has(pattern)) continue
      const path = pattern.replaceAll(/:\w+\??/g, newId()).replace('*', 'nowhere')
      for (const role of ['fresh', 'fan', 'creator', 'super'] as const) {
        const { status, read } = await post(path, role, 100_000)
        if (status === 413) refused += 1
        if (read.pieces > 2 || status >= 500) greedy.push(`${path} as ${role}: ${read.pieces} pieces, ${status}`)
      }
    }
    expect(greedy).toEqual([])
    expect(failures).toEqual([])
    expect(refused).toBeGreaterThan(40)
  }, 120_000)
})
