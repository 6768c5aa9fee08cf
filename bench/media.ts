import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBaseline } from './baseline-server.ts'
import { type Fixture, withFixture } from './demo-server.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'
import { cpuPerRequest } from './processes.ts'
import { signIn } from './sign-in.ts'
import { lacksWrk, load } from './wrk.ts'

const CONNECTIONS = 16
const OBJECT_BYTES = 32 * 1_048_576
const KIB = 1_024
const WARM_SECONDS = 4

/** Private media of a post, in ranges: each request checks session, key, right and budget. */
export const media: Bench = {
  name: 'media',
  description:
    'ranges of a private object for a pass holder, each authorised: 64 KB ranges, and 1 MB ranges against a bare file stream of Node',
  needs: 'about 400 MB of disk and 3 minutes',
  lacks: lacksWrk,
  run: ({ rounds, seconds }) =>
    withFixture(async (fixture) => {
      const { path, url, cookie } = await privateObject(fixture)
      const baseline = await startBaseline('file-stream.ts', [path])
      // As the page that is open asks, however long this takes.
      const asked = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }
      const pid = fixture.product.pid
      try {
        const figures: Figure[] = []
        for (const [name, bytes] of [
          ['64 KB', 64 * KIB],
          ['1 MB', KIB * KIB],
        ] as const) {
          const headers = { ...asked, range: `bytes=${KIB}-${KIB + bytes - 1}` }
          const options = { connections: CONNECTIONS, seconds, headers }
          await load(url, { ...options, seconds: WARM_SECONDS })
          await load(baseline.url, { ...options, seconds: 1 })
          const measured = await alternate(rounds, {
            ours: () => load(url, options),
            limit: () => load(baseline.url, options),
          })
          const cpu = await alternate(rounds, { ours: () => cpuPerRequest(url, pid, options) })
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
    }),
}

/** A large file in the place of a photo that only subscribers see, with its URL in the page of a pass holder. */
async function privateObject({ product, owner }: Fixture): Promise<{ path: string; url: string; cookie: string }> {
  const { rows } = await owner.query<{ media_id: string; creator_id: string; original_key: string }>(
    `select m.id as media_id, p.creator_id, m.original_key from media m join post_media pm on pm.media_id = m.id
       join posts p on p.id = pm.post_id join visible_creators v on v.profile_id = p.creator_id
     where m.kind = 'photo' and p.audience = 'subscribers' and p.state = 'published' and p.expires_at is null
     order by p.published_at desc limit 1`,
  )
  const { media_id, creator_id, original_key } = rows[0]!
  const path = join(product.dataDir, 'media', original_key)
  writeFileSync(path, randomBytes(OBJECT_BYTES))
  await owner.query('update media set byte_size = $2 where id = $1', [media_id, OBJECT_BYTES])
  const cookie = await signIn(product.url, 'brian@demo.peach.example')
  const page = await (await fetch(`${product.url}/gal/${creator_id}?posts=240`, { headers: { cookie } })).text()
  const href = new RegExp(`/media/${media_id}/original\\?k=[\\w.-]+`).exec(page)?.[0]
  if (!href) throw new Error('the page of the creator has no link to the private photo')
  return { path, url: product.url + href, cookie }
}
