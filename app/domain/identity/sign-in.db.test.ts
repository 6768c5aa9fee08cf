import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now, setClockAdvance } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { unseal } from '#app/platform/secrets.server.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { useDatabase } from '#tests/support/database.ts'
import { browserOf, newBrowserToken, type Browser } from './browser.server.ts'
import { endSession } from './end-session.server.ts'
import { findPersonBySession } from './find-person-by-session.server.ts'
import type { Proof } from './proof.ts'
import { proveCode } from './prove-code.server.ts'
import { findSignInLink, proveLink } from './prove-link.server.ts'
import { findOrCreateBuyer, mailPaymentCode } from './mail-payment-code.server.ts'
import { purgeSignInTraces } from './purge-sign-in-traces.server.ts'
import { findAwaitedCode } from './queries.server.ts'
import { requestSignInCode, type SignInRequest } from './request-sign-in-code.server.ts'
import { resendSignInCode } from './resend-sign-in-code.server.ts'
import { startSession } from './start-session.server.ts'

const { owner } = useDatabase({ max: 20 })

const device = { network: '10.0.0.0/24', userAgent: 'test', replacesSessionId: null }
let advancedSeconds = 0
let networks = 0

// Every connection is open before the first race; otherwise the first open one would win every race.
beforeAll(async () => {
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.2)`.execute(db)))
})

beforeEach(async () => {
  advancedSeconds = 0
  await owner().query('delete from sign_in_codes; delete from rate_limit_hits')
  await advance(0)
})

async function advance(seconds: number): Promise<void> {
  advancedSeconds += seconds
  await owner().query(`update app_clock set advanced_by = make_interval(secs => $1)`, [advancedSeconds])
  setClockAdvance(advancedSeconds * 1_000)
}

const freshBrowser = () => browserOf(newBrowserToken())
const freshNetwork = () => `10.9.${(networks += 1)}.0/24`
const freshEmail = () => `p${newId().slice(-12)}@mail.example`

type Attempt = Partial<Omit<SignInRequest, 'attempt'>>
const signIn = (email: string, rest: Attempt = {}) =>
  requestSignInCode({
    email,
    attempt: { mode: 'sign-in' },
    browser: freshBrowser(),
    network: freshNetwork(),
    returnTo: null,
    ...rest,
  })
const signUp = (email: string, userType: 'fan' | 'creator', rest: Attempt = {}) =>
  requestSignInCode({
    email,
    attempt: { mode: 'sign-up', userType },
    browser: freshBrowser(),
    network: freshNetwork(),
    returnTo: null,
    ...rest,
  })

async function provenFan(email = freshEmail()): Promise<string> {
  await owner().query(
    `insert into profiles (id, email, user_type, email_proven_at) values ($1, $2, 'fan', app_now())`,
    [newId(), email],
  )
  return email
}

/** The text of the newest mail to an address, read from the queue as the worker would. */
async function mailed(email: string): Promise<{ code: string; token: string; count: number }> {
  const { rows } = await owner().query<{ data: { to: string; template: string; sealedData: string } }>(
    `select data from pgboss.job where name = 'send_email' and data->>'to' = $1 order by created_on desc, id desc`,
    [email],
  )
  if (rows.length === 0) return { code: '', token: '', count: 0 }
  const newest = rows
    .map((row) => JSON.parse(unseal(row.data.sealedData)) as { code: string; link: string; expiresAt: string })
    .sort((a, b) => b.expiresAt.localeCompare(a.expiresAt))[0]!
  return { code: newest.code, token: newest.link.split('/').at(-1)!, count: rows.length }
}

async function asked(
  email: string,
  browser: Browser = freshBrowser(),
): Promise<{ browser: Browser; code: string; token: string }> {
  expect(await signIn(email, { browser })).toMatchObject({ ok: true })
  return { browser, ...(await mailed(email)) }
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const countProfiles = async (email: string) =>
  (await owner().query('select 1 from profiles where email = $1', [email])).rowCount
const openSessions = async (email: string) =>
  (
    await owner().query(
      'select 1 from sessions s join profiles p on p.id = s.profile_id where p.email = $1 and s.ended_at is null',
      [email],
    )
  ).rowCount

function tokenOf(result: { ok: true; value: Proof } | { ok: false }): string {
  if (!result.ok || result.value.kind !== 'signed_in') throw new Error('nobody was signed in')
  return result.value.sessionToken
}

describe('requesting a code', () => {
  test('AUTH-01a an unknown address gets that answer and no mail', async () => {
    const email = freshEmail()
    expect(await signIn(email)).toEqual({ ok: false, refusal: { kind: 'account_not_found' } })
    expect((await mailed(email)).count).toBe(0)
  })

  test('AUTH-01b after five unknown addresses an hour a network gets the same answer for all, and the truth only by mail', async () => {
    const network = freshNetwork()
    for (let index = 0; index < SIGN_IN.unknownPerNetworkAndHour; index += 1)
      expect((await signIn(freshEmail(), { network })).ok).toBe(false)
    const unknown = freshEmail()
    const browser = freshBrowser()
    const known = await provenFan()
    expect(await signIn(unknown, { network, browser })).toEqual(await signIn(known, { network }))
    expect(await countProfiles(unknown)).toBe(0)
    const { code } = await mailed(unknown)
    expect(await proveCode({ code, browser, device })).toEqual({ ok: false, refusal: { kind: 'account_not_found' } })
    expect((await signIn(freshEmail(), { network: freshNetwork() })).ok).toBe(false)
  })

  test('AUTH-01 the same unknown address tried again counts once, and the limit of a network ends after an hour', async () => {
    const network = freshNetwork()
    const email = freshEmail()
    for (let index = 0; index < 8; index += 1)
      expect(await signIn(email, { network })).toMatchObject({ ok: false, refusal: { kind: 'account_not_found' } })
    for (let index = 0; index < 4; index += 1) await signIn(freshEmail(), { network })
    expect(await signIn(freshEmail(), { network })).toMatchObject({ ok: true })
    await advance(3_601)
    expect(await signIn(freshEmail(), { network })).toMatchObject({ ok: false, refusal: { kind: 'account_not_found' } })
  })

  test('AUTH-01b a network gets thirty unknown addresses a day, however slowly they come', async () => {
    const network = freshNetwork()
    for (let index = 0; index < SIGN_IN.unknownPerNetworkAndDay; index += 1) {
      expect((await signIn(freshEmail(), { network })).ok).toBe(false)
      await advance(800)
    }
    expect((await signIn(freshEmail(), { network })).ok).toBe(true)
  })

  test('AUTH-01 fifty unknown addresses at once reveal five at most', async () => {
    const network = freshNetwork()
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(freshEmail(), { network })))
    expect(answers.filter((answer) => !answer.ok && answer.refusal.kind === 'account_not_found')).toHaveLength(
      SIGN_IN.unknownPerNetworkAndHour,
    )
  })

  test('AUTH-02 a sign-up with a known address gets that answer, proven or not', async () => {
    const email = freshEmail()
    expect((await signUp(email, 'fan')).ok).toBe(true)
    expect(await signUp(email, 'fan')).toEqual({ ok: false, refusal: { kind: 'account_already_exists' } })
    expect(await signUp(await provenFan(), 'creator')).toEqual({
      ok: false,
      refusal: { kind: 'account_already_exists' },
    })
  })

  test('AUTH-02 after five known addresses at sign-up a network gets the neutral answer, and the owner of the mailbox is signed in', async () => {
    const network = freshNetwork()
    for (let index = 0; index < SIGN_IN.unknownPerNetworkAndHour; index += 1)
      expect((await signUp(await provenFan(), 'fan', { network })).ok).toBe(false)
    const email = await provenFan()
    const browser = freshBrowser()
    const known = await signUp(email, 'creator', { network, browser })
    expect(known).toEqual(await signUp(freshEmail(), 'fan', { network }))
    const { code } = await mailed(email)
    const proof = await proveCode({ code, browser, device })
    expect(proof).toMatchObject({ ok: true, value: { kind: 'signed_in', person: { userType: 'fan' } } })
  })

  test('AUTH-04a a second mail within 60 seconds is refused by the server, in the same browser and in another', async () => {
    const email = await provenFan()
    const browser = freshBrowser()
    await signIn(email, { browser })
    expect(await signIn(email, { browser })).toMatchObject({
      ok: false,
      refusal: { kind: 'too_soon', sameBrowser: true },
    })
    expect(await signIn(email)).toMatchObject({ ok: false, refusal: { kind: 'too_soon', sameBrowser: false } })
    await advance(58)
    expect(await resendSignInCode({ browser, network: '10.1.1.0/24' })).toMatchObject({
      ok: false,
      refusal: { kind: 'too_soon' },
    })
    await advance(3)
    expect(await resendSignInCode({ browser, network: '10.1.1.0/24' })).toMatchObject({ ok: true })
    expect((await mailed(email)).count).toBe(2)
  })

  test('AUTH-04 twenty requests at once send one mail', async () => {
    const email = await provenFan()
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect((await mailed(email)).count).toBe(1)
  })

  /** Seconds until the next code, as the refusal says it. */
  function waitOf(answer: Awaited<ReturnType<typeof signIn>>): number {
    if (answer.ok || answer.refusal.kind !== 'too_many_codes') throw new Error('was not refused for too many codes')
    return Math.ceil((answer.refusal.freeAt.getTime() - now().getTime()) / 1_000)
  }

  test('AUTH-04 an address gets five mails an hour and ten a day, also when codes are used in between', async () => {
    const email = await provenFan()
    for (let index = 0; index < SIGN_IN.codesPerAddressAndHour; index += 1) {
      const { browser, code } = await asked(email)
      expect((await proveCode({ code, browser, device })).ok).toBe(true)
      await advance(61)
    }
    const hour = await signIn(email)
    expect(hour).toMatchObject({ ok: false, refusal: { kind: 'too_many_codes', scope: 'address' } })
    // From then on, and not a minute before.
    const wait = waitOf(hour)
    expect(wait).toBeGreaterThan(3_200)
    await advance(wait - 60)
    expect((await signIn(email)).ok).toBe(false)
    await advance(3_600 - wait + 60)
    for (let index = 0; index < 5; index += 1) {
      expect((await signIn(email)).ok).toBe(true)
      await advance(61)
    }
    await advance(3_600)
    const day = await signIn(email)
    expect(day).toMatchObject({ ok: false, refusal: { kind: 'too_many_codes', scope: 'address' } })
    await advance(waitOf(day) + 1)
    expect((await signIn(email)).ok).toBe(true)
  })

  test('AUTH-04 a network gets sixty mails an hour, and everybody together two thousand', async () => {
    const network = freshNetwork()
    const fill = (count: number, from: string) =>
      owner().query(
        `insert into sign_in_codes (id, email, purpose, code_hash, link_hash, browser_hash, network, expires_at)
         select gen_random_uuid(), 'n' || n || '@mail.example', 'sign_in', '\\x00', sha256((n || $2)::bytea), '\\x00', $2, app_now() from generate_series(1, $1) n`,
        [count, from],
      )
    await fill(SIGN_IN.codesPerNetworkAndHour, network)
    expect(await signIn(await provenFan(), { network })).toMatchObject({
      ok: false,
      refusal: { kind: 'too_many_codes', scope: 'network', freeAt: expect.any(Date) },
    })
    expect((await signIn(await provenFan())).ok).toBe(true)
    await fill(SIGN_IN.codesPerHour, 'elsewhere')
    expect(await signIn(await provenFan())).toMatchObject({
      ok: false,
      refusal: { kind: 'too_many_codes', scope: 'everywhere', freeAt: expect.any(Date) },
    })
  })

  test('AUTH-02 a refused request creates no account', async () => {
    const network = freshNetwork()
    await owner().query(
      `insert into sign_in_codes (id, email, purpose, code_hash, link_hash, browser_hash, network, expires_at)
       select gen_random_uuid(), 'm' || n || '@mail.example', 'sign_in', '\\x00', sha256((n || $1)::bytea), '\\x00', $1, app_now() from generate_series(1, 60) n`,
      [network],
    )
    const email = freshEmail()
    expect((await signUp(email, 'fan', { network })).ok).toBe(false)
    expect(await countProfiles(email)).toBe(0)
  })
})

describe('signing up', () => {
  test('AUTH-05b a fan has the account at once and a session only with the code', async () => {
    const email = freshEmail()
    const browser = freshBrowser()
    expect(await signUp(email, 'fan', { browser })).toEqual({ ok: true, value: { accountCreated: true } })
    expect(await countProfiles(email)).toBe(1)
    expect(await openSessions(email)).toBe(0)
    const { code } = await mailed(email)
    const proof = await proveCode({ code, browser, device })
    expect(proof).toMatchObject({
      ok: true,
      value: { person: { userType: 'fan', profileCompleted: false }, accountCreated: false },
    })
    expect(await findPersonBySession(tokenOf(proof))).toMatchObject({ person: { email } })
  })

  test('AUTH-05a a creator has the account only after the code', async () => {
    const email = freshEmail()
    const browser = freshBrowser()
    expect(await signUp(email, 'creator', { browser })).toEqual({ ok: true, value: { accountCreated: false } })
    expect(await countProfiles(email)).toBe(0)
    const { code } = await mailed(email)
    expect(await proveCode({ code, browser, device })).toMatchObject({
      ok: true,
      value: { person: { userType: 'creator' }, accountCreated: true },
    })
    expect(await countProfiles(email)).toBe(1)
  })

  test('AUTH-05d what a stranger prepared under an address ends with the first proof of it, sessions and profile alike', async () => {
    const email = freshEmail()
    await signUp(email, 'fan')
    const { rows } = await owner().query<{ id: string }>('select id from profiles where email = $1', [email])
    const id = rows[0]!.id
    await owner().query(
      `update profiles set display_name = 'Mallory', username = $2, whatsapp_number = '+256700000000', phone = '+256700000000', bio = 'mine', city = 'X',
       birthday = '1990-01-01', profile_completed = true where id = $1`,
      [id, `mallory_${id.slice(-8)}`],
    )
    const strangers = await inTransaction((tx) =>
      startSession(tx, { profileId: id, network: 'elsewhere', userAgent: 'stranger' }),
    )
    expect(await findPersonBySession(strangers)).not.toBeNull()

    await advance(61)
    const { browser, code } = await asked(email)
    const own = tokenOf(await proveCode({ code, browser, device }))
    expect(await findPersonBySession(strangers)).toBeNull()
    expect((await findPersonBySession(own))?.person).toMatchObject({
      id,
      displayName: null,
      username: null,
      phone: null,
      birthday: null,
      profileCompleted: false,
    })
    const { rows: after } = await owner().query(
      'select whatsapp_number, bio, city, email_proven_at from profiles where id = $1',
      [id],
    )
    expect(after[0]).toMatchObject({ whatsapp_number: null, bio: '', city: null })
    expect(after[0].email_proven_at).not.toBeNull()
  })

  test('AUTH-05 a later proof leaves the profile and the other sessions unchanged', async () => {
    const email = await provenFan()
    const first = await asked(email)
    const token = tokenOf(await proveCode({ code: first.code, browser: first.browser, device }))
    await owner().query(`update profiles set display_name = 'Grace' where email = $1`, [email])
    await advance(61)
    const second = await asked(email)
    await proveCode({ code: second.code, browser: second.browser, device })
    expect((await findPersonBySession(token))?.person.displayName).toBe('Grace')
  })

  test('AUTH-05 a creator whose address a stranger took as a fan in the meantime still becomes a creator', async () => {
    const email = freshEmail()
    const browser = freshBrowser()
    await signUp(email, 'creator', { browser })
    await owner().query(`insert into profiles (id, email, user_type, display_name) values ($1, $2, 'fan', 'Mallory')`, [
      newId(),
      email,
    ])
    const { code } = await mailed(email)
    expect(await proveCode({ code, browser, device })).toMatchObject({
      ok: true,
      value: { person: { userType: 'creator', profileCompleted: false } },
    })
  })

  test('AUTH-10 a creator whose address became an account in the meantime gets that answer and no session', async () => {
    const email = freshEmail()
    const browser = freshBrowser()
    await signUp(email, 'creator', { browser })
    await provenFan(email)
    const { code } = await mailed(email)
    expect(await proveCode({ code, browser, device })).toEqual({ ok: false, refusal: { kind: 'already_registered' } })
    expect(await openSessions(email)).toBe(0)
  })

  test('AUTH-06c a staff address proven here opens no session', async () => {
    for (const type of ['admin', 'owner']) {
      const email = freshEmail()
      await owner().query(
        `insert into profiles (id, email, user_type, email_proven_at) values ($1, $2, $3, app_now())`,
        [newId(), email, type],
      )
      const { browser, code } = await asked(email)
      expect(await proveCode({ code, browser, device })).toEqual({ ok: true, value: { kind: 'staff' } })
      expect(await openSessions(email)).toBe(0)
    }
  })

  test('AUTH-10 a suspended account gets that answer after the code, and its running session ends with the suspension', async () => {
    const email = await provenFan()
    const first = await asked(email)
    const token = tokenOf(await proveCode({ code: first.code, browser: first.browser, device }))
    await owner().query(`update profiles set account_status = 'suspended' where email = $1`, [email])
    expect(await findPersonBySession(token)).toBeNull()
    await advance(61)
    const { browser, code } = await asked(email)
    expect(await proveCode({ code, browser, device })).toEqual({
      ok: false,
      refusal: { kind: 'account_not_active', status: 'suspended' },
    })
  })
})

describe('codes and links', () => {
  test('AUTH-03a one mail has a code of six digits and a link, and using either ends both', async () => {
    const email = await provenFan()
    const first = await asked(email)
    expect(first.code).toMatch(/^\d{6}$/)
    expect((await proveLink({ token: first.token, device })).ok).toBe(true)
    expect(await proveCode({ code: first.code, browser: first.browser, device })).toEqual({
      ok: false,
      refusal: { kind: 'invalid_code' },
    })
    await advance(61)
    const second = await asked(email)
    expect((await proveCode({ code: second.code, browser: second.browser, device })).ok).toBe(true)
    expect(await proveLink({ token: second.token, device })).toEqual({ ok: false, refusal: { kind: 'link_ended' } })
  })

  test('AUTH-03c code and link end after 15 minutes of business time', async () => {
    const email = await provenFan()
    const first = await asked(email)
    await advance(14 * 60 + 58)
    expect(await findSignInLink(first.token, null)).not.toBeNull()
    await advance(3)
    expect(await findSignInLink(first.token, null)).toBeNull()
    expect(await proveCode({ code: first.code, browser: first.browser, device })).toEqual({
      ok: false,
      refusal: { kind: 'invalid_code' },
    })
    expect(await proveLink({ token: first.token, device })).toEqual({ ok: false, refusal: { kind: 'link_ended' } })
  })

  test('AUTH-03 a new mail ends the code and the link of the older one', async () => {
    const email = await provenFan()
    const first = await asked(email)
    await advance(61)
    expect((await resendSignInCode({ browser: first.browser, network: '10.1.1.0/24' })).ok).toBe(true)
    const second = await mailed(email)
    if (second.code !== first.code)
      expect((await proveCode({ code: first.code, browser: first.browser, device })).ok).toBe(false)
    expect((await proveLink({ token: first.token, device })).ok).toBe(false)
    expect((await proveCode({ code: second.code, browser: first.browser, device })).ok).toBe(true)
  })

  test('AUTH-04d five wrong tries end a code: the sixth try fails even when it is right, and the link still works', async () => {
    const email = await provenFan()
    const { browser, code, token } = await asked(email)
    for (let index = 0; index < SIGN_IN.triesPerCode; index += 1)
      expect((await proveCode({ code: other(code), browser, device })).ok).toBe(false)
    expect(await proveCode({ code, browser, device })).toEqual({ ok: false, refusal: { kind: 'invalid_code' } })
    expect((await findAwaitedCode(browser))?.live).toBe(false)
    expect((await proveLink({ token, device })).ok).toBe(true)
  })

  test('AUTH-04d fifty parallel guesses get five tries', async () => {
    const email = await provenFan()
    const { browser, code } = await asked(email)
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => proveCode({ code: other(code), browser, device })),
    )
    expect(guesses.every((guess) => !guess.ok)).toBe(true)
    const { rows } = await owner().query<{ attempts: number }>('select attempts from sign_in_codes where email = $1', [
      email,
    ])
    expect(rows[0]!.attempts).toBe(SIGN_IN.triesPerCode)
    const { rows: hits } = await owner().query<{ count: bigint }>(
      `select count(*) from rate_limit_hits where key = 'wrong-code'`,
    )
    expect(Number(hits[0]!.count)).toBe(SIGN_IN.triesPerCode)
  })

  test('AUTH-03c a right code used five times at once, beside its link, opens exactly one session', async () => {
    const email = await provenFan()
    const { browser, code, token } = await asked(email)
    const proofs = await Promise.all([
      ...Array.from({ length: 5 }, () => proveCode({ code, browser, device })),
      ...Array.from({ length: 5 }, () => proveLink({ token, device })),
    ])
    expect(proofs.filter((proof) => proof.ok)).toHaveLength(1)
    expect(await openSessions(email)).toBe(1)
  })

  test('AUTH-04 a code is valid only in the browser that requested it', async () => {
    const email = await provenFan()
    const { browser, code } = await asked(email)
    expect(await proveCode({ code, browser: freshBrowser(), device })).toEqual({
      ok: false,
      refusal: { kind: 'invalid_code' },
    })
    expect((await proveCode({ code, browser, device })).ok).toBe(true)
  })

  test('AUTH-09 viewing a link does not use it, and shows whether another browser requested it', async () => {
    const email = await provenFan()
    const { browser, token } = await asked(email)
    for (let index = 0; index < 5; index += 1)
      expect(await findSignInLink(token, null)).toMatchObject({ sameBrowser: false })
    expect(await findSignInLink(token, browser)).toMatchObject({ sameBrowser: true })
    expect((await findSignInLink(token, browser))!.maskedEmail).not.toContain(email.split('@')[0]!)
    expect(await openSessions(email)).toBe(0)
    expect((await proveLink({ token, device })).ok).toBe(true)
  })

  test('AUTH-04 after 300 wrong codes in an hour codes pause for everybody while links still work', async () => {
    const email = await provenFan()
    const { browser, code, token } = await asked(email)
    await owner().query(
      `insert into rate_limit_hits (key, subject, at) select 'wrong-code', 'x' || n, app_now() from generate_series(1, $1) n`,
      [SIGN_IN.wrongCodesPerHour],
    )
    expect(await proveCode({ code, browser, device })).toEqual({ ok: false, refusal: { kind: 'codes_paused' } })
    expect((await proveLink({ token, device })).ok).toBe(true)
    await advance(3_601)
    const later = await asked(email)
    expect((await proveCode({ code: later.code, browser: later.browser, device })).ok).toBe(true)
  })

  test('AUTH-04 thirty wrong codes a day pause the codes of one address alone', async () => {
    const email = await provenFan()
    for (let mail = 0; mail < 6; mail += 1) {
      const { browser, code } = await asked(email)
      for (let index = 0; index < SIGN_IN.triesPerCode; index += 1)
        await proveCode({ code: other(code), browser, device })
      await advance(901)
    }
    const { browser, code } = await asked(email)
    expect(await proveCode({ code, browser, device })).toEqual({ ok: false, refusal: { kind: 'codes_paused' } })
    const neighbour = await asked(await provenFan())
    expect((await proveCode({ code: neighbour.code, browser: neighbour.browser, device })).ok).toBe(true)
  })

  const from = (network: string) => ({ ...device, network })
  const spoil = async (network: string, tries: number, email?: string) => {
    const { browser, code } = await asked(email ?? (await provenFan()))
    const said = []
    for (let index = 0; index < tries; index += 1)
      said.push(await proveCode({ code: other(code), browser, device: from(network) }))
    return said.map((one) => (one.ok ? 'ok' : one.refusal.kind))
  }
  /** A fan who has signed in from a network before, and whose sign-in no longer counts in the limits. */
  const fanOf = async (network: string) => {
    const email = await provenFan()
    const { browser, code } = await asked(email)
    expect((await proveCode({ code, browser, device: from(network) })).ok).toBe(true)
    await advance(61)
    return email
  }

  test(
    'AUTH-04 sixty addresses with five wrong codes each from one network pause that network alone',
    { timeout: 60_000 },
    async () => {
      const attacker = freshNetwork()
      const home = freshNetwork()
      const email = await fanOf(home)
      const said: string[] = []
      for (let address = 0; address < 60; address += 1) said.push(...(await spoil(attacker, 5)))
      expect(said.filter((kind) => kind === 'invalid_code')).toHaveLength(SIGN_IN.wrongCodesPerNetworkAndHour)
      expect(said.filter((kind) => kind === 'network_paused')).toHaveLength(300 - SIGN_IN.wrongCodesPerNetworkAndHour)

      const { browser, code, token } = await asked(email)
      const there = await proveCode({ code, browser, device: from(attacker) })
      expect(there).toMatchObject({ ok: false, refusal: { kind: 'network_paused' } })
      expect(!there.ok && 'waitSeconds' in there.refusal && there.refusal.waitSeconds).toBeGreaterThan(3_000)
      expect((await proveCode({ code, browser, device: from(home) })).ok).toBe(true)
      // Nor does it affect somebody who has never signed in here before.
      const stranger = await asked(await provenFan())
      expect((await proveCode({ ...stranger, device: from(freshNetwork()) })).ok).toBe(true)
      expect((await proveLink({ token, device: from(attacker) })).ok).toBe(false)
      const third = await asked(await provenFan())
      expect((await proveLink({ token: third.token, device: from(attacker) })).ok).toBe(true)

      await advance(3_601)
      const later = await asked(await provenFan())
      expect((await proveCode({ ...later, device: from(attacker) })).ok).toBe(true)
    },
  )

  test('AUTH-04 parallel guesses at many addresses give a network no more than its thirty tries', async () => {
    const attacker = freshNetwork()
    const guesses = []
    for (let address = 0; address < 12; address += 1) {
      const { browser, code } = await asked(await provenFan())
      for (let index = 0; index < 5; index += 1)
        guesses.push(() => proveCode({ code: other(code), browser, device: from(attacker) }))
    }
    const said = await Promise.all(guesses.map((guess) => guess()))
    const compared = said.filter((one) => !one.ok && one.refusal.kind === 'invalid_code')
    expect(compared).toHaveLength(SIGN_IN.wrongCodesPerNetworkAndHour)
    const { rows } = await owner().query<{ tries: number }>('select sum(attempts)::int as tries from sign_in_codes')
    expect(rows[0]!.tries).toBe(SIGN_IN.wrongCodesPerNetworkAndHour)
  })

  test('AUTH-04 wrong codes from a hundred networks pause codes, but not where the holder has signed in before', async () => {
    const home = freshNetwork()
    const email = await fanOf(home)
    const attack = async (networks: number, each: number) =>
      owner().query(
        `insert into rate_limit_hits (key, subject) select 'wrong-code', '10.200.' || n || '.0/24'
         from generate_series(1, $1) n, generate_series(1, $2)`,
        [networks, each],
      )
    await attack(59, 30)
    const before = await asked(await provenFan())
    expect((await proveCode({ ...before, device: from(freshNetwork()) })).ok).toBe(true)
    await attack(100, 5)
    const { browser, code, token } = await asked(email)
    expect(await proveCode({ code, browser, device: from(freshNetwork()) })).toEqual({
      ok: false,
      refusal: { kind: 'codes_paused' },
    })
    expect((await proveCode({ code, browser, device: from(home) })).ok).toBe(true)
    expect((await proveLink({ token, device })).ok).toBe(false)
    // Another person's known network gives no exemption for an account that never signed in there.
    const neighbour = await asked(await provenFan())
    expect(await proveCode({ ...neighbour, device: from(home) })).toEqual({
      ok: false,
      refusal: { kind: 'codes_paused' },
    })
  })

  test('AUTH-04 guesses from a hundred networks pause codes for everybody', { timeout: 60_000 }, async () => {
    const home = freshNetwork()
    const email = await fanOf(home)
    const said: string[] = []
    for (let network = 0; network < 100; network += 1) said.push(...(await spoil(freshNetwork(), 5)))
    expect(said.filter((kind) => kind === 'invalid_code')).toHaveLength(SIGN_IN.wrongCodesPerHour)
    const { browser, code } = await asked(email)
    expect((await proveCode({ code, browser, device: from(freshNetwork()) })).ok).toBe(false)
    expect((await proveCode({ code, browser, device: from(home) })).ok).toBe(true)
  })

  test('AUTH-04 strangers who use up an address’s thirty wrong codes a day don’t lock its holder out at home', async () => {
    const home = freshNetwork()
    const email = await fanOf(home)
    for (let mail = 0; mail < 6; mail += 1) {
      expect(await spoil(freshNetwork(), 5, email)).toEqual(Array(5).fill('invalid_code'))
      await advance(901)
    }
    const { browser, code } = await asked(email)
    expect(await proveCode({ code, browser, device: from(freshNetwork()) })).toEqual({
      ok: false,
      refusal: { kind: 'codes_paused' },
    })
    expect((await proveCode({ code, browser, device: from(home) })).ok).toBe(true)
    // At home the same limit applies to the tries from there.
    await owner().query(
      `insert into rate_limit_hits (key, subject, at)
       select key, $1, app_now() - interval '2 hours' from rate_limit_hits where key like 'wrong-code of %' limit 30`,
      [home],
    )
    await advance(61)
    const again = await asked(email)
    expect(await proveCode({ ...again, device: from(home) })).toEqual({
      ok: false,
      refusal: { kind: 'codes_paused' },
    })
  })

  test('AUTH-03 neither codes nor tokens are stored readable in the database', async () => {
    const email = await provenFan()
    const { code, token, browser } = await asked(email)
    const session = tokenOf(await proveCode({ code, browser, device }))
    const { rows } = await owner().query<{ all: string }>(
      `select (select string_agg(c::text, ' ') from sign_in_codes c where email = $1) || (select string_agg(s::text, ' ') from sessions s)
        || (select string_agg(j.data::text, ' ') from pgboss.job j where j.data->>'to' = $1) as all`,
      [email],
    )
    expect(rows[0]!.all).not.toContain(token)
    expect(rows[0]!.all).not.toContain(session)
    expect(rows[0]!.all).not.toMatch(new RegExp(`"code": ?"?${code}`))
  })

  test('AUTH-03 the code screen shows what this browser requested and nothing to another', async () => {
    const email = await provenFan()
    const { browser, code } = await asked(email)
    expect(await findAwaitedCode(browser)).toMatchObject({ email, live: true })
    expect((await findAwaitedCode(browser))!.waitSeconds).toBeGreaterThan(55)
    expect(await findAwaitedCode(freshBrowser())).toBeNull()
    await proveCode({ code, browser, device })
    expect(await findAwaitedCode(browser)).toBeNull()
    expect(await resendSignInCode({ browser, network: '10.1.1.0/24' })).toEqual({
      ok: false,
      refusal: { kind: 'nothing_asked' },
    })
  })

  test('AUTH-06 the return address from before signing in is kept with the proof, also after another mail', async () => {
    const email = await provenFan()
    const browser = freshBrowser()
    await signIn(email, { browser, returnTo: 'return=subscribe&creator=amina_k' })
    await advance(61)
    await resendSignInCode({ browser, network: '10.1.1.0/24' })
    const { code } = await mailed(email)
    expect(await proveCode({ code, browser, device })).toMatchObject({
      ok: true,
      value: { returnTo: 'return=subscribe&creator=amina_k' },
    })
  })
})

describe('sessions', () => {
  async function signedIn(userType: 'fan' | 'creator' = 'fan') {
    const email = freshEmail()
    const id = newId()
    await owner().query(`insert into profiles (id, email, user_type, email_proven_at) values ($1, $2, $3, app_now())`, [
      id,
      email,
      userType,
    ])
    return { id, token: await inTransaction((tx) => startSession(tx, { profileId: id, network: 'n', userAgent: 'u' })) }
  }

  test('AUTH-08b signing out ends the session at once, for every tab that has it', async () => {
    const { token } = await signedIn()
    const found = await findPersonBySession(token)
    await endSession(found!.person.sessionId)
    expect(await findPersonBySession(token)).toBeNull()
    await endSession(found!.person.sessionId)
  })

  test('AUTH-08a a session in use stays open and is prolonged at most every five minutes', async () => {
    const { token } = await signedIn()
    expect((await findPersonBySession(token))?.refreshed).toBe(false)
    for (let week = 0; week < 10; week += 1) {
      await advance(7 * 86_400)
      expect((await findPersonBySession(token))?.refreshed).toBe(true)
      expect((await findPersonBySession(token))?.refreshed).toBe(false)
    }
  })

  test('AUTH-08 an unused session ends: a fan’s after 14 days, a creator’s after 7', async () => {
    const fan = await signedIn()
    const creator = await signedIn('creator')
    await advance(7 * 86_400 - 60)
    expect(await findPersonBySession(creator.token)).not.toBeNull()
    await advance(7 * 86_400 + 120)
    expect(await findPersonBySession(creator.token)).toBeNull()
    expect(await findPersonBySession(fan.token)).toBeNull()
    const other = await signedIn()
    await advance(14 * 86_400 - 60)
    expect(await findPersonBySession(other.token)).not.toBeNull()
  })

  test('AUTH-08 a made-up token is nobody’s, and signing in always creates a new one', async () => {
    expect(await findPersonBySession('x'.repeat(43))).toBeNull()
    const email = await provenFan()
    const first = await asked(email)
    const before = tokenOf(await proveCode({ code: first.code, browser: first.browser, device }))
    const sessionId = (await findPersonBySession(before))!.person.sessionId
    await advance(61)
    const second = await asked(email)
    const after = tokenOf(
      await proveCode({
        code: second.code,
        browser: second.browser,
        device: { ...device, replacesSessionId: sessionId },
      }),
    )
    expect(after).not.toBe(before)
    expect(await findPersonBySession(before)).toBeNull()
    expect(await findPersonBySession(after)).not.toBeNull()
  })
})

describe('the account of a payment', () => {
  test('AUTH-05 a buyer without an account gets one, and the mailed code of the payment opens it in the browser that paid', async () => {
    const email = freshEmail()
    const browser = freshBrowser()
    const first = await inTransaction((tx) => findOrCreateBuyer(tx, email))
    expect(first.created).toBe(true)
    expect(await inTransaction((tx) => findOrCreateBuyer(tx, email))).toEqual({
      profileId: first.profileId,
      created: false,
    })
    await inTransaction((tx) =>
      mailPaymentCode(tx, {
        email,
        browserHash: browser.storedHash,
        returnTo: null,
        productName: 'Monthly pass',
        amount: 'UGX 180,000',
        reference: 'r1',
      }),
    )
    const { code } = await mailed(email)
    expect(await proveCode({ code, browser, device })).toMatchObject({
      ok: true,
      value: { person: { id: first.profileId } },
    })
  })
})

describe('traces', () => {
  test('AUTH-08 the data of a sign-in is deleted when no limit needs it any more', async () => {
    const email = await provenFan()
    await asked(email)
    await advance(24 * 3_600)
    await purgeSignInTraces()
    const count = async () => (await owner().query('select 1 from sign_in_codes where email = $1', [email])).rowCount
    expect(await count()).toBe(1)
    await advance(3_700)
    expect(await purgeSignInTraces()).toBeGreaterThan(0)
    expect(await count()).toBe(0)
  })
})
