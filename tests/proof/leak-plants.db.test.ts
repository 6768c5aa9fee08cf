import { beforeAll, describe, expect, test, vi } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import type * as MediaPolicy from '#app/domain/media/policy.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import type { Ask } from '../authorization/matrix.ts'
import { sourceRoutes } from '../authorization/source-app.ts'
import { crawlExports, crawlSharedPages, readMessages } from '../leak/beyond-pages.ts'
import { numbersIn, textOf } from '../leak/canaries.ts'
import { type Crawl, crawlObjects, headersOf, visit } from '../leak/crawl.ts'
import type { StoredThing } from '../leak/objects.ts'
import { LEAST_OBJECTS, LEAST_PRINCIPALS, Scan, shortcomings, type Surface } from '../leak/scan.ts'
import { listRoutes, startLeakWorld } from '../leak/start.ts'
import { type LeakWorld, type Principal, PRINCIPALS } from '../leak/world.ts'

/** The checks that a test has removed: each answers as if everybody were allowed. */
const dropped = vi.hoisted(() => new Set<string>())
vi.mock('#app/domain/media/policy.ts', async (original) => {
  const real = await original<typeof MediaPolicy>()
  return {
    ...real,
    canViewMedia: (...facts: Parameters<typeof real.canViewMedia>) =>
      dropped.has('canViewMedia') && facts[0] ? { allowed: true } : real.canViewMedia(...facts),
    canViewPreview: (...facts: Parameters<typeof real.canViewPreview>) =>
      dropped.has('canViewPreview') ? { allowed: true } : real.canViewPreview(...facts),
  }
})

const routes = await listRoutes()
const { crawl: product, owner } = startLeakWorld({ oneIn: () => true, pagesByLinks: 0 })

describe('a leak planted anywhere is found', () => {
  let crawl: Crawl
  let made: LeakWorld
  beforeAll(() => {
    crawl = product()
    made = crawl.made
  })
  const planted = (ask: Ask = crawl.ask): Crawl => ({
    ...crawl,
    ask,
    scan: new Scan(made.things.all, PRINCIPALS.length),
  })
  /** The product, except that its answer to this address is changed. */
  const changing = (path: string, change: (response: Response) => Response | Promise<Response>): Ask => {
    return async (asked, init) => {
      const response = await crawl.ask(asked, init)
      return asked === path ? change(response) : response
    }
  }
  const thing = (name: string): StoredThing => {
    const found = made.things.all.find((one) => one.name === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  const get = (crawled: Crawl, path: string, principal: Principal, surface: Surface = 'page') =>
    visit(
      crawled,
      { path: made.world.bound(path, made.token(principal)), init: { headers: headersOf(made.token(principal)) } },
      principal,
      surface,
    )
  const leaksOf = ({ scan }: Crawl) => scan.leaks.map(({ surface, principal, what }) => [surface, principal, what])
  const secret = () => thing("creator's subscribers photo original")

  test.each([
    ['as it is', (text: string) => text],
    ['in base64', (text: string) => Buffer.from(`x${text}`).toString('base64')],
    ['in hexadecimal', (text: string) => Buffer.from(text).toString('hex')],
    ['cut off within its number', (text: string) => text.slice(0, 12)],
  ])('in the body of a page, %s', async (_, written) => {
    const text = written(textOf(secret().number))
    const ask = changing(
      '/terms',
      async (page) => new Response((await page.text()).replace('</main>', `${text}</main>`), page),
    )
    const crawled = planted(ask)
    await get(crawled, '/terms', 'visitor')
    expect(crawled.scan.leaks).toHaveLength(1)
  })

  test('in the data of a page', async () => {
    const crawled = planted(changing('/terms.data', () => Response.json({ bytes: textOf(secret().number) })))
    await get(crawled, '/terms.data', 'fan', 'data')
    expect(leaksOf(crawled)).toEqual([['data', 'fan', secret().name]])
  })

  test.each(['x-debug', 'location', 'set-cookie'])('in the header %s', async (name) => {
    const ask = changing('/terms', (page) => {
      page.headers.append(name, `/a?b=${encodeURIComponent(textOf(secret().number))}`)
      return page
    })
    const crawled = planted(ask)
    await get(crawled, '/terms', 'fan')
    expect(leaksOf(crawled)).toEqual([['header', 'fan', secret().name]])
  })

  test.each(['public, max-age=300', 'private, s-maxage=60', 'no-transform'])(
    'in the cache header of an answer to whom it is for: %s',
    async (rule) => {
      const { mediaId, name } = thing("creator's subscribers voice note audio")
      const path = made.world.bound(`/media/${mediaId}/audio`, made.token('pass'))
      const ask = changing(path, (answer) => {
        answer.headers.set('cache-control', rule)
        return answer
      })
      const crawled = planted(ask)
      await get(crawled, `/media/${mediaId}/audio`, 'pass', 'media')
      expect(leaksOf(crawled)).toEqual([['cache header', 'pass', name]])
    },
  )

  test.each([
    ['media', "creator's subscribers voice note", 'audio', 'canViewMedia'],
    ['media', "creator's vault video", 'video.mp4', 'canViewMedia'],
    ['segment', "creator's locked video", 'high-1.m4s', 'canViewMedia'],
    ['preview', "creator's draft photo", 'preview', 'canViewPreview'],
  ] as const)('in a %s answer, by a check that is missing', async (surface, name, file, check) => {
    const { mediaId, name: what } = thing(`${name} ${file}`)
    dropped.add(check)
    try {
      const crawled = planted()
      await get(crawled, `/media/${mediaId}/${file}`, 'fan', surface)
      expect(leaksOf(crawled)[0]?.slice(0, 2)).toEqual([surface, 'fan'])
      expect(what).toContain(name)
    } finally {
      dropped.clear()
    }
  })

  test('in an answer without a key of the session', async () => {
    const crawled = planted((path, init) => crawl.ask(boundAgain(path), init))
    // Signs what came without a key or with a foreign one, as a server that asks for none.
    const boundAgain = (path: string) => made.world.bound(path.split('?')[0]!, made.token('subscriber'))
    await crawlObjects(crawled, ['subscriber'], (one) => one.name === secret().name)
    expect(leaksOf(crawled)).toEqual([
      ['media key', 'subscriber', 'bytes without a key of their own'],
      ['media key', 'subscriber', 'bytes without a key of their own'],
    ])
  })

  test('in a photo that was encoded again and marked for its viewer', async () => {
    const { mediaId } = secret()
    dropped.add('canViewMedia')
    try {
      const crawled = planted()
      const { body } = await get(crawled, `/media/${mediaId}/w320.webp`, 'fan', 'media')
      expect([...numbersIn(body)]).toEqual([])
      expect(leaksOf(crawled)).toEqual([['media', 'fan', "creator's subscribers photo w320.webp"]])
    } finally {
      dropped.clear()
    }
  })

  test('in a picture that the scan does not know', async () => {
    const { default: sharp } = await import('sharp')
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#884422' } })
      .jpeg()
      .toBuffer()
    const ask = changing(
      '/badges',
      () => new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } }),
    )
    const crawled = planted(ask)
    await get(crawled, '/badges', 'fan')
    expect(leaksOf(crawled)).toEqual([['page', 'fan', 'a picture that the scan does not know']])
  })

  test('in an identity document that somebody opened without a recorded view', async () => {
    const [documentId] = made.documentIds
    const crawled = planted(async (path, init) =>
      crawl.ask(path, { ...init, headers: headersOf(made.token('moderator')) }),
    )
    await get(crawled, `/documents/${documentId}`, 'support', 'document')
    expect(leaksOf(crawled)).toEqual([['document', 'support', "the applicant's selfie"]])
  })

  test('in a copy of somebody else’s data', async () => {
    const { mediaId, name } = thing("creator's vault photo original")
    const { ids } = made.world
    await owner().query('update media set owner_id = $2 where id = $1', [mediaId, ids.subscriber])
    await owner().query(`delete from data_exports`)
    try {
      const crawled = planted()
      await crawlExports(crawled, ['subscriber'])
      expect(leaksOf(crawled)).toEqual([['export', 'subscriber', name]])
    } finally {
      await owner().query('update media set owner_id = $2 where id = $1', [mediaId, ids.creator])
    }
  })

  test('in a mail and in a notification', async () => {
    const { ids } = made.world
    await owner().query('delete from caught_mails')
    await owner().query('delete from notifications')
    await inTransaction((tx) =>
      publish(tx, {
        event: 'request_received',
        actorId: ids.pass!,
        objectId: ids.request!,
        payload: {
          fan: { id: ids.pass! },
          creator: { id: ids.other! },
          creatorName: 'The other',
          requestId: ids.request!,
          what: textOf(secret().number),
          reference: textOf(secret().number),
          price: 'UGX 75,000',
          by: '25 Nov 2026, 19:00 EAT',
        },
      }),
    )
    const crawled = planted()
    await readMessages(crawled)
    expect(new Set(leaksOf(crawled).map(([surface, principal]) => `${surface} ${principal}`))).toEqual(
      new Set(['mail other', 'notification other']),
    )
  })

  test('in a page that is kept for everybody', async () => {
    const path = `/m_creator_${made.world.ids.mark}`
    const ask = changing(path, async (page) => new Response(`${await page.text()}${textOf(secret().number)}`, page))
    const crawled = planted(ask)
    await crawlSharedPages(crawled, await sourceRoutes())
    expect(leaksOf(crawled)).toContainEqual(['shared page', 'visitor', secret().name])
  })

  test('in the keys of another session', async () => {
    const path = `/gal/${made.world.ids.creator}`
    const crawled = planted((asked, init) => crawl.ask(asked, { ...init, headers: headersOf(made.token('pass')) }))
    await get(crawled, path, 'subscriber')
    expect(new Set(leaksOf(crawled).map(([surface]) => surface))).toEqual(new Set(['media key']))
  })
})

describe('a scan that proves too little fails', () => {
  const some = (count: number): StoredThing[] =>
    Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      name: `thing ${at}`,
      kind: 'original',
      open: new Set<string>(),
      owner: 'creator',
      mediaId: null,
      file: null,
    }))
  const scanOf = (objects: number, principals: number, visited: readonly string[]) => {
    const scan = new Scan(some(objects), principals)
    for (let nth = 0; nth < principals; nth += 1) scan.read('', `principal ${nth}`, 'mail', 'a mail')
    for (const route of visited) scan.visited.add(route)
    return scan
  }

  test('with fewer than 200 objects, fewer than 12 principals, or without one address', () => {
    expect(shortcomings(scanOf(LEAST_OBJECTS, LEAST_PRINCIPALS, routes), routes)).toEqual([])
    expect(shortcomings(scanOf(LEAST_OBJECTS - 1, LEAST_PRINCIPALS, routes), routes)).toHaveLength(1)
    expect(shortcomings(scanOf(LEAST_OBJECTS, LEAST_PRINCIPALS - 1, routes), routes)).toHaveLength(1)
    for (const route of routes)
      expect(
        shortcomings(
          scanOf(
            LEAST_OBJECTS,
            LEAST_PRINCIPALS,
            routes.filter((one) => one !== route),
          ),
          routes,
        ),
      ).toEqual([`${route} was not visited: add it to tests/authorization/expected.tsv`])
  })
})
