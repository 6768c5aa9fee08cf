import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { realNow, setClockAdvance } from '#app/platform/clock.ts'
import { config, useConfig } from '#app/platform/config.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { unseal, useSecrets } from '#app/platform/secrets.server.ts'
import { browserOf, newBrowserToken, type Browser } from '#app/domain/identity/browser.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { passkeyRegistrationOptions } from '#app/domain/identity/passkey-options.server.ts'
import { STAFF_ROLES, type StaffRole } from '#app/domain/identity/roles.ts'
import { findRecoverySheet } from '#app/domain/identity/renew-recovery-codes.server.ts'
import { fromBase32, totpCode, totpStep } from '#app/domain/identity/totp.ts'
import { hasSecondFactor } from '#app/domain/identity/verify-second-factor.server.ts'
import { INVITE } from '#app/domain/settings/constants.ts'
import { anAuthenticator } from '#tests/support/authenticator.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { makePerson, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { acceptInvite } from './accept-invite.server.ts'
import { createInvite } from './create-invite.server.ts'
import { deleteInvite, restoreInvite } from './delete-invite.server.ts'
import { endStaffMember } from './end-staff-member.server.ts'
import { findStaffSetup } from './find-staff-setup.server.ts'
import { finishStaffSetup, type StaffSecurity } from './finish-staff-setup.server.ts'
import { findInvite, listInvites } from './invite-queries.server.ts'
import { purgeInviteTraces } from './purge-invite-traces.server.ts'
import { requestInviteCode } from './request-invite-code.server.ts'
import { saveStaffProfile } from './save-staff-profile.server.ts'
import { signInStaff } from './sign-in-staff.server.ts'

const { owner } = useDatabase({ max: 20 })
useMediaFolder()
const device = { network: '10.0.0.0/24', userAgent: 'test', replacesSessionId: null }
let boss: Person
let advancedSeconds = 0

beforeAll(async () => {
  await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.2)`.execute(db)))
  boss = { ...(await makePerson('owner')), staffRole: 'owner' }
})

beforeEach(async () => {
  advancedSeconds = 0
  await advance(0)
})

async function advance(seconds: number): Promise<void> {
  advancedSeconds += seconds
  await owner().query(`update app_clock set advanced_by = make_interval(secs => $1)`, [advancedSeconds])
  setClockAdvance(advancedSeconds * 1_000)
}

const freshEmail = () => `s${newId().slice(-12)}@peach.example`
const aBrowser = () => browserOf(newBrowserToken())
const staffOf = async (role: StaffRole): Promise<Person> => ({ ...(await makePerson('admin')), staffRole: role })

async function mailed<Data>(email: string, template: string): Promise<Data[]> {
  const { rows } = await owner().query<{ data: { sealedData: string } }>(
    `select data from pgboss.job where name = 'send_email' and data->>'to' = $1 and data->>'template' = $2 order by created_on, id`,
    [email, template],
  )
  return rows.map((row) => JSON.parse(unseal(row.data.sealedData)) as Data)
}

const tokenIn = (link: string) => new URL(link).searchParams.get('invite')!

async function invited(role: (typeof STAFF_ROLES)[number] | null = 'support', email = freshEmail()) {
  const result = await createInvite(boss, { email, role })
  if (!result.ok) throw new Error(result.refusal.kind)
  const links = await mailed<{ link: string }>(email, 'staff_invite')
  return { id: result.value.inviteId, email, token: tokenIn(links.at(-1)!.link) }
}

async function codeFor(invite: { token: string; email: string }, browser: Browser): Promise<string> {
  expect(await requestInviteCode({ ...invite, browser })).toEqual({ ok: true, value: null })
  // Rows queued in the same second have no order; the mail that matches is that of the newest row.
  const codes = await mailed<{ code: string; expiresAt: string }>(invite.email, 'staff_code')
  return codes.sort((a, b) => a.expiresAt.localeCompare(b.expiresAt)).at(-1)!.code
}

async function accepted(role: (typeof STAFF_ROLES)[number] | null = 'support') {
  const invite = await invited(role)
  const browser = aBrowser()
  const result = await acceptInvite({ ...invite, code: await codeFor(invite, browser), browser })
  if (!result.ok) throw new Error(result.refusal.kind)
  return { ...invite, setupToken: result.value.setupToken }
}

const GOOD: StaffSecurity = {
  password: 'a mango tree by the lake',
  passwordAgain: 'a mango tree by the lake',
  termsAccepted: true,
  sensitiveAcknowledged: true,
  totp: '',
  passkey: '',
  factorSkipped: true,
}
const profile = (setupToken: string, change: object = {}) =>
  saveStaffProfile({ setupToken, name: 'Ruth N', role: 'support', picture: null, ...change })
const finish = (setupToken: string, change: Partial<StaffSecurity> = {}) =>
  finishStaffSetup({ setupToken, typed: { ...GOOD, ...change }, browser: aBrowser(), device })

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('creating invites', () => {
  test('ADMIN-02c the link is mailed and shown in the list; the table stores a hash of it', async () => {
    const invite = await invited('earnings-manager')
    expect(invite.token).toMatch(/^[\w-]{43}$/)
    const row = (await listInvites()).find(({ id }) => id === invite.id)!
    expect(row).toMatchObject({ email: invite.email, role: 'earnings-manager', state: 'active', invitedBy: boss.email })
    expect(tokenIn(row.link!)).toBe(invite.token)
    const { rows } = await owner().query<{ all: string; days: number }>(
      `select i::text as all, extract(day from expires_at - created_at)::int as days from admin_invites i where id = $1`,
      [invite.id],
    )
    expect(rows[0]!.all).not.toContain(invite.token)
    expect(rows[0]!.days).toBe(7)
  })

  test('ADMIN-02 after a key rotation the list shows no link, never a wrong one', async () => {
    const invite = await invited()
    const before = 'a test secret that is long enough to be one'
    try {
      useSecrets(['another secret that is long enough too', before])
      expect(tokenIn((await listInvites()).find(({ id }) => id === invite.id)!.link!)).toBe(invite.token)
      useSecrets(['another secret that is long enough too'])
      expect((await listInvites()).find(({ id }) => id === invite.id)!.link).toBeNull()
    } finally {
      useSecrets([before])
    }
  })

  test.each([
    ['', 'email_missing'],
    ['ruth', 'email_missing'],
    ['ruth@mail.example', 'not_official'],
    ['ruth@evilpeach.example', 'not_official'],
  ])('ADMIN-02a "%s" is refused as %s', async (email, kind) => {
    expect(await createInvite(boss, { email, role: null })).toEqual({ ok: false, refusal: { kind } })
  })

  test('ADMIN-02 ROLE-01 only the owner and a super-admin may invite, delete and restore', async () => {
    const invite = await invited()
    for (const role of ['content-moderator', 'earnings-manager', 'support'] as const) {
      const actor = await staffOf(role)
      const denied = { ok: false, refusal: { kind: 'not_allowed', reason: 'not_permitted' } }
      expect(await createInvite(actor, { email: freshEmail(), role: null })).toEqual(denied)
      expect(await deleteInvite(actor, invite.id)).toEqual(denied)
      expect(await restoreInvite(actor, invite.id)).toEqual(denied)
    }
    for (const actor of [null, await makePerson('fan'), await makePerson('creator')])
      expect(await createInvite(actor, { email: freshEmail(), role: null })).toMatchObject({ ok: false })
    expect(
      await createInvite(await staffOf('super-admin'), { email: freshEmail(), role: 'super-admin' }),
    ).toMatchObject({
      ok: true,
    })
  })

  test('ADMIN-02 nobody can invite themselves, an address with an account, or one that is invited already', async () => {
    const own: Person = { ...(await staffOf('super-admin')), email: freshEmail() }
    expect(await createInvite(own, { email: own.email.toUpperCase(), role: null })).toMatchObject({
      refusal: { kind: 'not_allowed', reason: 'own_address' },
    })
    const email = freshEmail()
    await owner().query(`insert into profiles (id, email, user_type) values ($1, $2, 'fan')`, [newId(), email])
    expect(await createInvite(boss, { email, role: null })).toMatchObject({ refusal: { kind: 'has_account' } })
    const twice = freshEmail()
    const results = await Promise.all(Array.from({ length: 5 }, () => createInvite(boss, { email: twice, role: null })))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(results.find((result) => !result.ok)).toMatchObject({ refusal: { kind: 'already_invited' } })
  })

  test('ADMIN-02 deleting ends the link, undo restores it within the hour, unless another was made since', async () => {
    const invite = await invited()
    expect(await deleteInvite(boss, invite.id)).toEqual({ ok: true, value: null })
    expect(await deleteInvite(boss, invite.id)).toMatchObject({ refusal: { kind: 'invite_not_found' } })
    expect(await findInvite(invite.token, null)).toBeNull()
    expect((await listInvites()).map(({ id }) => id)).not.toContain(invite.id)
    expect(await restoreInvite(boss, invite.id)).toEqual({ ok: true, value: null })
    expect(await findInvite(invite.token, null)).toMatchObject({ email: invite.email })

    await deleteInvite(boss, invite.id)
    await invited('support', invite.email)
    expect(await restoreInvite(boss, invite.id)).toMatchObject({ ok: false })
    const late = await invited()
    await deleteInvite(boss, late.id)
    await advance(3_601)
    expect(await restoreInvite(boss, late.id)).toMatchObject({ ok: false })
    for (const id of ['', 'nonsense', newId()]) expect(await deleteInvite(boss, id)).toMatchObject({ ok: false })
  })
})

describe('accepting', () => {
  test('ONB-A-02b of twenty who try at the same moment exactly one succeeds, and the invite is used', async () => {
    const invite = await invited()
    const browser = aBrowser()
    const code = await codeFor(invite, browser)
    const results = await Promise.all(Array.from({ length: 20 }, () => acceptInvite({ ...invite, code, browser })))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(await acceptInvite({ ...invite, code, browser })).toMatchObject({ refusal: { kind: 'invalid_invite' } })
    expect((await listInvites()).find(({ id }) => id === invite.id)).toMatchObject({ state: 'used', link: null })
    const { rows } = await owner().query('select 1 from staff_setups where invite_id = $1', [invite.id])
    expect(rows).toHaveLength(1)
  })

  test('ONB-A-02a each refusal has its own reason, as in the specification', async () => {
    const invite = await invited()
    const ask = (token: string, email: string) => requestInviteCode({ token, email, browser: aBrowser() })
    expect(await ask('', invite.email)).toMatchObject({ refusal: { kind: 'no_token' } })
    expect(await ask(invite.token, ' ')).toMatchObject({ refusal: { kind: 'email_missing' } })
    expect(await ask(invite.token, 'ruth@mail.example')).toMatchObject({ refusal: { kind: 'not_official' } })
    expect(await ask(invite.token, freshEmail())).toMatchObject({ refusal: { kind: 'invalid_invite' } })
    expect(await ask(`${invite.token}x`, invite.email)).toMatchObject({ refusal: { kind: 'invalid_invite' } })
    expect(await ask('master', invite.email)).toMatchObject({ refusal: { kind: 'invalid_invite' } })
    expect(await mailed(invite.email, 'staff_code')).toEqual([])
  })

  test('ONB-A-02c an invite of seven days ago is expired, to the second', async () => {
    const invite = await invited()
    const browser = aBrowser()
    await advance(INVITE.days * 86_400 - 300)
    expect(await findInvite(invite.token, null)).not.toBeNull()
    const code = await codeFor(invite, browser)
    await advance(300)
    expect(await findInvite(invite.token, null)).toBeNull()
    expect(await acceptInvite({ ...invite, code, browser })).toMatchObject({ refusal: { kind: 'invalid_invite' } })
  })

  test('ONB-A-02 the link alone opens nothing: the mailed code is required, in the browser that requested it', async () => {
    const invite = await invited()
    const browser = aBrowser()
    expect(await acceptInvite({ ...invite, code: '000000', browser })).toMatchObject({
      refusal: { kind: 'invalid_code' },
    })
    const code = await codeFor(invite, browser)
    expect(await acceptInvite({ ...invite, code, browser: aBrowser() })).toMatchObject({
      refusal: { kind: 'invalid_code' },
    })
    expect(await acceptInvite({ ...invite, code, browser })).toMatchObject({ ok: true })
  })

  test('ONB-A-02 a code ends after five tries, by its time, and with a newer one; ten are the maximum', async () => {
    const invite = await invited()
    const browser = aBrowser()
    const code = await codeFor(invite, browser)
    const wrong = await Promise.all(
      Array.from({ length: 20 }, () => acceptInvite({ ...invite, code: other(code), browser })),
    )
    expect(wrong.every((result) => !result.ok)).toBe(true)
    expect(await acceptInvite({ ...invite, code, browser })).toMatchObject({ refusal: { kind: 'invalid_code' } })

    expect(await requestInviteCode({ ...invite, browser })).toMatchObject({ refusal: { kind: 'too_soon' } })
    await advance(INVITE.resendSeconds + 1)
    const second = await codeFor(invite, browser)
    await advance(INVITE.codeMinutes * 60)
    expect(await acceptInvite({ ...invite, code: second, browser })).toMatchObject({
      refusal: { kind: 'invalid_code' },
    })
    const third = await codeFor(invite, browser)
    await advance(INVITE.resendSeconds + 1)
    await codeFor(invite, browser)
    expect(await acceptInvite({ ...invite, code: third, browser })).toMatchObject({ refusal: { kind: 'invalid_code' } })
    for (let sent = 4; sent < INVITE.maxCodes; sent += 1) {
      await advance(INVITE.resendSeconds + 1)
      await codeFor(invite, browser)
    }
    await advance(INVITE.resendSeconds + 1)
    expect(await requestInviteCode({ ...invite, browser })).toMatchObject({ refusal: { kind: 'too_many_codes' } })
  })

  test('ADMIN-02 an invite ends with the right of the person who made it', async () => {
    const superAdmin = await staffOf('super-admin')
    await enlistStaff((...asked) => owner().query(...asked), superAdmin.id, 'super-admin')
    const email = freshEmail()
    await createInvite(superAdmin, { email, role: 'support' })
    const token = tokenIn((await mailed<{ link: string }>(email, 'staff_invite'))[0]!.link)
    expect(await findInvite(token, null)).not.toBeNull()
    await endStaffMember(boss, superAdmin.id)
    expect(await findInvite(token, null)).toBeNull()
  })
})

describe('setting up', () => {
  test.each(STAFF_ROLES)(
    'ONB-A-03b ONB-A-05 an invite as %s leads to an account, a membership and a session',
    async (role) => {
      const setup = await accepted(role)
      expect(await profile(setup.setupToken, { role: 'super-admin' })).toEqual({ ok: true, value: null })
      const result = await finish(setup.setupToken)
      if (!result.ok) throw new Error(result.refusal.kind)
      const found = await findPersonBySession(result.value.sessionToken)
      expect(found!.person).toMatchObject({
        email: setup.email,
        displayName: 'Ruth N',
        userType: 'admin',
        staffRole: role,
        profileCompleted: true,
        mfaAt: null,
      })
      expect((await listInvites()).find(({ id }) => id === setup.id)!.joinedAs).toBe(role)
      const again = await signInStaff({ email: setup.email, secret: GOOD.password, device, deviceCookie: null })
      expect(again).toMatchObject({ ok: true, value: { kind: 'signed_in' } })
      expect(await finish(setup.setupToken)).toEqual({ ok: false, refusal: { kind: 'setup_ended' } })
    },
  )

  test('ONB-A-03b an invite without a role accepts one of the four roles and no other', async () => {
    const { setupToken } = await accepted(null)
    expect(await findStaffSetup(setupToken)).toMatchObject({ role: null, fixedRole: null })
    expect(await profile(setupToken, { role: 'owner' })).toMatchObject({
      refusal: { problems: { role: 'not_offered' } },
    })
    expect(await profile(setupToken, { role: '', name: '  ' })).toMatchObject({
      refusal: { problems: { role: 'missing', name: 'missing' } },
    })
    expect(await finish(setupToken)).toMatchObject({ refusal: { kind: 'profile_missing' } })
    expect(await profile(setupToken, { role: 'content-moderator' })).toMatchObject({ ok: true })
    expect(await findStaffSetup(setupToken)).toMatchObject({ role: 'content-moderator', displayName: 'Ruth N' })
  })

  test('ONB-A-03 an invited person can’t choose super-admin: only the invite gives it', async () => {
    const { setupToken } = await accepted(null)
    expect(await profile(setupToken, { role: 'super-admin' })).toMatchObject({
      refusal: { problems: { role: 'not_offered' } },
    })
    expect(await findStaffSetup(setupToken)).toMatchObject({ role: null })
    // A choice from before the rule, or one that was written into the table directly, is ignored.
    await owner().query(`update staff_setups set role = 'super-admin', display_name = 'Ruth N' where role is null`)
    expect(await findStaffSetup(setupToken)).toMatchObject({ role: null })
    expect(await finish(setupToken)).toMatchObject({ refusal: { kind: 'profile_missing' } })
    const named = await accepted('super-admin')
    await profile(named.setupToken, { role: 'support' })
    expect(await finish(named.setupToken)).toMatchObject({ ok: true, value: { person: { role: 'super-admin' } } })
  })

  test.each(['content-moderator', 'earnings-manager', 'support'] as const)(
    'ADMIN-02 a %s can’t invite a super-admin',
    async (role) => {
      const email = freshEmail()
      expect(await createInvite(await staffOf(role), { email, role: 'super-admin' })).toMatchObject({
        refusal: { kind: 'not_allowed' },
      })
      expect(await mailed(email, 'staff_invite')).toEqual([])
    },
  )

  test.each([
    ['super-admin', false],
    ['earnings-manager', false],
    ['support', false],
    ['content-moderator', true],
  ] as const)('ONB-A-04 without a second factor a %s can sign in: %s (outside the demo)', async (role, allowed) => {
    const demo = config()
    const { setupToken, email } = await accepted(role)
    await profile(setupToken)
    useConfig({ ...demo, demo: false })
    try {
      const result = await finish(setupToken, { factorSkipped: true })
      expect(result.ok).toBe(allowed)
      if (!result.ok) expect(result.refusal).toEqual({ kind: 'invalid', problems: { factor: 'missing' } })
      const { rowCount } = await owner().query('select 1 from profiles where email = $1', [email])
      expect(rowCount).toBe(allowed ? 1 : 0)
    } finally {
      useConfig(demo)
    }
  })

  test('ONB-A-04 in the demo it is required as well, until it is skipped', async () => {
    const { setupToken } = await accepted('support')
    await profile(setupToken)
    expect(await finish(setupToken, { factorSkipped: false })).toMatchObject({
      refusal: { kind: 'invalid', problems: { factor: 'missing' } },
    })
    expect(await finish(setupToken, { factorSkipped: true })).toMatchObject({ ok: true, value: { enrols: false } })
  })

  test('ONB-A-04 a passkey made during the set-up is the second factor; one for another browser is refused', async () => {
    const setup = await accepted('support')
    await profile(setup.setupToken)
    const found = (await findStaffSetup(setup.setupToken))!
    const person = { id: found.profileId, email: found.email, displayName: found.displayName }
    const [browser, stranger] = [aBrowser(), aBrowser()]
    const made = async (by: Browser) =>
      anAuthenticator().make({ challenge: (await passkeyRegistrationOptions(person, by)).challenge })
    const end = (passkey: string) =>
      finishStaffSetup({
        setupToken: setup.setupToken,
        typed: { ...GOOD, factorSkipped: false, passkey },
        browser,
        device,
      })
    for (const wrong of ['{}', await made(stranger)])
      expect(await end(wrong)).toMatchObject({ refusal: { kind: 'invalid', problems: { passkey: 'wrong' } } })
    const result = await end(await made(browser))
    if (!result.ok) throw new Error(result.refusal.kind)
    expect(result.value).toMatchObject({ factorSetUp: true, enrols: false })
    const session = (await findPersonBySession(result.value.sessionToken))!.person
    expect(session).toMatchObject({ id: found.profileId, staffRole: 'support' })
    expect(session.mfaAt).not.toBeNull()
    expect(await findRecoverySheet(session.id)).toHaveLength(10)
    const again = await signInStaff({ email: setup.email, secret: GOOD.password, device, deviceCookie: null })
    expect(again).toMatchObject({ ok: true, value: { kind: 'second_factor' } })
  })

  test('ONB-A-03 an invalid picture is refused, and the rest is kept', async () => {
    const { setupToken } = await accepted()
    for (const [bytes, kind] of [
      [new Uint8Array(), 'empty'],
      [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_a_picture'],
    ] as const)
      expect(await profile(setupToken, { picture: bytes })).toMatchObject({
        refusal: { problems: { picture: { kind } } },
      })
    expect(await findStaffSetup(setupToken)).toMatchObject({ displayName: 'Ruth N', hasPicture: false })
  })

  test('ONB-A-03c a picture is encoded anew, waits with the set-up and is moved to the account', async () => {
    const { setupToken } = await accepted()
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#e1653d' } })
      .withExif({ IFD0: { Copyright: 'whoever' } })
      .jpeg()
      .toBuffer()
    expect(await profile(setupToken, { picture: new Uint8Array(bytes) })).toEqual({ ok: true, value: null })
    expect(await findStaffSetup(setupToken)).toMatchObject({ hasPicture: true })
    const result = await finish(setupToken)
    if (!result.ok) throw new Error(result.refusal.kind)
    const { person } = (await findPersonBySession(result.value.sessionToken))!
    const { rows } = await owner().query<{ purpose: string; owner_id: string; left: number }>(
      `select m.purpose, m.owner_id, (select count(*)::int from staff_setups where picture is not null) as left from media m where m.id = $1`,
      [person.avatarMediaId],
    )
    expect(rows).toEqual([{ purpose: 'avatar', owner_id: person.id, left: 0 }])
  })

  test('ONB-A-04a every mistake of the last form is shown at once, and nothing is created', async () => {
    const setup = await accepted()
    await profile(setup.setupToken)
    const result = await finish(setup.setupToken, {
      password: 'short',
      passwordAgain: 'other',
      termsAccepted: false,
      sensitiveAcknowledged: false,
      totp: '000000',
    })
    expect(result).toEqual({
      ok: false,
      refusal: {
        kind: 'invalid',
        problems: {
          password: ['too_short'],
          passwordAgain: 'different',
          terms: 'not_accepted',
          sensitive: 'not_acknowledged',
          totp: 'wrong',
        },
      },
    })
    const { rowCount } = await owner().query('select 1 from profiles where email = $1', [setup.email])
    expect(rowCount).toBe(0)
  })

  test('ONB-A-04 with the app’s code the session is verified, and signing in requires it', async () => {
    const setup = await accepted()
    await profile(setup.setupToken)
    const { totp } = (await findStaffSetup(setup.setupToken))!
    const code = await totpCode(fromBase32(totp.secret)!, totpStep(realNow()))
    const result = await finish(setup.setupToken, { totp: code })
    if (!result.ok) throw new Error(result.refusal.kind)
    expect(result.value.factorSetUp).toBe(true)
    const { person } = (await findPersonBySession(result.value.sessionToken))!
    expect(person.mfaAt).not.toBeNull()
    expect(await hasSecondFactor(person.id)).toBe(true)
    expect(await findRecoverySheet(person.id)).toHaveLength(10)
    const again = await signInStaff({ email: setup.email, secret: GOOD.password, device, deviceCookie: null })
    expect(again).toMatchObject({ ok: true, value: { kind: 'second_factor' } })
  })

  test('ONB-A-04 of ten requests that finish one set-up at the same moment one gets the account', async () => {
    const setup = await accepted()
    await profile(setup.setupToken)
    const results = await Promise.all(Array.from({ length: 10 }, () => finish(setup.setupToken)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    const { rowCount } = await owner().query('select 1 from profiles where email = $1', [setup.email])
    expect(rowCount).toBe(1)
  })

  test('ONB-A-02 a set-up ends after a day, with its invite, and for an address that got an account meanwhile', async () => {
    const [late, gone, taken] = [await accepted(), await accepted(), await accepted()]
    for (const { setupToken } of [late, gone, taken]) await profile(setupToken)
    await deleteInvite(boss, gone.id)
    expect(await finish(gone.setupToken)).toMatchObject({ refusal: { kind: 'setup_ended' } })
    await owner().query(`insert into profiles (id, email, user_type) values ($1, $2, 'fan')`, [newId(), taken.email])
    expect(await finish(taken.setupToken)).toMatchObject({ refusal: { kind: 'has_account' } })
    await advance(INVITE.setupHours * 3_600 + 1)
    expect(await findStaffSetup(late.setupToken)).toBeNull()
    expect(await finish(late.setupToken)).toMatchObject({ refusal: { kind: 'setup_ended' } })
    await purgeInviteTraces()
    const { rowCount } = await owner().query('select 1 from staff_setups where email = $1', [late.email])
    expect(rowCount).toBe(0)
    for (const token of ['', 'nonsense']) expect(await findStaffSetup(token)).toBeNull()
  })

  test('ADMIN-02 a former member can be invited again: same account, new role, and none of the former factors', async () => {
    const first = await accepted('support')
    await profile(first.setupToken)
    const { totp } = (await findStaffSetup(first.setupToken))!
    const joined = await finish(first.setupToken, {
      totp: await totpCode(fromBase32(totp.secret)!, totpStep(realNow())),
    })
    if (!joined.ok) throw new Error(joined.refusal.kind)
    const { id } = joined.value.person
    expect(await createInvite(boss, { email: first.email, role: null })).toMatchObject({
      refusal: { kind: 'has_account' },
    })
    await endStaffMember(boss, id)
    expect(await findPersonBySession(joined.value.sessionToken)).toBeNull()

    const invite = await invited('super-admin', first.email)
    const browser = aBrowser()
    await advance(INVITE.resendSeconds + 1)
    const back = await acceptInvite({ ...invite, code: await codeFor(invite, browser), browser })
    if (!back.ok) throw new Error(back.refusal.kind)
    await profile(back.value.setupToken)
    const result = await finish(back.value.setupToken)
    expect(result).toMatchObject({ ok: true, value: { person: { id, role: 'super-admin' } } })
    expect(await hasSecondFactor(id)).toBe(false)
  })
})
