import { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import { proveCode } from '#app/domain/identity/prove-code.server.ts'
import { requestSignInCode } from '#app/domain/identity/request-sign-in-code.server.ts'
import { recordConsent } from '#app/domain/consents/record-consent.server.ts'
import { listConsents } from '#tests/support/whole-lists.ts'
import { currentVersion } from '#app/domain/consents/documents.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { actorContext, routeTableContext } from '#app/web/context.server.ts'
import { agreementsMiddleware } from '#app/web/middleware/agreements.server.ts'
import { patternOf } from '#tests/authorization/matrix.ts'
import { sourceRoutes } from '#tests/authorization/source-app.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as agreements from './agreements.tsx'

const { owner } = useDatabase()
let person: Person

beforeEach(async () => {
  person = await makePerson()
})

/** Where the middleware redirects a request; null if it lets it pass. */
async function stopped(actor: Person | null, path: string, method = 'GET'): Promise<string | null> {
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  const table = await sourceRoutes()
  context.set(routeTableContext, table)
  const url = new URL(path, 'http://localhost:3000')
  const args = {
    request: new Request(url, { method }),
    url,
    params: {},
    context,
    pattern: patternOf(path, [...table.keys()]),
  }
  try {
    await agreementsMiddleware(args, async () => new Response('passed'))
    return null
  } catch (thrown) {
    return (thrown as Response).headers.get('location')
  }
}

describe('a person who has not agreed to the current documents', () => {
  test('LEGAL-01 is asked on the next page and then comes back to it', async () => {
    expect(await stopped(person, '/unblocked-feed?shown=12')).toBe(
      '/agreements?returnTo=%2Funblocked-feed%3Fshown%3D12',
    )
    const browser = aBrowser(person)
    const page = await browser.call(agreements, '/agreements?returnTo=%2Funblocked-feed%3Fshown%3D12')
    expect((page.data.documents as { name: string }[]).map(({ name }) => name)).toEqual(['terms', 'privacy'])
    const form = {
      agree: 'yes',
      terms: currentVersion('terms').version,
      privacy: currentVersion('privacy').version,
    }
    const done = await browser.call(agreements, '/agreements?returnTo=%2Funblocked-feed%3Fshown%3D12', { form })
    expect(done.location).toBe('/unblocked-feed?shown=12')
    expect(await stopped(person, '/unblocked-feed')).toBeNull()
    expect(await listConsents(person.id)).toEqual([
      expect.objectContaining({ document: 'privacy', version: '1.1', occasion: 'renewal' }),
      expect.objectContaining({ document: 'terms', version: '1.1', occasion: 'renewal' }),
    ])
  })

  test.each([
    '/agreements',
    '/terms',
    '/privacy',
    '/profile/export',
    '/profile/deletion/code',
    '/sign-out',
    '/payment-callback?tx_ref=x',
    '/media/00000000-0000-7000-8000-000000000000/w160.webp',
  ])('LEGAL-01 can still open %s', async (path) => {
    expect(await stopped(person, path)).toBeNull()
  })

  test('a form that was started before is accepted; visitors and staff are not asked', async () => {
    expect(await stopped(person, '/subscribe', 'POST')).toBeNull()
    expect(await stopped(null, '/public-feed')).toBeNull()
    expect(await stopped(await makePerson('admin'), '/admin')).toBeNull()
  })

  test.each(['/termsandmore', '/profile', '/profile/edit', '/mediathek'])('%s does not bypass it', async (path) => {
    expect(await stopped(person, path)).toMatch(/^\/agreements/)
  })

  test('LEGAL-01 agreeing requires the checkbox and the versions that were shown', async () => {
    const browser = aBrowser(person)
    expect((await browser.call(agreements, '/agreements', { form: { terms: '1.1', privacy: '1.1' } })).status).toBe(400)
    expect(
      (await browser.call(agreements, '/agreements', { form: { agree: 'yes', terms: '0.9', privacy: '1.1' } })).status,
    ).toBe(409)
    expect(await listConsents(person.id)).toEqual([])
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/agreements'])(
    'next=%s leads to the home page',
    async (next) => {
      await inTransaction((tx) => recordConsent(tx, person.id, ['terms', 'privacy'], 'sign_up'))
      const answer = await aBrowser(person).call(agreements, `/agreements?next=${encodeURIComponent(next)}`)
      expect(answer.location).toBe('/')
    },
  )

  test('a visitor who is not signed in cannot agree', async () => {
    const answer = await aBrowser().call(agreements, '/agreements', { form: { agree: 'yes' } })
    expect(answer.location).toMatch(/^\/auth/)
  })
})

describe('consent at sign-up', () => {
  test('LEGAL-01 AUTH-05 SAFE-02f is stored with version and time when the code is verified, and not before', async () => {
    const email = 'consenting@test.example'
    const browser = browserOf('a browser of one who consents')
    const attempt = { mode: 'sign-up', userType: 'fan' } as const
    await requestSignInCode({ email, attempt, browser, network: '10.77.0.0/24', returnTo: null })
    const { id } = await db.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    expect(await listConsents(id)).toEqual([])
    const { rows } = await owner().query<{ sealed: string }>(
      `select data ->> 'sealedData' as sealed from pgboss.job where name = 'send_email' and data ->> 'to' = $1`,
      [email],
    )
    const { code } = JSON.parse(unseal(rows[0]!.sealed)) as { code: string }
    const device = { network: 'n', userAgent: 'a', replacesSessionId: null }
    expect((await proveCode({ code, browser, device })).ok).toBe(true)
    const kept = await listConsents(id)
    expect(kept.map((consent) => `${consent.document} ${consent.version} ${consent.occasion}`).toSorted()).toEqual([
      'privacy 1.1 sign_up',
      'terms 1.1 sign_up',
    ])
  })

  test('a consent can be neither changed nor deleted', async () => {
    await inTransaction((tx) => recordConsent(tx, person.id, ['terms'], 'sign_up'))
    await inTransaction((tx) => recordConsent(tx, person.id, ['terms'], 'sign_up'))
    expect(await listConsents(person.id)).toHaveLength(1)
    await expect(owner().query(`delete from consents where profile_id = $1`, [person.id])).rejects.toThrow(
      /append-only/,
    )
  })
})
