import { globSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { addPasskey } from '#app/domain/identity/add-passkey.server.ts'
import { becomeCreator } from '#app/domain/identity/become-creator.server.ts'
import { browserOf, newBrowserToken, type Browser } from '#app/domain/identity/browser.server.ts'
import { beginTotp, confirmTotp, findTotpEnrolment } from '#app/domain/identity/enrol-totp.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { finishProof } from '#app/domain/identity/internal/finish-proof.server.ts'
import { passkeyRegistrationOptions, passkeySignInOptions } from '#app/domain/identity/passkey-options.server.ts'
import { proveCode } from '#app/domain/identity/prove-code.server.ts'
import { proveLink } from '#app/domain/identity/prove-link.server.ts'
import { requestSignInCode } from '#app/domain/identity/request-sign-in-code.server.ts'
import { signInWithPasskey } from '#app/domain/identity/sign-in-with-passkey.server.ts'
import { startSession, type SessionKind } from '#app/domain/identity/start-session.server.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import { cancelDeletion } from '#app/domain/privacy/cancel-deletion.server.ts'
import { eraseDueAccounts } from '#app/domain/privacy/erase-due-accounts.server.ts'
import { changeStaffRole } from '#app/domain/staff/change-staff-role.server.ts'
import { completeStaffSignIn, findStaffSignInStep } from '#app/domain/staff/complete-staff-sign-in.server.ts'
import { endStaffMember } from '#app/domain/staff/end-staff-member.server.ts'
import { keepOwner } from '#app/domain/staff/keep-owner.server.ts'
import { settleStaffMember } from '#app/domain/staff/settle-staff-member.server.ts'
import { signInStaff } from '#app/domain/staff/sign-in-staff.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash, randomToken, seal } from '#app/platform/secrets.server.ts'
import { refusalResponse } from '#app/web/auth/answers.server.ts'
import { makeStaff } from './support/applications.ts'
import { anAuthenticator } from './support/authenticator.ts'
import { makeCreator, makePerson } from './support/creators.ts'
import { useDatabase } from './support/database.ts'
import { advanceDays, closeByCode, queuedMail, tokenOf } from './support/deletions.ts'
import { shownCode } from './support/shown-code.ts'
import { anOwner, aStaffMember, OWNER, STAFF_PASSWORD } from './support/staff.ts'

const { owner } = useDatabase({ max: 20 })
const device = { network: '10.0.0.0/24', userAgent: 'test', replacesSessionId: null }
const run = (text: string, values: unknown[] = []) => owner().query(text, values)

beforeEach(async () => {
  await advanceDays(0)
  await run('delete from sign_in_codes')
  await run('delete from rate_limit_hits')
})

/** Everything by which a person could sign in, or return, without a new sign-in. */
type Open = { sessions: string[]; browser: Browser; code: string; link: string; step: string }

async function proven(person: Person): Promise<Person> {
  await run('update profiles set email_proven_at = app_now() where id = $1', [person.id])
  return person
}

async function personOf(email: string): Promise<Person> {
  const { rows } = await run('select id, user_type from profiles where email = $1', [email])
  return { ...(await makePerson()), id: rows[0].id, email, userType: rows[0].user_type }
}

const openSession = (person: Person, kind: SessionKind) =>
  inTransaction((tx) => startSession(tx, { profileId: person.id, network: 'n', userAgent: 'u', kind }))

async function askedCode(person: Person): Promise<Pick<Open, 'browser' | 'code' | 'link'>> {
  await run('delete from sign_in_codes where email = $1', [person.email])
  await run(`delete from pgboss.job where name = 'send_email' and data ->> 'to' = $1`, [person.email])
  const browser = browserOf(newBrowserToken())
  const asked = { email: person.email, browser, network: device.network, returnTo: null }
  expect(await requestSignInCode({ ...asked, attempt: { mode: 'sign-in' } })).toMatchObject({ ok: true })
  const { code, link } = await queuedMail(person.email, 'sign_in_code')
  return { browser, code, link: tokenOf(link) }
}

async function leaveOpen(person: Person, kind: SessionKind): Promise<Open> {
  const step = randomToken()
  await run(
    `insert into staff_sign_in_steps (id, token_hash, profile_id, kind, expires_at)
     values ($1, $2, $3, 'staff', app_now() + interval '10 minutes')`,
    [newId(), keyedHash('token', step), person.id],
  )
  await run(
    `insert into totp_enrolments (profile_id, sealed_secret, expires_at) values ($1, $2, app_now() + interval '30 minutes')`,
    [person.id, seal('GEZDGNBVGY3TQOJQ')],
  )
  const sessions = [await openSession(person, kind), await openSession(person, kind)]
  const open = { sessions, step, ...(await askedCode(person)) }
  for (const token of sessions) expect((await findPersonBySession(token))?.person.id).toBe(person.id)
  expect(await findStaffSignInStep(step)).not.toBeNull()
  expect(await findTotpEnrolment(person)).not.toBeNull()
  return open
}

async function expectAllClosed(person: Person, open: Open): Promise<void> {
  for (const token of open.sessions) expect(await findPersonBySession(token)).toBeNull()
  expect(await proveLink({ token: open.link, device })).toEqual({ ok: false, refusal: { kind: 'link_ended' } })
  const { code, browser } = open
  expect(await proveCode({ code, browser, device })).toEqual({ ok: false, refusal: { kind: 'invalid_code' } })
  expect(await findStaffSignInStep(open.step)).toBeNull()
  expect(await findTotpEnrolment(person)).toBeNull()
}

/** Why the sessions of a person ended; null for an open one. */
async function endings(open: Open): Promise<(string | null)[]> {
  const hashes = open.sessions.map((token) => keyedHash('token', token))
  const { rows } = await run('select ended_because from sessions where token_hash = any ($1)', [hashes])
  return rows.map((row) => row.ended_because)
}

const aFan = async () => proven(await makePerson())
const staffActor = (role: 'content-moderator' | 'owner') => makeStaff(role)
const aMember = async () => personOf(await aStaffMember('support', `s${newId().slice(-12)}@peach.example`))
const setStatus = (person: Person, status: string) =>
  run('update profiles set account_status = $2 where id = $1', [person.id, status])
const status = async (person: Person, change: 'suspend' | 'reinstate') => {
  const input = { creatorId: person.id, change, reason: 'A reason for the record.' }
  expect(await changeCreatorStatus(await staffActor('content-moderator'), input)).toMatchObject({ ok: true })
}
const theOwner = async () => {
  await anOwner()
  return personOf(OWNER.email)
}
const ANOTHER_OWNER = { email: 'another-owner@peach.example', secretKey: 'another key that only the owner knows' }

type Case = {
  what: string
  kind: SessionKind
  make: () => Promise<Person>
  command: (person: Person) => Promise<unknown>
  /** Restores the account as it was; the old sign-ins must not return with it. */
  restore?: (person: Person, done: unknown) => Promise<unknown>
  because: string
}

const A_FAN = { kind: 'member', make: aFan } as const
const OF_STAFF = { kind: 'staff', make: aMember } as const
const THE_OWNER = { kind: 'owner', make: theOwner } as const

const SUSPENDED = {
  command: (person: Person) => setStatus(person, 'suspended'),
  restore: (person: Person) => setStatus(person, 'active'),
  because: 'suspended',
} as const
const supportAgain = (person: Person) =>
  run(`update staff_members set role = 'support' where profile_id = $1`, [person.id])
const ownerAgain = () => keepOwner(OWNER)

const CASES: Case[] = [
  {
    what: 'a creator is suspended',
    kind: 'member',
    make: async () => proven(await makeCreator()),
    command: (person) => status(person, 'suspend'),
    restore: (person) => status(person, 'reinstate'),
    because: 'suspended',
  },
  { what: 'a fan is suspended', ...A_FAN, ...SUSPENDED },
  { what: 'a staff member is suspended', ...OF_STAFF, ...SUSPENDED },
  { what: 'the owner is suspended', ...THE_OWNER, ...SUSPENDED },
  {
    what: 'a staff member is removed',
    ...OF_STAFF,
    command: async (person) => endStaffMember(await staffActor('owner'), person.id),
    restore: (person) => run('update staff_members set ended_at = null where profile_id = $1', [person.id]),
    because: 'staff_ended',
  },
  {
    what: 'a staff member gets another role',
    ...OF_STAFF,
    command: async (person) => changeStaffRole(await staffActor('owner'), person.id, 'earnings-manager'),
    restore: supportAgain,
    because: 'role_changed',
  },
  {
    what: 'a staff member is set up again with another role',
    ...OF_STAFF,
    command: ({ email }) =>
      settleStaffMember({
        email,
        displayName: 'x',
        role: 'earnings-manager',
        password: STAFF_PASSWORD,
        termsVersion: '1.0',
      }),
    restore: supportAgain,
    because: 'role_changed',
  },
  {
    what: 'the owner gets another key',
    ...THE_OWNER,
    command: () => keepOwner({ ...OWNER, secretKey: 'a quite different key of the owner' }),
    restore: ownerAgain,
    because: 'key_rotated',
  },
  {
    what: 'another person becomes the owner',
    ...THE_OWNER,
    command: () => keepOwner(ANOTHER_OWNER),
    restore: ownerAgain,
    because: 'role_changed',
  },
  {
    what: 'a fan becomes the owner',
    ...A_FAN,
    command: ({ email }) => keepOwner({ ...ANOTHER_OWNER, email }),
    restore: ownerAgain,
    because: 'role_changed',
  },
  {
    what: 'a fan becomes a creator',
    ...A_FAN,
    command: (person) => inTransaction((tx) => becomeCreator(tx, person, device)),
    restore: (person) => run(`update profiles set user_type = 'fan' where id = $1`, [person.id]),
    because: 'role_changed',
  },
  {
    what: 'the mailbox is confirmed for the first time',
    kind: 'member',
    make: () => makePerson(),
    command: ({ email }) =>
      inTransaction((tx) =>
        finishProof(tx, { email, purpose: 'sign_in', userType: null, returnTo: null }, device, 'code'),
      ),
    because: 'email_proven',
  },
  {
    what: 'the e-mail of an account changes',
    ...A_FAN,
    command: (person) => run('update profiles set email = $2 where id = $1', [person.id, `new-${person.email}`]),
    restore: (person) => run('update profiles set email = $2 where id = $1', [person.id, person.email]),
    because: 'email_changed',
  },
  {
    what: 'a person closes their account',
    ...A_FAN,
    command: (person) => closeByCode(person),
    restore: (_person, cancel) => cancelDeletion(cancel as string),
    because: 'account_closed',
  },
]

describe('a change of what a person may do', () => {
  test.each(CASES)(
    'AUTH-08 ends every sign-in of that person, also after it is reversed: $what',
    async ({ kind, make, command, restore, because }) => {
      const person = await make()
      const bystander = await leaveOpen(await aFan(), 'member')
      const open = await leaveOpen(person, kind)
      const done = await command(person)
      expect(await endings(open)).toEqual([because, because])
      await restore?.(person, done)
      await expectAllClosed(person, open)
      for (const token of bystander.sessions) expect(await findPersonBySession(token)).not.toBeNull()
      expect((await proveLink({ token: bystander.link, device })).ok).toBe(true)
    },
  )

  test('AUTH-08 an erased account has no sign-in left', async () => {
    const person = await aFan()
    const open = await leaveOpen(person, 'member')
    await closeByCode(person)
    await advanceDays(15)
    expect(await eraseDueAccounts()).toBe(1)
    expect(await endings(open)).toEqual([])
    await expectAllClosed(person, open)
  })

  test('AUTH-08 each command that ends a person’s sign-ins has a line above', () => {
    const callers = globSync('app/**/*.server.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('endSessionsOf('),
    )
    expect(callers.toSorted()).toEqual([
      'app/domain/identity/become-creator.server.ts',
      'app/domain/identity/end-sessions-of.server.ts',
      'app/domain/identity/internal/finish-proof.server.ts',
      'app/domain/staff/change-staff-role.server.ts',
      'app/domain/staff/end-staff-member.server.ts',
      'app/domain/staff/keep-owner.server.ts',
      'app/domain/staff/settle-staff-member.server.ts',
    ])
  })
})

describe('a suspended account', () => {
  test('AUTH-10 gets that message by code, link and passkey and no session, and signs in again when it is reinstated', async () => {
    const fan = await aFan()
    const { authenticator, browser } = await withPasskey(fan)
    const { challenge } = await passkeySignInOptions(browser)
    await setStatus(fan, 'suspended')
    const refused = { ok: false, refusal: { kind: 'account_not_active', status: 'suspended' } } as const
    const first = await askedCode(fan)
    expect(await proveCode({ ...first, device })).toEqual(refused)
    const second = await askedCode(fan)
    expect(await proveLink({ token: second.link, device })).toEqual(refused)
    const signed = authenticator.sign({ challenge })
    expect(await signInWithPasskey({ credential: signed, browser, device })).toEqual(refused)
    const message = refusalResponse(refused.refusal).headers.getSetCookie().map(decodeURIComponent).join()
    expect(message).toContain('This account is suspended. Please contact support.')
    expect(await countOpenSessions(fan)).toBe(0)
    await expect(openSession(fan, 'member')).rejects.toThrow('only an active account has sessions')

    await setStatus(fan, 'active')
    const third = await askedCode(fan)
    expect(await proveCode({ ...third, device })).toMatchObject({ ok: true, value: { kind: 'signed_in' } })
  })

  test('AUTH-08 can’t finish adding a passkey or an authenticator app, whatever session it began in', async () => {
    const fan = await inSession(await aFan(), 'member')
    const browser = browserOf(newBrowserToken())
    const begun = await newPasskey(fan, browser)
    const staff: Person = { ...(await inSession(await aMember(), 'staff')), staffRole: 'support' }
    expect(await beginTotp(staff, '')).toMatchObject({ ok: true })
    const { secret } = (await findTotpEnrolment(staff))!
    const none = { ok: false, refusal: { kind: 'denied', reason: 'sign_in_required' } }
    for (const status of ['suspended', 'active']) {
      await setStatus(fan, status)
      await setStatus(staff, status)
      expect(await addPasskey(fan, begun)).toEqual(none)
      expect(await addPasskey(fan, await newPasskey(fan, browser))).toEqual(none)
      expect(await confirmTotp(staff, await shownCode(secret))).toEqual(none)
      expect(await beginTotp(staff, '')).toEqual(none)
    }
    const { rowCount } = await run('select from passkeys where profile_id = any ($1)', [[fan.id, staff.id]])
    expect(rowCount).toBe(0)
    const again = await inSession(fan, 'member')
    expect(await addPasskey(again, await newPasskey(again, browser))).toMatchObject({ ok: true })
  })

  test('AUTH-08 of staff does not pass the second factor with a password from before the suspension', async () => {
    const member = await aMember()
    await withPasskey(await inSession(member, 'staff'))
    const attempt = () => signInStaff({ email: member.email, secret: STAFF_PASSWORD, device, deviceCookie: null })
    const first = await attempt()
    if (!first.ok || first.value.kind !== 'second_factor') throw new Error('no second factor was asked for')
    const { stepToken } = first.value
    await setStatus(member, 'suspended')
    const complete = () =>
      completeStaffSignIn({ stepToken, device, factor: { kind: 'passkey', verify: () => Promise.resolve(true) } })
    expect(await complete()).toEqual({ ok: false, refusal: { kind: 'step_ended' } })
    expect(await attempt()).toMatchObject({ ok: false, refusal: { kind: 'wrong' } })
    await setStatus(member, 'active')
    expect(await complete()).toEqual({ ok: false, refusal: { kind: 'step_ended' } })
    expect(await attempt()).toMatchObject({ ok: true, value: { kind: 'second_factor' } })
  })

  test(
    'AUTH-08 a sign-in at the same moment as the suspension does not survive it, in whatever order',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 15; round += 1) {
        const creator = await proven(await makeCreator())
        const { link } = await askedCode(creator)
        const moderator = await staffActor('content-moderator')
        const [proof] = await Promise.all([
          proveLink({ token: link, device }),
          changeCreatorStatus(moderator, { creatorId: creator.id, change: 'suspend', reason: 'A reason for it.' }),
        ])
        await status(creator, 'reinstate')
        if (proof.ok && proof.value.kind === 'signed_in')
          expect(await findPersonBySession(proof.value.sessionToken)).toBeNull()
        expect(await countOpenSessions(creator)).toBe(0)
      }
    },
  )

  /** The person as the middleware would load them in a new session. */
  async function inSession(person: Person, kind: SessionKind): Promise<Person> {
    return (await findPersonBySession(await openSession(person, kind)))!.person
  }

  async function newPasskey(person: Person, browser: Browser, authenticator = anAuthenticator()) {
    const { challenge } = await passkeyRegistrationOptions(person, browser)
    return { credential: authenticator.make({ challenge }), name: 'A key', browser }
  }

  async function countOpenSessions(person: Person): Promise<number | null> {
    return (await run('select from sessions where profile_id = $1 and ended_at is null', [person.id])).rowCount
  }

  async function withPasskey(person: Person) {
    const actor = await inSession(person, person.userType === 'admin' ? 'staff' : 'member')
    const browser = browserOf(newBrowserToken())
    const authenticator = anAuthenticator()
    expect(await addPasskey(actor, await newPasskey(actor, browser, authenticator))).toMatchObject({ ok: true })
    return { authenticator, browser }
  }
})
