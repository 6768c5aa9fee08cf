import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { deliverMail } from '#app/domain/notifications/deliver-mail.server.ts'
import { approvePost, rejectPost } from '#app/domain/posts/review-post.server.ts'
import { buildExport } from '#app/domain/privacy/build-export.server.ts'
import { requestExport } from '#app/domain/privacy/request-export.server.ts'
import { acceptRequest } from '#app/domain/requests/accept-request.server.ts'
import { declineRequest } from '#app/domain/requests/decline-request.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { cookieName } from '#app/web/cookies.server.ts'
import type { RouteTable } from '#app/web/route-table.ts'
import { anonymousPages, sharedRequest } from '#server/anonymous-pages.ts'
import { HtmlCache } from '#server/html-cache.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { addressesOf, type Crawl, headersOf, ORIGIN, together, visit } from './crawl.ts'
import { type LeakWorld, type Principal, PRINCIPALS } from './world.ts'

/** Copies of people's data, asked for by everybody: the whole archive is for its person. */
export async function crawlExports(
  crawl: Crawl,
  owners: readonly Principal[] = ['creator', 'other', 'fan', 'pass', 'buyer'],
): Promise<void> {
  const { made } = crawl
  const exports: string[] = []
  for (const owner of owners) {
    const person = await made.person(owner)
    if (!person) throw new Error(`${owner} is not signed in`)
    const asked = await requestExport(person)
    if (!asked.ok) throw new Error(`${owner}: ${asked.refusal.kind}`)
    const { rows } = await made.things.database.query<{ id: string }>(
      `select id from data_exports where profile_id = $1 and state = 'building'`,
      [person.id],
    )
    const exportId = rows[0]!.id
    await buildExport(exportId)
    exports.push(exportId)
  }
  for (const principal of PRINCIPALS)
    await together(
      exports.map((exportId) => async () => {
        const headers = headersOf(made.token(principal))
        await visit(crawl, { path: `/profile/export/${exportId}/1`, init: { headers } }, principal, 'export')
      }),
    )
}

/** The pages that everybody without a session shares, after all others have been rendered: whole, in each encoding. */
export async function crawlSharedPages({ ask, scan, made }: Crawl, table: RouteTable): Promise<number> {
  const cookies = {
    session: cookieName('session'),
    flash: cookieName('flash'),
    adult: cookieName('adult'),
    quickHide: cookieName('quick_hide'),
  }
  const find = anonymousPages(table)
  const cache = new HtmlCache()
  let shared = 0
  for (const path of new Set([...addressesOf(made), '/', '/public-feed', '/terms', '/subscribe'])) {
    for (const principal of PRINCIPALS) {
      const { cookie } = headersOf(made.token(principal)) as { cookie: string }
      const page = find(
        { method: 'GET', url: path } as never,
        { cookie, acceptEncoding: '', ifNoneMatch: '', saveData: false },
        cookies,
      )
      if (!page) continue
      if (principal !== 'visitor')
        scan.leaks.push({ surface: 'shared page', principal, where: path, what: 'a page that is kept for everybody' })
      const request = sharedRequest(page, ORIGIN, cookies)
      shared += 1
      for (const encoding of ['identity', 'br', 'gzip'] as const) {
        const kept = await cache.fill(page.key, encoding, async () => {
          const answer = await ask(path, { headers: request.headers })
          return {
            status: answer.status,
            headers: [...answer.headers],
            body: Buffer.from(await answer.arrayBuffer()),
            cacheable: answer.status === 200,
          }
        })
        const { body } = kept
        const plain =
          'cacheable' in kept || encoding === 'identity'
            ? body
            : encoding === 'br'
              ? brotliDecompressSync(body)
              : gunzipSync(body)
        scan.read(plain.toString('latin1') + JSON.stringify(kept.headers), 'visitor', 'shared page', path)
      }
    }
  }
  return shared
}

/** Commands about private things, whose events go to several people. */
export async function causeEvents({ made }: Pick<Crawl, 'made'>): Promise<void> {
  const { ids } = made.world
  // Not by a session: the forms of a whole crawl have ended those.
  const creator = await findPerson(ids.creator!)
  if (!creator) throw new Error('there is no creator')
  const { rows: waiting } = await made.things.database.query<{ id: string; creator_id: string }>(
    `select id, creator_id from posts where state = 'in_review' order by id`,
  )
  for (const [nth, { id: postId, creator_id: creatorId }] of waiting.entries())
    await inTransaction(async (tx) => {
      const post = { creatorId, postId, staffId: ids.moderator! }
      return nth % 2 === 0 ? approvePost(tx, post) : rejectPost(tx, { ...post, message: 'Please crop it.' })
    })
  await acceptRequest(creator, ids.request!)
  await declineRequest(creator, ids.promise!)
}

/** What the events of the world cause: every mail to whom it goes, every notification to whom it is shown. */
export async function readMessages({
  scan,
  made,
}: Pick<Crawl, 'scan' | 'made'>): Promise<{ mails: number; notifications: number }> {
  const { database } = made.things
  await deliverEvents()
  const { rows: waiting } = await database.query<{ id: string }>(
    `select id from event_deliveries where channel = 'email' and state in ('queued', 'failed')`,
  )
  for (const { id } of waiting) await deliverMail(id)
  const { rows: mails } = await database.query<Record<string, string>>('select * from caught_mails')
  for (const mail of mails)
    scan.read(JSON.stringify(mail), principalOf(made, mail.recipient!), 'mail', `the mail “${mail.subject}”`)
  const { rows: notifications } = await database.query<Record<string, string>>(
    'select n.*, p.email from notifications n join profiles p on p.id = n.profile_id',
  )
  for (const one of notifications)
    scan.read(JSON.stringify(one), principalOf(made, one.email!), 'notification', `the notification ${one.event}`)
  return { mails: mails.length, notifications: notifications.length }
}

function principalOf({ world }: LeakWorld, email: string): string {
  const [, name] = /^(\w+)-(\w+)@matrix\.example$/.exec(email) ?? []
  return name && world.ids[name] ? name : 'a stranger'
}
