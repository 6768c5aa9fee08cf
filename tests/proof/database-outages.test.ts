import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginSiege, openOwnPage, restartDatabase, type Siege, until, untilServed } from './database-siege.ts'
import { askOnce } from '#tests/support/own-postgres.ts'
import { keepFigures } from './kept-figures.ts'

const RESTARTS = process.env.PROVE === 'full' ? 30 : 4

let siege: Siege
beforeAll(async () => {
  siege = await beginSiege()
}, 300_000)
afterAll(() => siege?.end(), 60_000)

const logLines = () => siege.product.output().split('\n').length
const openSharedPage = () => fetch(siege.product.url, { headers: { accept: 'text/html' } })
const probe = (path: string) => fetch(siege.product.url + path)

describe('a database that is unavailable', () => {
  test('restarts again and again, idle and while twenty people write: no server ends and nothing acknowledged is lost', async () => {
    const { exits, restarts, acknowledged, lost, backAfterMs } = await restartDatabase(siege, RESTARTS)
    keepFigures('database-outages', {
      restarts,
      exits,
      acknowledged,
      lost: lost.length,
      slowestBackMs: Math.round(Math.max(...backAfterMs)),
    })
    expect({ exits, restarts, lost }).toEqual({ exits: 0, restarts: RESTARTS, lost: [] })
    expect(acknowledged).toBeGreaterThanOrEqual(20)
  }, 600_000)

  test('is stopped: pages answer 503 with a message and a Retry-After, probes and metrics answer, and everything recovers by itself', async () => {
    const linesBefore = logLines()
    await siege.database.stop('fast')
    try {
      await until(siege.product, async () => (await probe('/readyz')).status === 503)
      await until(siege.product, async () => (await openOwnPage(siege)).status === 503)
      const page = await openOwnPage(siege)
      expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(page.headers.get('cache-control')).toContain('no-store')
      expect(await page.text()).toContain('is not available right now')
      // What was rendered for everybody just before may still be shown for its second, by each web process.
      let shared = await openSharedPage()
      await until(siege.product, async () => (shared = await openSharedPage()).status === 503)
      expect(shared.headers.get('retry-after')).toBe('5')
      const data = await fetch(`${siege.product.url}/profile.data`, { headers: { cookie: siege.members[0]!.cookie } })
      expect([data.status, data.headers.get('retry-after')]).toEqual([503, '5'])
      const sent = await fetch(`${siege.product.url}/profile/edit`, {
        method: 'POST',
        headers: { cookie: siege.members[0]!.cookie, origin: siege.product.url, accept: 'text/html' },
        body: new URLSearchParams({ bio: 'never' }),
      })
      expect(sent.status).toBe(503)
      expect(await sent.text()).toContain('What you sent was not saved.')
      expect((await probe('/healthz')).status).toBe(200)
      // Each web process notices by itself, and one of them answers for all.
      let figures = ''
      await until(siege.product, async () => {
        const metrics = await fetch(metricsUrl())
        figures = await metrics.text()
        return metrics.status === 200 && figures.includes('database_up 0')
      })
      expect(figures).toContain('http_responses_total')
      expect(figures).not.toContain('jobs_open')
      // Jobs and pages fail by the hundred; it is logged once.
      expect(logLines() - linesBefore).toBeLessThan(10)
    } finally {
      await siege.database.start()
    }
    await untilServed(siege)
    const [job] = await askOnce<{ id: string }>(
      siege.database.url,
      `insert into pgboss.job (name, data) values ('make_renditions', $1) returning id`,
      [{ mediaId: siege.members[0]!.id }],
    )
    await until(siege.product, async () => {
      const [row] = await askOnce<{ state: string }>(siege.database.url, 'select state from pgboss.job where id = $1', [
        job!.id,
      ])
      return row?.state === 'completed'
    })
    await until(siege.product, async () => (await probe('/readyz')).status === 200)
    await until(siege.product, async () =>
      /database_up 1[\s\S]*jobs_open/.test(await (await fetch(metricsUrl())).text()),
    )
  }, 120_000)

  test('is frozen: requests that already wait get a message too, and the probes report it', async () => {
    siege.database.freeze()
    const waiting = openOwnPage(siege)
    try {
      expect((await probe('/readyz')).status).toBe(503)
      expect((await probe('/healthz')).status).toBe(200)
      expect((await fetch(metricsUrl())).status).toBe(200)
      const page = await waiting
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await page.text()).toContain('is not available right now')
      // By now the outage is known: no request waits any more.
      expect((await openOwnPage(siege)).status).toBe(503)
    } finally {
      siege.database.thaw()
    }
    await untilServed(siege)
  }, 120_000)
})

/** Without a token the figures are on a port of their own, which the start prints. */
function metricsUrl(): string {
  return /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(siege.product.output())![0]
}
