import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { passkeyRegistrationOptions } from '#app/domain/identity/passkey-options.server.ts'
import { addPasskey } from '#app/domain/identity/add-passkey.server.ts'
import { beginTotp, confirmTotp } from '#app/domain/identity/enrol-totp.server.ts'
import { removePasskey } from '#app/domain/identity/remove-passkey.server.ts'
import { askProofCode } from '#app/domain/identity/ask-proof-code.server.ts'
import { proveSessionByCode } from '#app/domain/identity/prove-session.server.ts'
import { requestExport } from '#app/domain/privacy/request-export.server.ts'
import { PROOF, STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import { hashSecret } from '#app/domain/staff/internal/password-hash.server.ts'
import { proveStaff } from '#app/domain/staff/prove-staff.server.ts'
import { freshOf, type Methods, type Policy } from '#app/web/route-handle.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { anAuthenticator } from '#tests/support/authenticator.ts'
import { shownCode } from '#tests/support/shown-code.ts'
import { STAFF_PASSWORD } from '#tests/support/staff.ts'
import { patternOf, readRows, requestOf, type Row } from './authorization/matrix.ts'
import { failures, sourcePolicies, startSourceApp } from './authorization/source-app.ts'
import { makeWorld, type Role, type World } from './authorization/world.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
const ORIGIN = 'http://localhost:3000'
const BROWSER = 'the browser of this test'
let world: World
let app: Awaited<ReturnType<typeof startSourceApp>>
let pagesOf: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  world = await makeWorld(owner())
  app = await startSourceApp()
  pagesOf = await startSourceApp({ pages: true })
  const hash = await hashSecret(STAFF_PASSWORD)
  await owner().query('update staff_members set password_hash = $1', [hash])
  await owner().query(
    `insert into owner_auth (id, profile_id, email, secret_key_hash) select gen_random_uuid(), id, email, $1 from profiles where user_type = 'owner'`,
    [hash],
  )
}, 120_000)

beforeEach(async () => {
  await owner().query('delete from rate_limit_hits')
  await owner().query(`delete from session_proof_codes`)
  await owner().query('delete from kept_forms')
  await owner().query(`delete from data_exports where state = 'building'`)
  await advance(0)
})

async function advance(minutes: number): Promise<void> {
  await owner().query(`update app_clock set advanced_by = make_interval(mins => $1)`, [minutes])
  setClockAdvance(minutes * 60_000)
}

async function ask(path: string, session: string | null, form?: Record<string, string>, accept = 'text/html') {
  const cookies = ['peach_adult=1', `peach_browser=${encodeURIComponent(BROWSER)}`]
  if (session) cookies.push(`peach_session=${session}`)
  return app(path, {
    method: form ? 'POST' : 'GET',
    body: form && String(new URLSearchParams(form)),
    redirect: 'manual',
    headers: {
      cookie: cookies.join('; '),
      origin: ORIGIN,
      accept,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  })
}

/** A session as a thief has it: its last proof was so many minutes ago. */
async function stolen(role: Role, minutes: number = PROOF.freshMinutes): Promise<string> {
  const token = (await world.session(role))!
  const { person } = (await findPersonBySession(token))!
  await owner().query(`update sessions set proved_at = app_now() - make_interval(mins => $2) where id = $1`, [
    person.sessionId,
    minutes,
  ])
  return token
}

const personOf = async (token: string) => (await findPersonBySession(token))?.person ?? null
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('peach_session='))
    ?.split(';')[0]!
    .split('=')[1] ?? null

async function mailedCode(email: string, template = 'identity_code'): Promise<string> {
  const { rows } = await owner().query<{ data: { sealedData: string } }>(
    `select data from pgboss.job where name = 'send_email' and data->>'to' = $1 and data->>'template' = $2 order by created_on desc, id desc limit 1`,
    [email, template],
  )
  return (JSON.parse(unseal(rows[0]!.data.sealedData)) as { code: string }).code
}

/** Everything that the addresses below could have created. */
async function stored(): Promise<unknown> {
  const { rows } = await owner().query(`
    select (select count(*)::int from passkeys) as passkeys, (select count(*)::int from totp_enrolments) as enrolments,
      (select count(*)::int from totp_secrets) as apps, (select count(*)::int from recovery_codes) as recovery,
      (select count(*)::int from payout_accounts) as accounts, (select count(*)::int from data_exports) as exports,
      (select count(*)::int from account_deletions) as deletions,
      (select count(*)::int from recovery_code_sheets) as sheets, (select count(*)::int from payout_approvals) as approvals,
      (select count(*)::int from admin_invites) as invites, (select count(*)::int from setting_changes) as settings,
      (select count(*)::int from promo_codes) as promos, (select count(*)::int from ledger_corrections) as corrections,
      (select jsonb_agg(role order by profile_id) from staff_members) as roles, (select count(*)::int from refunds) as refunds,
      (select count(*)::int from pgboss.job where name = 'send_email') as mails`)
  return rows[0]
}

/** What fresh.tsv says of each address that takes an action, or that needs a proof to be read. */
type Decided = { method: string; address: string; needs: 'proof' | 'code' | 'no'; as: Role | '-'; why: string }
const decided = readFileSync(join(import.meta.dirname, 'authorization/fresh.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('method\t'))
  .map((line): Decided => {
    const [method, address, needs, as, why] = line.split('\t')
    return { method, address, needs, as, why } as Decided
  })
const policies = await sourcePolicies()
const matrix = readRows()
/** The enrolment of staff has tests of its own (staff-factor.db.test.ts): only whoever waits for a second factor reaches it. */
const TESTED = decided.filter(({ needs, as }) => needs === 'proof' && as !== '-')

/** The request of the matrix at this address. */
function rowAt({ method, address }: Decided): Row {
  const patterns = Object.keys(policies)
  const row = matrix.find((one) => one.method === method && patternOf(one.path, patterns) === address)
  if (!row) throw new Error(`the matrix has no ${method} ${address}`)
  return row
}

describe('a stolen cookie', () => {
  test.each(TESTED)(
    'AUTH-08 ROLE-01 is redirected to the proof at $address ($method) as $as, and nothing is stored: $why',
    async (one) => {
      const role = one.as as Role
      const session = await stolen(role)
      const { path, init } = await requestOf(rowAt(one), role, { world, token: session, origin: ORIGIN })
      const before = await stored()
      const answer = await app(path, init)
      const toJson = new Headers(init.headers).get('accept') === 'application/json'
      const where = toJson ? ((await answer.json()) as { proveAt: string }).proveAt : answer.headers.get('location')
      const { pathname, searchParams } = new URL(where ?? '', ORIGIN)
      const policy = policies[one.address]![one.method as keyof Methods]!
      const page = freshOf(policy, one.method, one.address)
      const back =
        page === 'here' ? path : page === 'security' ? (role === 'fan' ? '/profile/security' : '/admin/security') : page
      expect([pathname, searchParams.get('returnTo')]).toEqual(['/confirm-identity', back])
      expect(await stored()).toEqual(before)
      expect(failures).toEqual([])
    },
  )

  test('AUTH-08 ROLE-01 every action of the route table is decided: proof, its own code, or neither, with the reason', () => {
    const needs = (policy: Policy, method: string, pattern: string) =>
      freshOf(policy, method, pattern) === null ? 'none' : 'proof'
    const actual = Object.entries(policies).flatMap(([pattern, methods]) =>
      Object.entries(methods)
        .filter(([method, policy]) => method !== 'GET' || freshOf(policy, method, pattern) !== null)
        .map(([method, policy]) => `${method} ${pattern} ${needs(policy, method, pattern)}`),
    )
    const listed = decided.map((one) => `${one.method} ${one.address} ${one.needs === 'proof' ? 'proof' : 'none'}`)
    expect(actual.toSorted()).toEqual(listed.toSorted())
    expect(decided.filter(({ why }) => !why)).toEqual([])
  })

  test('AUTH-08 ROLE-01 a new address of staff by which somebody gains a right, money moves or a rule changes can’t forget the proof', () => {
    for (const permission of ['invites.manage', 'settings.change', 'payouts.run', 'plans.manage'] as const)
      expect(freshOf(`staff:${permission}`, 'POST', '/admin/new')).toBe('here')
    expect(freshOf('staff:overview.view', 'POST', '/admin/new')).toBeNull()
  })

  test('AUTH-08 a session whose proof is hours old makes no other super-admin: by no invite, role, or ending', async () => {
    const session = await stolen('super', 180)
    const team = async () =>
      (
        await owner()
          .query(`select (select count(*)::int from admin_invites) as invites, (select jsonb_agg(role order by profile_id) from staff_members) as roles,
        (select count(*)::int from staff_members where ended_at is not null) as ended`)
      ).rows[0]
    const before = await team()
    const member = world.ids.support!
    for (const [path, form] of [
      ['/admin/invites', { email: 'thief@peach.example', role: 'super-admin' }],
      [`/admin/team/${member}/role`, { role: 'super-admin' }],
      [`/admin/team/${member}/ending`, {}],
    ] as const)
      expect((await ask(path, session, form)).headers.get('location')).toMatch(/^\/confirm-identity/)
    expect(await team()).toEqual(before)
  })

  test('AUTH-08 a script that requests a passkey’s challenge gets the address of the proof', async () => {
    const answer = await ask('/passkeys/registration-options', await stolen('fan'), {}, 'application/json')
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ proveAt: '/confirm-identity?returnTo=%2Fprofile%2Fsecurity' })
  })

  test('AUTH-08 the commands themselves refuse it, whatever route called them', async () => {
    const before = await stored()
    const fan = (await personOf(await stolen('fan')))!
    const staff = (await personOf(await stolen('support')))!
    const browser = browserOf(BROWSER)
    const { challenge } = await passkeyRegistrationOptions(fan, browser)
    const credential = anAuthenticator().make({ challenge })
    const denied = { ok: false, refusal: { kind: 'denied', reason: 'proof_needed' } }
    expect(await addPasskey(fan, { credential, name: 'Thief', browser })).toEqual(denied)
    expect(await removePasskey(fan, { passkeyId: newId(), current: '' })).toEqual(denied)
    expect(await beginTotp(staff, '')).toEqual(denied)
    expect(await confirmTotp(staff, '123456')).toEqual(denied)
    const needed = { ok: false, refusal: { kind: 'proof_needed' } }
    expect(await requestExport(fan)).toEqual(needed)
    expect(await stored()).toEqual(before)
  })

  test('AUTH-08 a session is fresh for ten minutes after signing in, by the moved clock, and no longer', async () => {
    const session = (await world.session('fan'))!
    expect((await personOf(session))!.freshlyProved).toBe(true)
    await advance(9)
    expect((await personOf(session))!.freshlyProved).toBe(true)
    await advance(10)
    expect((await personOf(session))!.freshlyProved).toBe(false)
  })
})

describe('a form behind the proof', () => {
  /** A browser with its cookies: what it is given, it sends back. */
  function aBrowserWith(session: string) {
    const jar = new Map([
      ['peach_adult', '1'],
      ['peach_session', session],
    ])
    return async (path: string, form?: Record<string, string>) => {
      const answer = await pagesOf(path, {
        method: form ? 'POST' : 'GET',
        body: form && String(new URLSearchParams(form)),
        redirect: 'manual',
        headers: {
          cookie: [...jar].map((pair) => pair.join('=')).join('; '),
          origin: ORIGIN,
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        jar.set(name!, value!)
      }
      return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
    }
  }

  /** The hidden fields and the address of the form on a page. */
  function formOn(html: string) {
    const plain = (text: string) => text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    const form = /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html)!
    const fields = [...form[2]!.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    return {
      path: plain(form[1]!),
      fields: Object.fromEntries(fields.map(([, name, value]) => [plain(name!), plain(value!)])),
    }
  }

  const invites = async () =>
    (
      await owner().query<{ email: string; role: string }>(
        'select email, role from admin_invites order by created_at desc',
      )
    ).rows
  const TYPED = { email: 'joan@peach.example', role: 'support' }

  test('AUTH-08 is kept while its sender confirms, and is then sent as it was typed, without a second form', async () => {
    const session = await stolen('super')
    const browser = aBrowserWith(session)
    const asked = await browser('/admin/invites', TYPED)
    expect(asked.location).toMatch(/^\/confirm-identity\?form=[\da-f-]+&returnTo=%2Fadmin%2Finvites$/)
    // Nothing that was typed is in the address, and nothing of it is readable in the database.
    expect(asked.location).not.toContain('joan')
    const { rows } = await owner().query('select sealed_fields from kept_forms')
    expect(JSON.stringify(rows)).not.toContain('joan')
    const proved = await browser(asked.location, { intent: 'password', secret: STAFF_PASSWORD })
    expect([proved.status, proved.location]).toEqual([303, asked.location])
    const kept = formOn((await browser(proved.location)).text)
    expect(kept).toEqual({ path: '/admin/invites', fields: TYPED })
    expect(await browser(kept.path, kept.fields)).toMatchObject({ status: 303, location: '/admin/invites' })
    expect((await invites())[0]).toMatchObject(TYPED)
    // It was sent once: the page now leads back.
    expect((await browser(proved.location)).location).toBe('/admin/invites')
    expect((await owner().query('select 1 from kept_forms')).rowCount).toBe(0)
  })

  test('AUTH-08 what a copy of the session sent is never sent by its owner, who confirms for a form of their own', async () => {
    const session = await stolen('super')
    const [mine, thief] = [aBrowserWith(session), aBrowserWith(session)]
    const asked = await mine('/admin/invites', TYPED)
    const planted = await thief('/admin/invites', { email: 'thief@peach.example', role: 'super-admin' })
    const proved = await mine(asked.location, { intent: 'password', secret: STAFF_PASSWORD })
    expect(formOn((await mine(proved.location)).text).fields).toEqual(TYPED)
    // Not even by a link to it.
    expect((await mine(planted.location)).location).toBe('/admin/invites')
    expect((await thief(planted.location)).status).not.toBe(200)
    await owner().query('delete from kept_forms')
  })

  test('AUTH-08 a kept form ends by itself, and is nobody else’s', async () => {
    const session = await stolen('super')
    const browser = aBrowserWith(session)
    const asked = await browser('/admin/invites', TYPED)
    const other = aBrowserWith((await world.session('owner'))!)
    expect((await other(asked.location)).location).toBe('/admin/invites')
    await owner().query(`update kept_forms set expires_at = app_now() - interval '1 second'`)
    const proved = await browser(asked.location, { intent: 'password', secret: STAFF_PASSWORD })
    expect(proved.location).toBe('/admin/invites')
  })
})

describe('the proof of a fan or a creator', () => {
  test('AUTH-08 a mailed code leads back to the form, which then works; the copied cookie no longer works', async () => {
    const session = await stolen('fan')
    const { email } = (await personOf(session))!
    const page = '/confirm-identity?returnTo=%2Fprofile%2Fexport'
    expect((await ask(page, session)).status).toBe(200)
    expect((await ask(page, session, { intent: 'send' })).headers.get('location')).toBe(page)
    const proved = await ask(page, session, { intent: 'verify', code: await mailedCode(email) })
    expect([proved.status, proved.headers.get('location')]).toEqual([303, '/profile/export'])
    const renewed = cookieOf(proved)!
    expect(await personOf(session)).toBeNull()
    expect((await personOf(renewed))!.freshlyProved).toBe(true)
    const asked = await ask('/profile/export', renewed, {})
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/profile/export'])
    const { rows } = await owner().query(`select detail->>'by' as by from activity where event = 'identity_confirmed'`)
    expect(rows).toContainEqual({ by: 'code' })
  })

  test('AUTH-08 the proof of one session does not count for another, and its code works in no other', async () => {
    const [mine, thiefs] = [await stolen('pass'), await stolen('pass')]
    const [me, thief] = [(await personOf(mine))!, (await personOf(thiefs))!]
    expect(await askProofCode(me)).toEqual({ ok: true, value: null })
    const code = await mailedCode(me.email)
    expect(await proveSessionByCode(thief, code)).toEqual({ ok: false, refusal: { kind: 'wrong' } })
    expect(await proveSessionByCode(me, code)).toMatchObject({ ok: true })
    expect((await personOf(thiefs))!.freshlyProved).toBe(false)
    expect((await ask('/passkeys', thiefs, { credential: 'x' })).headers.get('location')).toMatch(/^\/confirm-identity/)
  })

  test('AUTH-08 a code works once, also with five tries at the same moment, and not after its time or a newer code', async () => {
    const me = (await personOf(await stolen('expired')))!
    await askProofCode(me)
    const first = await mailedCode(me.email)
    const results = await Promise.all(Array.from({ length: 5 }, () => proveSessionByCode(me, first)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await proveSessionByCode(me, first)).toMatchObject({ ok: false })
    await advance(2)
    await askProofCode(me)
    const second = await mailedCode(me.email)
    await advance(4)
    await askProofCode(me)
    expect(await proveSessionByCode(me, second)).toMatchObject({ ok: false })
    const third = await mailedCode(me.email)
    await advance(4 + PROOF.codeMinutes)
    expect(await proveSessionByCode(me, third)).toMatchObject({ ok: false })
    // The newest one works, whatever was voided before it.
    await askProofCode(me)
    expect(await proveSessionByCode(me, third)).toMatchObject({ ok: false })
    expect(await proveSessionByCode(me, await mailedCode(me.email))).toMatchObject({ ok: true })
  })

  test('AUTH-08 the newest code works at once, while those that it voided would still be in time', async () => {
    const me = (await personOf(await stolen('creator')))!
    const codes: string[] = []
    for (const minutes of [0, 2, 4]) {
      await advance(minutes)
      expect(await askProofCode(me)).toEqual({ ok: true, value: null })
      codes.push(await mailedCode(me.email))
    }
    for (const voided of codes.slice(0, 2)) expect(await proveSessionByCode(me, voided)).toMatchObject({ ok: false })
    expect(await proveSessionByCode(me, codes[2]!)).toMatchObject({ ok: true })
  })

  test('AUTH-04 a code has five tries, mails have limits, and failures are recorded', async () => {
    const me = (await personOf(await stolen('other')))!
    expect(await askProofCode(me)).toMatchObject({ ok: true })
    expect(await askProofCode(me)).toMatchObject({ ok: false, refusal: { kind: 'too_soon' } })
    const code = await mailedCode(me.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await Promise.all(Array.from({ length: PROOF.triesPerCode }, () => proveSessionByCode(me, wrong)))
    expect(await proveSessionByCode(me, code)).toMatchObject({ ok: false, refusal: { kind: 'wrong' } })
    const { rows } = await owner().query(
      `select count(*)::int as n from activity where event = 'identity_confirmation_failed' and object_id = $1`,
      [me.sessionId],
    )
    expect(rows[0].n).toBe(PROOF.triesPerCode + 1)
    for (let mail = 1; mail < PROOF.codesPerSessionAndHour; mail += 1) {
      await advance(2 * mail)
      expect(await askProofCode(me)).toMatchObject({ ok: true })
    }
    await advance(2 * PROOF.codesPerSessionAndHour)
    expect(await askProofCode(me)).toMatchObject({ ok: false, refusal: { kind: 'too_many_codes' } })
    // What a stolen session used up does not reduce the holder's own limit.
    const other = (await personOf((await world.session('other'))!))!
    expect(await askProofCode(other)).toMatchObject({ ok: true })
  })

  test('AUTH-08 the person’s own passkey is a proof, another person’s is not', async () => {
    const browser = browserOf(BROWSER)
    const fresh = (await world.session('creator'))!
    const creator = (await personOf(fresh))!
    const authenticator = anAuthenticator()
    const { challenge } = await passkeyRegistrationOptions(creator, browser)
    expect(
      await addPasskey(creator, { credential: authenticator.make({ challenge }), name: 'Phone', browser }),
    ).toMatchObject({ ok: true })
    const signed = async () => {
      const options = await ask('/passkeys/options', null, {}, 'application/json')
      return authenticator.sign({ challenge: ((await options.json()) as { challenge: string }).challenge })
    }
    const stranger = await ask('/confirm-identity', await stolen('fan'), { credential: await signed() })
    expect(stranger.status).toBe(400)
    const own = await ask('/confirm-identity', await stolen('creator'), { credential: await signed() })
    expect([own.status, own.headers.get('location')]).toEqual([303, '/profile/security'])
    expect((await personOf(cookieOf(own)!))!.freshlyProved).toBe(true)
  })

  test('AUTH-08 a password is no proof for a fan, and a mailed code is none for staff', async () => {
    const fan = (await personOf(await stolen('fan')))!
    const input = { secret: STAFF_PASSWORD, factor: null, network: 'n', deviceCookie: null }
    expect(await proveStaff(fan, input)).toEqual({ ok: false, refusal: { kind: 'not_staff' } })
    const staff = (await personOf(await stolen('support')))!
    expect(await askProofCode(staff)).toEqual({ ok: false, refusal: { kind: 'not_by_mail' } })
    expect(await proveSessionByCode(staff, '123456')).toEqual({ ok: false, refusal: { kind: 'not_by_mail' } })
    expect(await proveStaff(null, input)).toMatchObject({ ok: false })
  })
})

describe('the proof of staff and of the owner', () => {
  test.each(['moderator', 'support', 'owner'] as const)(
    'AUTH-08 %s proves their identity with what they sign in with, and continues',
    async (role) => {
      const session = await stolen(role)
      const page = '/confirm-identity?returnTo=%2Fadmin%2Fsecurity'
      expect((await ask(page, session)).status).toBe(200)
      expect((await ask(page, session, { secret: 'wrong' })).status).toBe(401)
      expect((await personOf(session))!.freshlyProved).toBe(false)
      const proved = await ask(page, session, { secret: STAFF_PASSWORD })
      expect([proved.status, proved.headers.get('location')]).toEqual([303, '/admin/security'])
      expect(await personOf(session)).toBeNull()
      const begun = await ask('/admin/security/app-key', cookieOf(proved), {})
      expect([begun.status, begun.headers.get('location')]).toEqual([303, '/admin/security'])
      const { rows } = await owner().query('select count(*)::int as n from totp_enrolments')
      expect(rows[0].n).toBeGreaterThan(0)
      await owner().query('delete from totp_enrolments')
    },
  )

  test('AUTH-08 a person with a second factor needs it as well', async () => {
    const person = (await personOf((await world.session('earnings'))!))!
    await beginTotp(person, '')
    const { rows } = await owner().query<{ sealed_secret: string }>(
      'select sealed_secret from totp_enrolments where profile_id = $1',
      [person.id],
    )
    const secret = unseal(rows[0]!.sealed_secret)
    expect(await confirmTotp(person, await shownCode(secret, -1))).toMatchObject({ ok: true })
    const session = await stolen('earnings')
    const prove = (code: string) => ask('/confirm-identity', session, { secret: STAFF_PASSWORD, code })
    expect((await prove('')).status).toBe(400)
    expect((await prove('000000')).status).toBe(401)
    expect((await personOf(session))!.freshlyProved).toBe(false)
    expect((await prove(await shownCode(secret, 0))).status).toBe(303)
    await owner().query('delete from totp_secrets')
  })

  test('AUTH-08 wrong passwords have the same delays as wrong sign-ins, and are recorded', async () => {
    const session = await stolen('super')
    for (let turn = 0; turn < STAFF_SIGN_IN.wrongPerAddress; turn += 1)
      expect((await ask('/confirm-identity', session, { secret: 'wrong' })).status).toBe(401)
    expect((await ask('/confirm-identity', session, { secret: STAFF_PASSWORD })).status).toBe(429)
    const { rows } = await owner().query(
      `select count(*)::int as n from activity where event = 'staff_confirmation_failed' and detail->>'as' = 'super-admin'`,
    )
    expect(rows[0].n).toBe(STAFF_SIGN_IN.wrongPerAddress)
  })

  test('AUTH-08 recovery codes and the key of an app are shown only after a fresh proof', async () => {
    const person: Person = (await personOf((await world.session('moderator'))!))!
    await beginTotp(person, '')
    const page = async (session: string) => (await startPages)('/admin/security', session)
    const fresh = await page((await world.session('moderator'))!)
    const old = await page(await stolen('moderator'))
    expect(fresh).toContain('typed-key')
    expect(old).not.toContain('typed-key')
    await owner().query('delete from totp_enrolments')
  })
})

const startPages = (async () => {
  const pages = await startSourceApp({ pages: true })
  return async (path: string, session: string) => {
    const answer = await pages(path, { headers: { cookie: `peach_session=${session}`, origin: ORIGIN } })
    return answer.text()
  }
})()

describe('signing out everywhere', () => {
  test('AUTH-08 removes a passkey that a thief added, and ends every copy of the cookie', async () => {
    const browser = browserOf(BROWSER)
    const thief = (await personOf((await world.session('blocked'))!))!
    const authenticator = anAuthenticator()
    const { challenge } = await passkeyRegistrationOptions(thief, browser)
    await addPasskey(thief, { credential: authenticator.make({ challenge }), name: 'Thief', browser })
    const signIn = async () => {
      const options = await ask('/passkeys/options', null, {}, 'application/json')
      const credential = authenticator.sign({ challenge: ((await options.json()) as { challenge: string }).challenge })
      return cookieOf(await ask('/passkeys/sign-in', null, { credential }))
    }
    const inside = await signIn()
    expect(await personOf(inside!)).toMatchObject({ id: thief.id })

    const mine = await stolen('blocked')
    const answer = await ask('/sign-out/everywhere', mine, {})
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/profile/security'])
    expect(await personOf(inside!)).toBeNull()
    expect(await personOf(mine)).toBeNull()
    expect(await personOf(cookieOf(answer)!)).toMatchObject({ id: thief.id, freshlyProved: false })
    expect(await signIn()).toBeNull()
    const { rows } = await owner().query('select count(*)::int as n from passkeys where profile_id = $1', [thief.id])
    expect(rows[0].n).toBe(0)
  })

  test('AUTH-08 a stolen cookie of staff can end the sessions, but removes the second factor only with a proof', async () => {
    const own = await world.resolve('own_passkey', 'super')
    const other = (await world.session('super'))!
    const session = await stolen('super')
    const answer = await ask('/sign-out/everywhere', session, {})
    expect(answer.headers.get('location')).toBe('/confirm-identity?returnTo=%2Fadmin%2Fsecurity')
    expect(await personOf(other)).toBeNull()
    const kept = async () => (await owner().query('select 1 from passkeys where id = $1', [own])).rowCount
    expect(await kept()).toBe(1)
    // After a proof the factors are removed, and a person without another factor sets one up before anything else.
    const fresh = (await world.session('super'))!
    const again = await ask('/sign-out/everywhere', fresh, {})
    expect(await kept()).toBe(0)
    expect(await personOf(cookieOf(again)!)).toMatchObject({ staffRole: null, enrolsAs: 'super-admin' })
  })

  test('AUTH-08 nobody can sign another person out', async () => {
    const session = (await world.session('pass'))!
    await ask('/sign-out/everywhere', await world.session('fan'), {})
    expect((await ask('/sign-out/everywhere', null, {})).headers.get('location')).toBe('/auth')
    expect(await personOf(session)).not.toBeNull()
  })
})
