import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { dayOfRun, daysSince1970 } from '../../bin/day.ts'
import { failures, sourceRoutes } from '../authorization/source-app.ts'
import { causeEvents, crawlExports, crawlSharedPages, readMessages } from '../leak/beyond-pages.ts'
import { type Crawl, crawlAddresses, crawlForms, crawlLinks, crawlObjects } from '../leak/crawl.ts'
import { listed, shortcomings } from '../leak/scan.ts'
import { listRoutes, startLeakWorld } from '../leak/start.ts'
import { isLongRun, keepFigures, SEED_OF_SAMPLE } from './kept-figures.ts'

/** They see previews of what waits in their own pages, not at the address of the medium. */
const REVIEWERS = ['moderator', 'super', 'owner']
/** The sample of `npm test` is another one each day. */
const DAY = process.env.PROVE_SEED ? SEED_OF_SAMPLE : daysSince1970(dayOfRun())
const routes = await listRoutes()
const { crawl: crawled, owner } = startLeakWorld({
  oneIn: (count, nth) => isLongRun || (nth + DAY) % count === 0,
  pagesByLinks: isLongRun ? 400 : 8,
})
let crawl: Crawl
beforeAll(() => {
  crawl = crawled()
})

describe(
  'no private object reaches anybody without a right to it',
  { timeout: isLongRun ? 3_600_000 : 180_000 },
  () => {
    test('MEDIA-02a every object in the store has its own bytes, which the scan knows', async () => {
      const unknown: string[] = []
      for await (const page of mediaStore().list())
        for (const { key } of page) {
          // Sealed: what is inside is known by its plain bytes.
          if (/^(sealed|exports)\//.test(key)) continue
          const bytes = Buffer.from(await new Response(await mediaStore().open(key)).arrayBuffer())
          const numbers = await crawl.scan.numbersOf(bytes)
          const mine = [...numbers].filter((number) => key.includes(crawl.scan.things.get(number)?.mediaId ?? '?'))
          if (numbers.size === 0 || mine.length < numbers.size) unknown.push(key)
        }
      expect(unknown).toEqual([])
    })

    test('MEDIA-02a the scan knows every column that holds stored objects or names them', async () => {
      const { rows } = await owner().query<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and (column_name ~ '((storage|original|object|file|upload)_key|_path|archives)$'
         or (data_type = 'bytea' and column_name !~ '(hash|digest|sha256|fingerprint|token|key|challenge)$'))
       order by 1`,
      )
      expect(rows.map(({ name }) => name).filter((name) => !(name in HOLDS_OBJECTS))).toEqual([])
    })

    test('PROF-02c MEDIA-02a on any page, in any form, by any link', async () => {
      await crawlAddresses(crawl)
      await crawlLinks(crawl)
      expect(listed(crawl.scan.leaks)).toEqual([])
    })

    test('PROF-02c MEDIA-02a MEDIA-02c at its own address, with any key, method and range', async () => {
      await crawlObjects(crawl)
      expect(listed(crawl.scan.leaks)).toEqual([])
    })

    test('MEDIA-02a whoever has a right gets what the others don’t, so that the scan would see it', () => {
      const reached = (mediaId: string, kind: 'media' | 'preview', principal: string) =>
        [...crawl.scan.things.values()].some(
          (thing) =>
            thing.mediaId === mediaId &&
            (thing.kind === 'preview') === (kind === 'preview') &&
            crawl.scan.received.get(thing.number)?.has(principal),
        )
      const missing = [...crawl.scan.things.values()].flatMap((thing) =>
        thing.file === null || thing.mediaId === null
          ? []
          : [...thing.open]
              .filter((principal) => thing.kind !== 'preview' || !REVIEWERS.includes(principal))
              .flatMap((principal) =>
                reached(thing.mediaId!, thing.kind === 'preview' ? 'preview' : 'media', principal)
                  ? []
                  : [`${principal} did not get ${thing.name}`],
              ),
      )
      expect(missing).toEqual([])
    })

    test('MEDIA-02a in a copy of somebody’s data', async () => {
      await crawlExports(crawl)
      expect(listed(crawl.scan.leaks)).toEqual([])
      const inExports = crawl.made.things.all.filter(
        ({ kind, number }) => kind === 'original' && crawl.scan.received.get(number),
      )
      expect(inExports.length).toBeGreaterThan(30)
    })

    test('MEDIA-02a in a page that is kept for everybody', async () => {
      const table = await sourceRoutes()
      expect(await crawlSharedPages(crawl, table)).toBeGreaterThan(10)
      expect(listed(crawl.scan.leaks)).toEqual([])
    })

    test('MEDIA-02a in the answer to a form', async () => {
      await crawlForms(crawl)
      expect(listed(crawl.scan.leaks)).toEqual([])
    })

    test('MEDIA-02a in a mail or a notification', async () => {
      await causeEvents(crawl)
      const { mails, notifications } = await readMessages(crawl)
      expect(listed(crawl.scan.leaks)).toEqual([])
      expect(mails).toBeGreaterThan(4)
      expect(notifications).toBeGreaterThan(4)
    })

    test('the scan had enough objects and people, and left out no address', () => {
      expect(shortcomings(crawl.scan, routes)).toEqual([])
      // What a route threw was no answer that anybody has checked.
      expect(failures).toEqual([])
    })
  },
)

/** Where stored objects are. A new column belongs into the world of the scan (tests/leak/world.ts) before it is named here. */
const HOLDS_OBJECTS: Record<string, string> = {
  'media.original_key': 'photos, videos and voice notes as they were sent',
  'media.preview': 'blurred previews',
  'media_renditions.storage_key': 'sizes, encoded videos and voice notes, thumbnails for seeking',
  'media_streams.storage_key': 'segments',
  'sealed_documents.storage_key': 'identity documents',
  'data_exports.archives': 'copies of people’s data',
  'objects_to_destroy.storage_key': 'objects of rows that are gone: no route reads this table',
  'staff_setups.picture': 'shown in the browser alone that has used the invite, until the set-up ends',
}

afterAll(() => {
  const { scan } = crawl
  const objects = crawl.made.things.all.filter(({ kind }) => kind !== 'text').length
  keepFigures('leak-scan', {
    objects,
    principals: scan.principals.size,
    routes: routes.length,
    requests: scan.requests,
    leaks: listed(scan.leaks).length,
  })
})
