import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBaseline } from './baseline-server.ts'
import { startProduct } from '#tests/support/product.ts'
import { type Fixture, withFixture } from './demo-server.ts'
import { lacksNginx, startNginx } from './nginx.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'
import { cpuPerRequest } from './processes.ts'
import { signIn } from './sign-in.ts'
import { lacksWrk, load } from './wrk.ts'

const CONNECTIONS = 16
const OBJECT_BYTES = 32 * 1_048_576
const KIB = 1_024
const WARM_SECONDS = 4

const SIZES = [
  ['64 KB', 64 * KIB],
  ['1 MB', KIB * KIB],
] as const

/** Private media of a post, in ranges: each request checks session, key, right and budget. */
export const media: Bench = {
  name: 'media',
  description:
    'ranges of a private object for a pass holder, each authorised: against a bare file stream of Node, and through nginx against a plain nginx',
  needs: 'about 400 MB of disk and 5 minutes',
  lacks: () => lacksWrk() ?? lacksNginx(),
  run: ({ rounds, seconds }) =>
    withFixture(async (fixture) => {
      const object = await privateObject(fixture)
      return [
        ...(await measureDirect(fixture, object, { rounds, seconds })),
        ...(await measureBehindNginx(fixture, object, { rounds, seconds })),
      ]
    }),
}

type PrivateObject = { file: string; path: string; cookie: string }
type Rounds = { rounds: number; seconds: number }

/** As the page that is open asks, however long this takes. */
const loadOf = ({ cookie }: PrivateObject, bytes: number, seconds: number) => ({
  connections: CONNECTIONS,
  seconds,
  headers: {
    cookie,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-dest': 'audio',
    range: `bytes=${KIB}-${KIB + bytes - 1}`,
  },
})

async function measureDirect(
  { product }: Fixture,
  object: PrivateObject,
  { rounds, seconds }: Rounds,
): Promise<Figure[]> {
  const baseline = await startBaseline('file-stream.ts', [object.file])
  const url = product.url + object.path
  const figures: Figure[] = []
  try {
    for (const [name, bytes] of SIZES) {
      const options = loadOf(object, bytes, seconds)
      await load(url, { ...options, seconds: WARM_SECONDS })
      await load(baseline.url, { ...options, seconds: 1 })
      const measured = await alternate(rounds, {
        ours: () => load(url, options),
        limit: () => load(baseline.url, options),
      })
      const cpu = await alternate(rounds, { ours: () => cpuPerRequest(url, product.pid, options) })
      figures.push(
        {
          name: `${name} ranges, to a bare file stream`,
          unit: '×',
          values: ratios(measured.ours, measured.limit),
          target: name === '1 MB' ? { min: 0.8 } : null,
        },
        { name: `${name} ranges`, unit: 'req/s', values: measured.ours, target: null },
        { name: `${name} ranges, bare file stream`, unit: 'req/s', values: measured.limit, target: null },
        {
          name: `${name} ranges, for each second of processor time`,
          unit: 'req/s',
          values: cpu.ours.map((milliseconds) => 1_000 / milliseconds),
          target: name === '64 KB' ? { min: 4_000 } : null,
        },
      )
    }
    return figures
  } finally {
    await baseline.stop()
  }
}

/** The same data behind an nginx that sends what the product has authorised (MEDIA_ACCEL). */
async function measureBehindNginx(
  { product, owner }: Fixture,
  object: PrivateObject,
  { rounds, seconds }: Rounds,
): Promise<Figure[]> {
  // Its database stops with it.
  await owner.end()
  await product.stop()
  const env = { BUDGET_FACTOR: '1000', WEB_PROCESSES: '1', MEDIA_ACCEL: 'x-accel' }
  const behind = await startProduct({ dataDir: product.dataDir, env, readyWithin: 120_000 })
  const nginx = await startNginx({
    port: Number(new URL(behind.url).port) + 2,
    productUrl: behind.url,
    media: join(product.dataDir, 'media'),
    plainFile: object.file,
  })
  const figures: Figure[] = []
  try {
    for (const [name, bytes] of SIZES) {
      const options = loadOf(object, bytes, seconds)
      await load(nginx.url + object.path, { ...options, seconds: WARM_SECONDS })
      const measured = await alternate(rounds, {
        ours: () => load(nginx.url + object.path, options),
        limit: () => load(`${nginx.url}/plain`, options),
      })
      figures.push(
        {
          name: `${name} ranges through nginx, to a plain nginx`,
          unit: '×',
          values: ratios(measured.ours, measured.limit),
          target: name === '1 MB' ? { min: 0.7 } : null,
        },
        { name: `${name} ranges through nginx`, unit: 'req/s', values: measured.ours, target: null },
        { name: `${name} ranges, plain nginx`, unit: 'req/s', values: measured.limit, target: null },
      )
    }
    return figures
  } finally {
    await nginx.stop()
    await behind.stop()
  }
}

/** A large file in the place of a voice note that only subscribers hear (photos are made for each viewer), with its address for a pass holder. */
async function privateObject({ product, owner }: Fixture): Promise<PrivateObject> {
  const { rows } = await owner.query<{ media_id: string; creator_id: string; original_key: string }>(
    `select m.id as media_id, p.creator_id, m.original_key from media m join post_media pm on pm.media_id = m.id
       join posts p on p.id = pm.post_id join visible_creators v on v.profile_id = p.creator_id
     where m.kind = 'voice' and p.audience = 'subscribers' and p.state = 'published' and p.expires_at is null
     order by p.published_at desc limit 1`,
  )
  const { media_id, creator_id, original_key } = rows[0]!
  const file = join(product.dataDir, 'media', original_key)
  writeFileSync(file, randomBytes(OBJECT_BYTES))
  await owner.query('update media set byte_size = $2 where id = $1', [media_id, OBJECT_BYTES])
  const cookie = await signIn(product.url, 'brian@demo.peach.example')
  const page = await (await fetch(`${product.url}/gal/${creator_id}?posts=240`, { headers: { cookie } })).text()
  const path = new RegExp(`/media/${media_id}/audio\\?k=[\\w.-]+`).exec(page)?.[0]
  if (!path) throw new Error('the page of the creator has no link to the private voice note')
  return { file, path, cookie }
}
