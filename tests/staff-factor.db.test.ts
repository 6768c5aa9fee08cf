import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { addPasskey } from '#app/domain/identity/add-passkey.server.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { beginTotp, confirmTotp, findTotpEnrolment } from '#app/domain/identity/enrol-totp.server.ts'
import { listPasskeys } from '#app/domain/identity/list-passkeys.server.ts'
import { passkeyRegistrationOptions } from '#app/domain/identity/passkey-options.server.ts'
import { findRecoverySheet } from '#app/domain/identity/renew-recovery-codes.server.ts'
import { removePasskey } from '#app/domain/identity/remove-passkey.server.ts'
import { removeTotp } from '#app/domain/identity/remove-totp.server.ts'
import { hasPermission, needsSecondFactor, type StaffRole } from '#app/domain/identity/roles.ts'
import { factorFacts } from '#app/domain/identity/verify-second-factor.server.ts'
import { keepOwner } from '#app/domain/staff/keep-owner.server.ts'
import { signInStaff } from '#app/domain/staff/sign-in-staff.server.ts'
import { completeStaffSignIn } from '#app/domain/staff/complete-staff-sign-in.server.ts'
import { skipSecondFactor } from '#app/domain/staff/skip-second-factor.server.ts'
import { type Config, config, useConfig } from '#app/platform/config.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { anAuthenticator } from '#tests/support/authenticator.ts'
import { shownCode } from '#tests/support/shown-code.ts'
import { anOwner, aStaffMember, OWNER, STAFF_PASSWORD } from '#tests/support/staff.ts'
import { sourcePolicies, startSourceApp } from './authorization/source-app.ts'
import { useDatabase } from './support/database.ts'

const { owner } = useDatabase()
const policies = await sourcePolicies()
const ORIGIN = 'http://localhost:3000'
const BROWSER = 'the browser of this test'
const ENROLMENT = '/owner-login/enrolment'
/** Where a redirect leads, without the way back. */
const pathOf = (answer: Response) => answer.headers.get('location')?.split('?')[0]
const device = { network: '10.1.0.0/24', userAgent: 'test', replacesSessionId: null }
let demo: Config
let app: Awaited<ReturnType<typeof startSourceApp>>
let pages: Awaited<ReturnType<typeof startSourceApp>>

beforeAll(async () => {
  demo = config()
  app = await startSourceApp()
  pages = await startSourceApp({ pages: true })
}, 120_000)

beforeEach(async () => {
  await owner().query('delete from rate_limit_hits')
  for (const table of ['totp_secrets', 'totp_enrolments', 'recovery_codes', 'recovery_code_sheets', 'passkeys'])
    await owner().query(`delete from ${table}`)
  await owner().query(`update app_clock set advanced_by = '0'`)
  await readClock()
})

afterEach(() => useConfig(demo))

const NEEDING = ['owner', 'super-admin', 'earnings-manager', 'support'] as const

/** A session of a person who has just entered the right key or password, and nothing else. */
async function cameIn(role: StaffRole): Promise<string> {
  const email = role === 'owner' ? OWNER.email : await aStaffMember(role)
  if (role === 'owner') await anOwner()
  const secret = role === 'owner' ? OWNER.secretKey : STAFF_PASSWORD
  const result = await signInStaff({ email, secret, device, deviceCookie: null })
  if (!result.ok || result.value.kind !== 'signed_in') throw new Error(`not signed in: ${JSON.stringify(result)}`)
  return result.value.sessionToken
}

const personOf = async (token: string): Promise<Person> => (await findPersonBySession(token))!.person

function ask(path: string, session: string, form?: Record<string, string>, by = app): Promise<Response> {
  return by(path, {
    method: form ? 'POST' : 'GET',
    body: form && String(new URLSearchParams(form)),
    redirect: 'manual',
    headers: {
      cookie: `peach_adult=1; peach_browser=${encodeURIComponent(BROWSER)}; peach_session=${session}`,
      origin: ORIGIN,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  })
}

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('peach_session='))
    ?.split(';')[0]!
    .split('=')[1] ?? 'no new cookie'

async function withPasskey(actor: Person) {
  const browser = browserOf(BROWSER)
  const authenticator = anAuthenticator()
  const { challenge } = await passkeyRegistrationOptions(actor, browser)
  const added = await addPasskey(actor, { credential: authenticator.make({ challenge }), name: 'Key', browser })
  if (!added.ok) throw new Error(added.refusal.kind)
  return added.value
}

async function withApp(actor: Person): Promise<{ secret: string; sessionToken: string | null }> {
  expect(await beginTotp(actor, '')).toMatchObject({ ok: true })
  const { secret } = (await findTotpEnrolment(actor))!
  const confirmed = await confirmTotp(actor, await shownCode(secret, -1))
  if (!confirmed.ok) throw new Error(confirmed.refusal.kind)
  return { secret, sessionToken: confirmed.value.sessionToken }
}

describe('a role that needs a second factor', () => {
  test('ROLE-01 owner, super-admin, earnings-manager and support need one; a content-moderator may choose', () => {
    const all: StaffRole[] = [...NEEDING, 'content-moderator']
    expect(all.filter(needsSecondFactor)).toEqual([...NEEDING])
  })

  test.each(NEEDING)('ONB-A-04 %s reaches the enrolment and nothing else', async (role) => {
    const session = await cameIn(role)
    const person = await personOf(session)
    expect(person).toMatchObject({ staffRole: null, enrolsAs: role })
    expect(hasPermission(person, 'overview.view')).toBe(false)
    expect((await ask(ENROLMENT, session)).status).toBe(200)
    const closed = Object.entries(policies).filter(
      ([pattern]) =>
        /^\/(admin|documents|uploads|profile|dashboard|wallet)/.test(pattern) && !pattern.startsWith('/admin-'),
    )
    expect(closed.length).toBeGreaterThan(30)
    for (const [pattern, methods] of closed) {
      if (pattern.startsWith('/profile/deletion/cancel')) continue
      for (const method of ['GET', 'POST'] as const) {
        if (!(method in methods)) continue
        const path = pattern.replace(/:[^/]+/g, 'x')
        const answer = await ask(path, session, method === 'POST' ? {} : undefined)
        expect([answer.status, pathOf(answer)], `${method} ${path}`).toEqual([303, ENROLMENT])
      }
    }
    for (const path of ['/owner-login', '/owner-login/second-factor'])
      expect(pathOf(await ask(path, session))).toBe(ENROLMENT)
  })

  test('ONB-A-04 a content-moderator without one is in at once', async () => {
    const session = await cameIn('content-moderator')
    expect(await personOf(session)).toMatchObject({ staffRole: 'content-moderator', enrolsAs: null })
    expect((await ask('/admin', session)).status).toBe(200)
    expect((await ask(ENROLMENT, session)).headers.get('location')).toBe('/admin')
  })

  test('ROLE-01 a fan and a visitor can’t open the enrolment', async () => {
    expect(pathOf(await ask(ENROLMENT, 'nobody'))).toBe('/owner-login')
    expect(pathOf(await ask(ENROLMENT, 'nobody', { intent: 'skip' }))).toBe('/owner-login')
    expect(await skipSecondFactor(null)).toMatchObject({ ok: false })
  })

  test('ONB-A-04 an authenticator app is enrolled: codes are shown once, and the console opens', async () => {
    const session = await cameIn('support')
    expect((await ask(`${ENROLMENT}/app-key`, session, {})).headers.get('location')).toBe(ENROLMENT)
    const person = await personOf(session)
    const { secret } = (await findTotpEnrolment(person))!
    expect((await ask(`${ENROLMENT}/app-code`, session, { code: '000000' })).status).toBe(400)
    expect(pathOf(await ask('/admin', session))).toBe(ENROLMENT)
    const confirmed = await ask(`${ENROLMENT}/app-code`, session, { code: await shownCode(secret, -1) })
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, ENROLMENT])
    const enrolled = cookieOf(confirmed)
    const sheet = (await findRecoverySheet(person.id))!
    expect(await (await ask(ENROLMENT, enrolled, undefined, pages)).text()).toContain(sheet[0])
    expect((await ask(`${ENROLMENT}/saved-codes`, enrolled, {})).headers.get('location')).toBe('/admin')
    expect((await ask(ENROLMENT, enrolled)).headers.get('location')).toBe('/admin')
    expect((await ask('/admin', enrolled)).status).toBe(200)
    // A cookie copied between the password and the enrolment no longer works.
    expect(await findPersonBySession(session)).toBeNull()
    const again = await signInStaff({ email: person.email, secret: STAFF_PASSWORD, device, deviceCookie: null })
    expect(again).toMatchObject({ ok: true, value: { kind: 'second_factor' } })
  })

  test('ONB-A-04 a passkey is enrolled as well, and its recovery codes work when the device is lost', async () => {
    const session = await cameIn('owner')
    const options = await ask('/passkeys/registration-options', session, {})
    expect(options.status).toBe(200)
    const { challenge } = (await options.json()) as { challenge: string }
    const credential = anAuthenticator().make({ challenge })
    const added = await ask('/passkeys', session, { credential, name: 'Phone', returnTo: ENROLMENT })
    expect([added.status, added.headers.get('location')]).toEqual([303, ENROLMENT])
    expect(await findPersonBySession(session)).toBeNull()
    const person = await personOf(cookieOf(added))
    expect(person).toMatchObject({ staffRole: 'owner', enrolsAs: null })
    const [code] = (await findRecoverySheet(person.id))!
    const step = await signInStaff({ email: OWNER.email, secret: OWNER.secretKey, device, deviceCookie: null })
    if (!step.ok || step.value.kind !== 'second_factor') throw new Error('no second step')
    const { stepToken } = step.value
    const typed = (text: string) => completeStaffSignIn({ stepToken, factor: { kind: 'code', typed: text }, device })
    expect(await typed('123456')).toMatchObject({ ok: false })
    expect(await typed(code!)).toMatchObject({ ok: true })
  })

  test('ONB-A-04 a cookie alone can’t enrol: after ten minutes the password is required', async () => {
    const session = await cameIn('support')
    await owner().query(`update app_clock set advanced_by = '10 minutes'`)
    await readClock()
    for (const decision of ['app-key', 'app-code', 'skip', 'saved-codes'])
      expect((await ask(`${ENROLMENT}/${decision}`, session, { code: '1' })).headers.get('location')).toMatch(
        /^\/confirm-identity\?form=[0-9a-f-]{36}&returnTo=%2Fowner-login%2Fenrolment%2F/,
      )
    expect((await ask('/passkeys', session, { credential: 'x' })).headers.get('location')).toMatch(
      /^\/confirm-identity/,
    )
    const person = await personOf(session)
    expect(await findTotpEnrolment(person)).toBeNull()
    expect(await listPasskeys(person.id)).toEqual([])
    const proved = await ask(`/confirm-identity?returnTo=${encodeURIComponent(ENROLMENT)}`, session, {
      secret: STAFF_PASSWORD,
    })
    expect([proved.status, proved.headers.get('location')]).toEqual([303, ENROLMENT])
  })

  test('ONB-A-04 AUTH-08 a cookie alone can’t discard unseen codes; right after the enrolment no proof is required', async () => {
    const { sessionToken } = await withApp(await personOf(await cameIn('support')))
    const { id } = await personOf(sessionToken!)
    const page = '/admin-onboarding/recovery-codes'
    await owner().query(`update app_clock set advanced_by = '10 minutes'`)
    await readClock()
    const answer = await ask(page, sessionToken!, {})
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/confirm-identity?returnTo=${encodeURIComponent(page)}`,
    ])
    expect(await findRecoverySheet(id)).toHaveLength(10)
    await owner().query(`update app_clock set advanced_by = '0'`)
    await readClock()
    expect((await ask(page, sessionToken!, {})).headers.get('location')).toBe('/admin-onboarding/tour')
    expect(await findRecoverySheet(id)).toBeNull()
  })

  test('AUTH-08 a staff member who sets up an app by choice gets another cookie from /admin/security', async () => {
    const session = await cameIn('content-moderator')
    await ask('/admin/security/app-key', session, {})
    const { secret } = (await findTotpEnrolment(await personOf(session)))!
    const confirmed = await ask('/admin/security/app-code', session, { code: await shownCode(secret, -1) })
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/admin/security'])
    expect(await findPersonBySession(session)).toBeNull()
    expect((await personOf(cookieOf(confirmed))).mfaAt).not.toBeNull()
  })

  test('ROLE-01 a session from before the rule is redirected to the enrolment at its next request', async () => {
    const session = await cameIn('content-moderator')
    const { id } = await personOf(session)
    expect((await ask('/admin', session)).status).toBe(200)
    await owner().query(`update staff_members set role = 'support' where profile_id = $1`, [id])
    expect(pathOf(await ask('/admin', session))).toBe(ENROLMENT)
  })
})

describe('the demo', () => {
  test('ROLE-01 OWNER-03 a button continues without it, in that session only', async () => {
    const session = await cameIn('super-admin')
    const shown = await (await ask(ENROLMENT, session, undefined, pages)).text()
    expect(shown).toContain('Skip in this demo')
    const skipped = await ask(`${ENROLMENT}/skip`, session, {})
    expect([skipped.status, skipped.headers.get('location')]).toEqual([303, '/admin'])
    expect(decodeURIComponent(skipped.headers.getSetCookie().join())).toContain('"title":"Welcome"')
    expect(await personOf(session)).toMatchObject({ staffRole: 'super-admin', enrolsAs: null })
    expect((await ask('/admin', session)).status).toBe(200)
    expect(await personOf(await cameIn('super-admin'))).toMatchObject({ staffRole: null, enrolsAs: 'super-admin' })
  })

  test('ROLE-01 with DEMO=0 there is no such button, the action refuses, and a skip from a demo no longer counts', async () => {
    const before = await cameIn('support')
    await ask(`${ENROLMENT}/skip`, before, {})
    expect((await personOf(before)).staffRole).toBe('support')
    const session = await cameIn('support')
    useConfig({ ...demo, demo: false })
    expect(await (await ask(ENROLMENT, session, undefined, pages)).text()).not.toContain('Skip in this demo')
    expect((await ask(`${ENROLMENT}/skip`, session, {})).status).toBe(403)
    expect(await skipSecondFactor(await personOf(session))).toEqual({ ok: false, refusal: { kind: 'not_in_demo' } })
    expect(await personOf(session)).toMatchObject({ staffRole: null, enrolsAs: 'support' })
    expect(await personOf(before)).toMatchObject({ staffRole: null, enrolsAs: 'support' })
  })
})

describe('the last factor', () => {
  test.each(NEEDING)('ROLE-01 %s can replace the app, but never remove the only factor', async (role) => {
    const session = await cameIn(role)
    const { secret, sessionToken } = await withApp(await personOf(session))
    const person = await personOf(sessionToken!)
    expect(person.staffRole).toBe(role)
    expect(await removeTotp(person, await shownCode(secret, 0))).toEqual({
      ok: false,
      refusal: { kind: 'denied', reason: 'last_factor' },
    })
    expect(await beginTotp(person, await shownCode(secret, 0))).toMatchObject({ ok: true })
    const next = (await findTotpEnrolment(person))!
    expect(await confirmTotp(person, await shownCode(next.secret, 0))).toMatchObject({ ok: true })
    await withPasskey(person)
    expect(await removeTotp(person, await shownCode(next.secret, 1))).toMatchObject({ ok: true })
    const [only] = await listPasskeys(person.id)
    expect(await removePasskey(person, { passkeyId: only!.id, current: '' })).toEqual({
      ok: false,
      refusal: { kind: 'denied', reason: 'last_factor' },
    })
    expect(await factorFacts(person.id)).toEqual({ totp: false, passkeys: 1 })
  })

  test('ROLE-01 of two passkeys removed at the same moment one remains', async () => {
    const { sessionToken } = await withPasskey(await personOf(await cameIn('support')))
    const person = await personOf(sessionToken!)
    // Its factor was used before: another one doesn't change the cookie.
    expect(await withPasskey(person)).toEqual({ sessionToken: null })
    const both = await listPasskeys(person.id)
    const results = await Promise.all(both.map(({ id }) => removePasskey(person, { passkeyId: id, current: '' })))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await factorFacts(person.id)).toEqual({ totp: false, passkeys: 1 })
  })

  test('ROLE-01 a content-moderator can remove the only factor', async () => {
    const { secret, sessionToken } = await withApp(await personOf(await cameIn('content-moderator')))
    expect(await removeTotp(await personOf(sessionToken!), await shownCode(secret, 0))).toMatchObject({ ok: true })
  })

  test('OWNER-02 a new key of the owner removes the factors, so a new one has to be set up', async () => {
    const session = await cameIn('owner')
    const { id } = await personOf(session)
    const { sessionToken } = await withApp(await personOf(session))
    expect(await keepOwner({ ...OWNER, secretKey: 'a quite different key of the owner' })).toBe('rotated')
    expect(await findPersonBySession(sessionToken!)).toBeNull()
    expect(await factorFacts(id)).toEqual({ totp: false, passkeys: 0 })
    await keepOwner(OWNER)
  })
})
