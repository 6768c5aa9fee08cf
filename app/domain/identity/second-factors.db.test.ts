import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClockAdvance } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { SECOND_FACTOR } from '#app/domain/settings/constants.ts'
import { anAuthenticator } from '#tests/support/authenticator.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { shownCode } from '#tests/support/shown-code.ts'
import type { Person, UserType } from './actor.ts'
import { addPasskey } from './add-passkey.server.ts'
import { browserOf, newBrowserToken, type Browser } from './browser.server.ts'
import { beginTotp, confirmTotp, findTotpEnrolment } from './enrol-totp.server.ts'
import { findPersonBySession } from './find-person-by-session.server.ts'
import { forgetSecondFactors } from './forget-second-factors.server.ts'
import { listPasskeys } from './list-passkeys.server.ts'
import { passkeyRegistrationOptions, passkeySignInOptions } from './passkey-options.server.ts'
import { proveCode } from './prove-code.server.ts'
import { purgeSignInTraces } from './purge-sign-in-traces.server.ts'
import { removePasskey } from './remove-passkey.server.ts'
import { removeTotp } from './remove-totp.server.ts'
import {
  countRecoveryCodes,
  findRecoverySheet,
  keepRecoverySheet,
  renewRecoveryCodes,
} from './renew-recovery-codes.server.ts'
import { requestSignInCode } from './request-sign-in-code.server.ts'
import { signInWithPasskey, verifyPasskeyFactor } from './sign-in-with-passkey.server.ts'
import { factorFacts, hasSecondFactor, verifySecondFactor } from './verify-second-factor.server.ts'
import { mailsTo } from '#tests/support/mails.ts'

const { owner } = useDatabase({ max: 20 })
const device = { network: '10.0.0.0/24', userAgent: 'test', replacesSessionId: null }

beforeAll(async () => {
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.2)`.execute(db)))
})

beforeEach(() => advance(0))

async function advance(seconds: number): Promise<void> {
  await owner().query(`update app_clock set advanced_by = make_interval(secs => $1)`, [seconds])
  setClockAdvance(seconds * 1_000)
}

/** A person with a proven mailbox and an open session. */
async function signedIn(userType: UserType, change: Partial<Person> = {}): Promise<Person> {
  const person = { ...(await makePerson(userType)), ...change }
  await owner().query('update profiles set email_proven_at = app_now() where id = $1', [person.id])
  await addSession(person.id, person.sessionId, userType === 'admin' ? 'staff' : 'member')
  return person
}

const staff = (change: Partial<Person> = {}) => signedIn('admin', { staffRole: 'support', ...change })

async function addSession(profileId: string, id: string, kind: string): Promise<void> {
  await owner().query(
    `insert into sessions (id, token_hash, profile_id, expires_at, kind) values ($1::uuid, sha256(convert_to($1::uuid::text, 'UTF8')), $2, app_now() + interval '1 day', $3)`,
    [id, profileId, kind],
  )
}

const sessionRow = async (id: string) =>
  (
    await owner().query<{ ended_because: string | null; mfa_at: Date | null }>(
      'select ended_because, mfa_at from sessions where id = $1',
      [id],
    )
  ).rows[0]!

/** Sets up an app and returns its key. The code of the step before is used up by it. */
async function withApp(person: Person): Promise<string> {
  expect(await beginTotp(person, '')).toEqual({ ok: true, value: null })
  const { secret } = (await findTotpEnrolment(person))!
  expect(await confirmTotp(person, await shownCode(secret, -1))).toMatchObject({ ok: true })
  return secret
}

const verify = (profileId: string, typed: string) => inTransaction((tx) => verifySecondFactor(tx, profileId, typed))

const changesTo = async (email: string) =>
  (await mailsTo(email)).map(({ name }) => name).filter((name) => name !== 'sign_in_code')

describe('an authenticator app', () => {
  test('ONB-A-04b is valid after its first code was typed, and its secret is stored sealed', async () => {
    const person = await staff()
    expect(await verify(person.id, '123456')).toBe('none_set_up')
    await beginTotp(person, '')
    expect(await hasSecondFactor(person.id)).toBe(false)
    const { secret, address } = (await findTotpEnrolment(person))!
    expect(address).toContain(`secret=${secret}`)
    expect(await confirmTotp(person, '000000')).toMatchObject({ refusal: { kind: 'wrong_code' } })
    expect(await confirmTotp(person, await shownCode(secret))).toMatchObject({ ok: true })
    expect(await hasSecondFactor(person.id)).toBe(true)
    const { rows } = await owner().query<{ all: string }>(
      'select t::text as all from totp_secrets t where profile_id = $1',
      [person.id],
    )
    expect(rows[0]!.all).not.toContain(secret)
    expect(await changesTo(person.email)).toEqual(['authenticator_set_up'])
  })

  test('ONB-A-04 a code is accepted once, even when twenty requests use it at the same moment', async () => {
    const person = await staff()
    const secret = await withApp(person)
    const code = await shownCode(secret)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(person.id, code)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(await verify(person.id, code)).toBe('wrong')
  })

  test('ONB-A-04 an older code is invalid once a newer one was used', async () => {
    const person = await staff()
    const secret = await withApp(person)
    expect(await verify(person.id, await shownCode(secret, 1))).toBe('ok')
    expect(await verify(person.id, await shownCode(secret, 0))).toBe('wrong')
  })

  test('guesses are limited: after twenty wrong ones in an hour even the right one is refused', async () => {
    const person = await staff()
    const secret = await withApp(person)
    for (let guess = 0; guess < SECOND_FACTOR.wrongPerHour; guess += 1)
      expect(await verify(person.id, 'nonsense')).toBe('wrong')
    expect(await verify(person.id, await shownCode(secret))).toBe('wrong')
    await advance(3_700)
    expect(await verify(person.id, await shownCode(secret))).toBe('ok')
  })

  test('it uses real time, wherever the demo’s clock was moved', async () => {
    const person = await staff()
    const secret = await withApp(person)
    await advance(7 * 86_400)
    expect(await verify(person.id, await shownCode(secret))).toBe('ok')
  })

  test('ONB-A-04 setting one up ends the sessions that never verified it, and marks this one', async () => {
    const person = await staff()
    const other = newId()
    await addSession(person.id, other, 'staff')
    await withApp(person)
    expect(await sessionRow(other)).toMatchObject({ ended_because: 'second_factor_set_up' })
    expect(await sessionRow(person.sessionId)).toMatchObject({ ended_because: null, mfa_at: expect.any(Date) as Date })
  })

  test('changing, renewing and removing require a current code; a session that never verified one can do nothing', async () => {
    const person = await staff({ staffRole: 'content-moderator' })
    const secret = await withApp(person)
    expect(await beginTotp(person, '')).toMatchObject({ refusal: { kind: 'denied', reason: 'second_factor_first' } })
    expect(await removeTotp(person, await shownCode(secret))).toMatchObject({ refusal: { kind: 'denied' } })
    expect(await renewRecoveryCodes(person, await shownCode(secret))).toMatchObject({ refusal: { kind: 'denied' } })
    const shown = { ...person, mfaAt: new Date() }
    expect(await beginTotp(shown, '111111')).toMatchObject({ refusal: { kind: 'wrong_current' } })
    expect(await removeTotp(shown, '')).toMatchObject({ refusal: { kind: 'wrong_current' } })
    expect(await renewRecoveryCodes(shown, 'wrong')).toMatchObject({ refusal: { kind: 'wrong_current' } })
    expect(await removeTotp(shown, await shownCode(secret))).toMatchObject({ ok: true })
    expect(await factorFacts(person.id)).toEqual({ totp: false, passkeys: 0 })
    expect(await countRecoveryCodes(person.id)).toBe(0)
  })

  test('ROLE-01 a visitor and a fan can’t begin to set one up', async () => {
    expect(await beginTotp(null, '')).toMatchObject({ refusal: { reason: 'sign_in_required' } })
    expect(await beginTotp(await signedIn('fan'), '')).toMatchObject({ refusal: { reason: 'staff_only' } })
  })

  test('the time to confirm is limited', async () => {
    const person = await staff()
    await beginTotp(person, '')
    const { secret } = (await findTotpEnrolment(person))!
    await advance(SECOND_FACTOR.enrolMinutes * 60 + 1)
    expect(await findTotpEnrolment(person)).toBeNull()
    expect(await confirmTotp(person, await shownCode(secret))).toMatchObject({ refusal: { kind: 'nothing_begun' } })
  })
})

describe('recovery codes', () => {
  test('ONB-A-04 ten are shown until they are confirmed as saved; each is accepted once, under parallel tries too', async () => {
    const person = await staff()
    await withApp(person)
    const sheet = (await findRecoverySheet(person.id))!
    expect(new Set(sheet).size).toBe(10)
    await keepRecoverySheet(person.id)
    expect(await findRecoverySheet(person.id)).toBeNull()
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(person.id, sheet[0]!)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(await countRecoveryCodes(person.id)).toBe(9)
    expect(await verify(person.id, sheet[1]!.toLowerCase())).toBe('ok')
    const { rows } = await owner().query<{ all: string }>(
      "select string_agg(r::text, ' ') as all from recovery_codes r",
    )
    for (const code of sheet) expect(rows[0]!.all).not.toContain(code)
  })

  test('ONB-A-04 new ones invalidate the old ones, and another person’s are refused', async () => {
    const [person, other] = [await staff(), await staff()]
    await withApp(person)
    await withApp(other)
    const old = (await findRecoverySheet(person.id))!
    expect(await verify(other.id, old[0]!)).toBe('wrong')
    expect(await renewRecoveryCodes({ ...person, mfaAt: new Date() }, old[0]!)).toMatchObject({ ok: true })
    expect(await verify(person.id, old[1]!)).toBe('wrong')
    expect(await verify(person.id, (await findRecoverySheet(person.id))![0]!)).toBe('ok')
  })

  test('ONB-A-04 a person with passkeys and no app gets new ones by a fresh proof, and a typed code is ignored', async () => {
    const person = { ...(await staff()), mfaAt: new Date() }
    expect(await renewRecoveryCodes(person, '')).toMatchObject({ refusal: { kind: 'none_set_up' } })
    await withPasskey(person)
    const old = (await findRecoverySheet(person.id))!
    const stale = { ...person, freshlyProved: false }
    expect(await renewRecoveryCodes(stale, old[0]!)).toMatchObject({ refusal: { reason: 'proof_needed' } })
    expect(await renewRecoveryCodes(person, '')).toMatchObject({ ok: true })
    expect(await verify(person.id, old[1]!)).toBe('wrong')
    expect(await verify(person.id, (await findRecoverySheet(person.id))![0]!)).toBe('ok')
  })

  test('a sheet that was never confirmed is deleted in time', async () => {
    const person = await staff()
    await withApp(person)
    await advance(SECOND_FACTOR.sheetMinutes * 60 + 1)
    expect(await findRecoverySheet(person.id)).toBeNull()
    await purgeSignInTraces()
    const { rowCount } = await owner().query('select 1 from recovery_code_sheets where profile_id = $1', [person.id])
    expect(rowCount).toBe(0)
  })
})

const aBrowser = () => browserOf(newBrowserToken())

async function withPasskey(person: Person, browser: Browser = aBrowser()) {
  const authenticator = anAuthenticator()
  const { challenge } = await passkeyRegistrationOptions(person, browser)
  expect(
    await addPasskey(person, { credential: authenticator.make({ challenge }), name: 'Phone', browser }),
  ).toMatchObject({
    ok: true,
  })
  return { authenticator, browser }
}

const challengeOf = async (browser: Browser) => (await passkeySignInOptions(browser)).challenge

describe('passkeys', () => {
  test('a fan adds one, is notified by mail, and signs in with it', async () => {
    const fan = await signedIn('fan')
    const { authenticator, browser } = await withPasskey(fan)
    expect(await listPasskeys(fan.id)).toMatchObject([{ name: 'Phone', lastUsedAt: null }])
    expect(await changesTo(fan.email)).toEqual(['passkey_added'])
    const credential = authenticator.sign({ challenge: await challengeOf(browser), counter: 1 })
    const result = await signInWithPasskey({ credential, browser, device })
    if (!result.ok || result.value.kind !== 'signed_in') throw new Error('nobody was signed in')
    expect((await findPersonBySession(result.value.sessionToken))!.person).toMatchObject({
      id: fan.id,
      staffRole: null,
    })
    expect((await listPasskeys(fan.id))[0]!.lastUsedAt).not.toBeNull()
  })

  test('a challenge is accepted once, even with twenty answers at the same moment', async () => {
    const { authenticator, browser } = await withPasskey(await signedIn('fan'))
    const credential = authenticator.sign({ challenge: await challengeOf(browser) })
    const results = await Promise.all(
      Array.from({ length: 20 }, () => signInWithPasskey({ credential, browser, device })),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
  })

  test('a challenge of another browser or purpose, a made-up one and one that is five minutes old are refused', async () => {
    const { authenticator, browser } = await withPasskey(await signedIn('fan'))
    const attempt = async (challenge: string, by = browser) =>
      signInWithPasskey({ credential: authenticator.sign({ challenge }), browser: by, device })
    const fan = await signedIn('fan')
    const wrong = { ok: false, refusal: { kind: 'unknown_passkey' } }
    expect(await attempt(await challengeOf(aBrowser()))).toEqual(wrong)
    expect(await attempt(await challengeOf(browser), aBrowser())).toEqual(wrong)
    expect(await attempt((await passkeyRegistrationOptions(fan, browser)).challenge)).toEqual(wrong)
    expect(await attempt('AAAA')).toEqual(wrong)
    expect(await attempt(Buffer.alloc(54).toString('base64url'))).toEqual(wrong)
    const old = await challengeOf(browser)
    await advance(SECOND_FACTOR.challengeMinutes * 60 + 1)
    expect(await attempt(old)).toEqual(wrong)
  })

  test('another site, another key, an unverified person and a counter that fell behind are refused', async () => {
    const { authenticator, browser } = await withPasskey(await signedIn('fan'))
    const attempt = async (change: object, by = authenticator) =>
      (
        await signInWithPasskey({
          credential: by.sign({ challenge: await challengeOf(browser), ...change }),
          browser,
          device,
        })
      ).ok
    expect(await attempt({ origin: 'https://peach.evil.example' })).toBe(false)
    expect(await attempt({ rpId: 'evil.example' })).toBe(false)
    expect(await attempt({ verified: false })).toBe(false)
    expect(await attempt({}, { ...anAuthenticator(), id: authenticator.id })).toBe(false)
    expect(await attempt({ counter: 9 })).toBe(true)
    expect(await attempt({ counter: 9 })).toBe(false)
    expect(await attempt({ counter: 3 })).toBe(false)
    expect(await attempt({ counter: 10 })).toBe(true)
  })

  test('malformed answers are refused and never cause an error', async () => {
    const browser = aBrowser()
    for (const credential of [
      '',
      'null',
      '[]',
      '{}',
      '{"id":1}',
      '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"x","authenticatorData":"x","signature":"x"}}',
      '\u0000',
    ])
      expect(await signInWithPasskey({ credential, browser, device })).toEqual({
        ok: false,
        refusal: { kind: 'unknown_passkey' },
      })
    const fan = await signedIn('fan')
    for (const credential of [
      '',
      '{}',
      '{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"x","attestationObject":"x"}}',
    ])
      expect(await addPasskey(fan, { credential, name: '', browser })).toMatchObject({
        refusal: { kind: 'wrong_answer' },
      })
  })

  test('a passkey of staff opens no session by itself, and is their second factor', async () => {
    const person = await staff()
    const { authenticator, browser } = await withPasskey(person)
    expect(await hasSecondFactor(person.id)).toBe(true)
    const first = authenticator.sign({ challenge: await challengeOf(browser) })
    expect(await signInWithPasskey({ credential: first, browser, device })).toEqual({
      ok: true,
      value: { kind: 'staff' },
    })
    const second = authenticator.sign({ challenge: await challengeOf(browser) })
    const check = (profileId: string) =>
      inTransaction((tx) => verifyPasskeyFactor(tx, profileId, { credential: second, browser }))
    expect(await check(person.id)).toBe('ok')
    expect(await check(person.id)).toBe('wrong')
    const other = await staff()
    const third = authenticator.sign({ challenge: await challengeOf(browser) })
    expect(await inTransaction((tx) => verifyPasskeyFactor(tx, other.id, { credential: third, browser }))).toBe('wrong')
  })

  test('a suspended account, and one whose mailbox was never proven, can’t be signed in to', async () => {
    const fan = await signedIn('fan')
    const { authenticator, browser } = await withPasskey(fan)
    const attempt = async () =>
      signInWithPasskey({ credential: authenticator.sign({ challenge: await challengeOf(browser) }), browser, device })
    await owner().query(`update profiles set account_status = 'suspended' where id = $1`, [fan.id])
    expect(await attempt()).toMatchObject({ refusal: { kind: 'account_not_active', status: 'suspended' } })
    await owner().query(`update profiles set account_status = 'active', email_proven_at = null where id = $1`, [fan.id])
    expect(await attempt()).toMatchObject({ refusal: { kind: 'unknown_passkey' } })
  })

  test('VIEW-02d VIEW-03c another person’s passkey can’t be removed, one’s own can, and then it no longer works', async () => {
    const [fan, other] = [await signedIn('fan'), await signedIn('fan')]
    const { authenticator, browser } = await withPasskey(fan)
    const [passkey] = await listPasskeys(fan.id)
    const remove = (actor: Person | null, passkeyId = passkey!.id) => removePasskey(actor, { passkeyId, current: '' })
    expect(await remove(other)).toMatchObject({ refusal: { kind: 'passkey_not_found' } })
    expect(await remove(null)).toMatchObject({ refusal: { kind: 'denied' } })
    expect(await remove(fan, 'nonsense')).toMatchObject({ refusal: { kind: 'passkey_not_found' } })
    expect(await remove(fan)).toEqual({ ok: true, value: null })
    const credential = authenticator.sign({ challenge: await challengeOf(browser) })
    expect(await signInWithPasskey({ credential, browser, device })).toMatchObject({ ok: false })
  })

  test('a passkey belongs to one account, ten are the maximum, and no name comes from markup', async () => {
    const [fan, other] = [await signedIn('fan'), await signedIn('fan')]
    const { authenticator, browser } = await withPasskey(fan)
    const { challenge } = await passkeyRegistrationOptions(other, browser)
    expect(
      await addPasskey(other, { credential: authenticator.make({ challenge }), name: 'x', browser }),
    ).toMatchObject({ refusal: { kind: 'already_known' } })
    for (let count = 1; count < 10; count += 1) await withPasskey(fan)
    const last = await passkeyRegistrationOptions(fan, browser)
    expect(
      await addPasskey(fan, { credential: anAuthenticator().make({ challenge: last.challenge }), name: 'x', browser }),
    ).toMatchObject({ refusal: { kind: 'denied', reason: 'too_many' } })
  })

  test('AUTH-05 a passkey that a stranger registered before the mailbox was proven is invalid after the first proof', async () => {
    const fan = await signedIn('fan')
    const { authenticator, browser } = await withPasskey(fan)
    await owner().query('update profiles set email_proven_at = null where id = $1', [fan.id])
    const own = aBrowser()
    const asked = {
      email: fan.email,
      attempt: { mode: 'sign-in' },
      browser: own,
      network: '10.9.1.0/24',
      returnTo: null,
    } as const
    expect(await requestSignInCode(asked)).toMatchObject({ ok: true })
    const { rows } = await owner().query<{ data: { sealedData: string } }>(
      `select data from pgboss.job where name = 'send_email' and data->>'to' = $1 and data->>'template' = 'sign_in_code'`,
      [fan.email],
    )
    const { code } = JSON.parse(unseal(rows[0]!.data.sealedData)) as { code: string }
    expect(await proveCode({ code, browser: own, device })).toMatchObject({ ok: true })
    expect(await listPasskeys(fan.id)).toEqual([])
    const credential = authenticator.sign({ challenge: await challengeOf(browser) })
    expect(await signInWithPasskey({ credential, browser, device })).toMatchObject({ ok: false })
  })

  test('an account that changes hands loses every factor', async () => {
    const person = await staff()
    await withPasskey(person)
    await withApp({ ...person, mfaAt: new Date() })
    await inTransaction((tx) => forgetSecondFactors(tx, person.id))
    expect(await factorFacts(person.id)).toEqual({ totp: false, passkeys: 0 })
  })
})
