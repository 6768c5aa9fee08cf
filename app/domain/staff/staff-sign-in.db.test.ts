import { beforeEach, describe, expect, test } from 'vitest'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import { anOwner, aStaffMember, OWNER, STAFF_PASSWORD, withoutFactor } from '#tests/support/staff.ts'
import { changeStaffRole } from './change-staff-role.server.ts'
import { endStaffMember } from './end-staff-member.server.ts'
import { keepOwner } from './keep-owner.server.ts'
import { signInStaff } from './sign-in-staff.server.ts'
import { newStaffDevice } from './staff-device.server.ts'
import type { StaffSignedIn } from './staff-sign-in.ts'

const database = useDatabase()
const device = { network: '10.1.0.0/24', userAgent: 'test', replacesSessionId: null }

beforeEach(async () => {
  await database.owner().query('delete from rate_limit_hits')
  await database.owner().query(`update app_clock set advanced_by = '0'`)
  await readClock()
})

async function advance(interval: string): Promise<void> {
  await database.owner().query('update app_clock set advanced_by = advanced_by + $1::interval', [interval])
  await readClock()
}

function trySignIn(email: string, secret: string, over: Partial<typeof device> & { deviceCookie?: string } = {}) {
  const { deviceCookie = null, ...rest } = over
  return signInStaff({ email, secret, device: { ...device, ...rest }, deviceCookie })
}

async function signIn(email: string, secret: string): Promise<StaffSignedIn> {
  const result = await trySignIn(email, secret)
  if (!result.ok || result.value.kind !== 'signed_in') throw new Error(`not signed in: ${JSON.stringify(result)}`)
  await withoutFactor(result.value.sessionToken)
  return result.value
}

/** Uses a session again and again, for so many minutes, with a pause of at most `every` between. */
async function useUntil(token: string, minutes: number, every: number): Promise<void> {
  for (let left = minutes; left > 0; left -= every) {
    await advance(`${Math.min(every, left)} minutes`)
    expect(await personOf(token)).not.toBeNull()
  }
}

async function personOf(token: string): Promise<Person | null> {
  return (await findPersonBySession(token))?.person ?? null
}

describe('the owner', () => {
  test('OWNER-01c signs in by e-mail and key, with any spaces around them, and the time is recorded', async () => {
    await anOwner()
    const signedIn = await signIn(`  ${OWNER.email.toUpperCase()} `, ` ${OWNER.secretKey}\n`)
    expect(signedIn.person.role).toBe('owner')
    expect(await personOf(signedIn.sessionToken)).toMatchObject({ userType: 'owner', staffRole: 'owner' })
    const { rows } = await database.owner().query('select secret_key_hash, last_used_at from owner_auth')
    expect(rows[0].last_used_at).not.toBeNull()
    expect(rows[0].secret_key_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('OWNER-01c no table contains the key itself', async () => {
    await anOwner()
    const { rows } = await database
      .owner()
      .query(`select count(*)::int as n from owner_auth o where o::text like '%' || $1 || '%'`, [OWNER.secretKey])
    expect(rows[0].n).toBe(0)
  })

  test('OWNER-02a the session ends 24 hours after signing in, however active it was', async () => {
    await anOwner()
    const { sessionToken } = await signIn(OWNER.email, OWNER.secretKey)
    await useUntil(sessionToken, 24 * 60 - 1, 14)
    await advance('1 minute')
    expect(await personOf(sessionToken)).toBeNull()
  })

  test('OWNER-01 the same key at the next start changes nothing; another one ends what was open', async () => {
    await anOwner()
    const before = await signIn(OWNER.email, OWNER.secretKey)
    expect(await keepOwner(OWNER)).toBe('unchanged')
    expect(await personOf(before.sessionToken)).not.toBeNull()
    expect(await keepOwner({ ...OWNER, secretKey: 'a quite different key of the owner' })).toBe('rotated')
    expect(await personOf(before.sessionToken)).toBeNull()
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ ok: false, refusal: { kind: 'wrong' } })
    expect(await keepOwner(OWNER)).toBe('rotated')
  })

  test('OWNER-02c an existing account is upgraded, and the former owner is a fan again', async () => {
    await anOwner()
    const old = await signIn(OWNER.email, OWNER.secretKey)
    const id = newId()
    const email = `member-${id}@fans.example`
    await database.owner().query(`insert into profiles (id, email, user_type) values ($1, $2, 'fan')`, [id, email])
    const member = await inTransaction((tx) => startSession(tx, { profileId: id, network: 'n', userAgent: 'u' }))
    expect(await keepOwner({ email, secretKey: OWNER.secretKey })).toBe('created')
    expect(await personOf(member)).toBeNull()
    expect(await personOf(old.sessionToken)).toBeNull()
    expect((await signIn(email, OWNER.secretKey)).person).toMatchObject({ id, role: 'owner' })
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ ok: false })
    expect(await keepOwner(OWNER)).toBe('created')
    const { rows } = await database.owner().query('select user_type from profiles where id = $1', [id])
    expect(rows[0].user_type).toBe('fan')
  })

  test('OWNER-01 several processes that start at once make one owner', async () => {
    await Promise.all(Array.from({ length: 6 }, () => keepOwner({ ...OWNER, secretKey: 'the key of the six at once' })))
    const { rows } = await database.owner().query('select count(*)::int as n from owner_auth where is_active')
    expect(rows[0].n).toBe(1)
    await keepOwner(OWNER)
  })
})

describe('staff', () => {
  test.each(STAFF_ROLES)('OWNER-03c a %s signs in by password, with that role, for 8 hours', async (role) => {
    const email = await aStaffMember(role)
    const { sessionToken } = await signIn(email, STAFF_PASSWORD)
    expect(await personOf(sessionToken)).toMatchObject({ userType: 'admin', staffRole: role })
    await useUntil(sessionToken, 8 * 60 - 1, 29)
    await advance('1 minute')
    expect(await personOf(sessionToken)).toBeNull()
  })

  test('ROLE-01 a member’s session gives staff no rights, and a staff session gives a fan none', async () => {
    const email = await aStaffMember('support')
    const { rows } = await database.owner().query('select id from profiles where email = $1', [email])
    for (const kind of ['member', 'owner'] as const) {
      const session = { profileId: rows[0].id as string, network: 'n', userAgent: 'u', kind }
      const person = await personOf(await inTransaction((tx) => startSession(tx, session)))
      expect(person?.staffRole ?? null, kind).toBeNull()
    }
  })

  test('signing in ends the session that the browser had before', async () => {
    const email = await aStaffMember('support')
    const first = await signIn(email, STAFF_PASSWORD)
    const { sessionId } = (await personOf(first.sessionToken))!
    const second = await trySignIn(email, STAFF_PASSWORD, { replacesSessionId: sessionId } as never)
    expect(second.ok).toBe(true)
    expect(await personOf(first.sessionToken)).toBeNull()
  })

  test('ROLE-01 a member who is removed, or gets another role, is signed out at once', async () => {
    await anOwner()
    const owner = (await personOf((await signIn(OWNER.email, OWNER.secretKey)).sessionToken))!
    const email = await aStaffMember('content-moderator', 'leaver@peach.example')
    const first = await signIn(email, STAFF_PASSWORD)
    expect(await changeStaffRole(owner, first.person.id, 'support')).toMatchObject({ ok: true })
    expect(await personOf(first.sessionToken)).toBeNull()
    const second = await signIn(email, STAFF_PASSWORD)
    expect((await personOf(second.sessionToken))?.staffRole).toBe('support')
    expect(await endStaffMember(owner, first.person.id)).toMatchObject({ ok: true })
    expect(await personOf(second.sessionToken)).toBeNull()
    expect(await trySignIn(email, STAFF_PASSWORD)).toMatchObject({ ok: false, refusal: { kind: 'wrong' } })
    expect(await endStaffMember(owner, first.person.id)).toMatchObject({ ok: false, refusal: { kind: 'not_found' } })
  })

  test.each(['content-moderator', 'earnings-manager', 'support'] as const)(
    'ROLE-01 a %s can remove nobody and change no role',
    async (role) => {
      const other = await signIn(await aStaffMember('support', 'other@peach.example'), STAFF_PASSWORD)
      const actor = await personOf((await signIn(await aStaffMember(role), STAFF_PASSWORD)).sessionToken)
      for (const result of [
        await endStaffMember(actor, other.person.id),
        await changeStaffRole(actor, other.person.id, 'super-admin'),
        await endStaffMember(null, other.person.id),
      ])
        expect(result).toMatchObject({ ok: false, refusal: { kind: 'not_allowed', reason: 'not_permitted' } })
      expect(await personOf(other.sessionToken)).not.toBeNull()
    },
  )

  test('ROLE-01 a super-admin can neither remove themselves nor raise their own role', async () => {
    const signedIn = await signIn(await aStaffMember('super-admin'), STAFF_PASSWORD)
    const actor = await personOf(signedIn.sessionToken)
    expect(await endStaffMember(actor, signedIn.person.id)).toMatchObject({ refusal: { reason: 'own_account' } })
    expect(await changeStaffRole(actor, signedIn.person.id, 'support')).toMatchObject({
      refusal: { reason: 'own_account' },
    })
  })
})

describe('the idle end', () => {
  test.each(STAFF_ROLES)('OWNER-03 a %s is signed out after 30 minutes without a request', async (role) => {
    const { sessionToken } = await signIn(await aStaffMember(role), STAFF_PASSWORD)
    await advance('29 minutes 59 seconds')
    expect(await personOf(sessionToken)).not.toBeNull()
    await advance('29 minutes 59 seconds')
    expect(await personOf(sessionToken)).not.toBeNull()
    await advance('30 minutes')
    expect(await personOf(sessionToken)).toBeNull()
  })

  test('OWNER-02 the owner is signed out after 15 minutes without a request', async () => {
    await anOwner()
    const { sessionToken } = await signIn(OWNER.email, OWNER.secretKey)
    await advance('14 minutes 59 seconds')
    expect(await personOf(sessionToken)).not.toBeNull()
    await advance('15 minutes')
    expect(await personOf(sessionToken)).toBeNull()
  })

  test('using a staff session prolongs neither its cookie nor its absolute end', async () => {
    const { sessionToken } = await signIn(await aStaffMember('support'), STAFF_PASSWORD)
    const end = () => database.owner().query('select expires_at from sessions order by created_at desc limit 1')
    const before = (await end()).rows[0].expires_at as Date
    await advance('20 minutes')
    expect((await findPersonBySession(sessionToken))?.refreshed).toBe(false)
    expect((await end()).rows[0].expires_at).toEqual(before)
  })
})

describe('wrong tries', () => {
  test('OWNER-01 an unknown address, a wrong key and a former member get the same answer', async () => {
    await anOwner()
    for (const email of [OWNER.email, 'nobody@peach.example', 'no address at all'])
      expect(await trySignIn(email, 'wrong')).toEqual({ ok: false, refusal: { kind: 'wrong', left: 4 } })
  })

  test('OWNER-01d after five wrong tries the right key is refused, too, until a quarter of an hour has passed', async () => {
    await anOwner()
    for (const left of [4, 3, 2, 1, 0])
      expect(await trySignIn(OWNER.email, 'wrong')).toEqual({ ok: false, refusal: { kind: 'wrong', left } })
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ ok: false, refusal: { kind: 'wait' } })
    expect(await trySignIn(OWNER.email, OWNER.secretKey, { network: '10.2.0.0/24' })).toMatchObject({ ok: false })
    await advance('15 minutes')
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ ok: true })
  })

  test('OWNER-01 a stranger who is locked out locks out no browser that had signed in before', async () => {
    await anOwner()
    const deviceCookie = newStaffDevice(OWNER.email)
    for (let round = 0; round < 6; round += 1) await trySignIn(OWNER.email, 'wrong', { network: `10.9.${round}.0/24` })
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ refusal: { kind: 'wait' } })
    for (const strange of [newStaffDevice('other@peach.example'), 'a.b', 'x', ''])
      expect(await trySignIn(OWNER.email, OWNER.secretKey, { deviceCookie: strange })).toMatchObject({ ok: false })
    expect(await trySignIn(OWNER.email, OWNER.secretKey, { deviceCookie })).toMatchObject({ ok: true })
    // The tries of a known browser are counted all the same.
    for (let round = 0; round < 5; round += 1) await trySignIn(OWNER.email, 'wrong', { deviceCookie })
    expect(await trySignIn(OWNER.email, OWNER.secretKey, { deviceCookie })).toMatchObject({ refusal: { kind: 'wait' } })
  })

  test('OWNER-01d of fifty parallel guesses five are compared', async () => {
    await anOwner()
    const results = await Promise.all(Array.from({ length: 50 }, () => trySignIn(OWNER.email, 'wrong')))
    const kinds = results.map((result) => (result.ok ? 'ok' : result.refusal.kind))
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(5)
    expect(kinds.filter((kind) => kind === 'wait')).toHaveLength(45)
  }, 30_000)

  test('OWNER-01 twenty correct sign-ins at the same moment do not lock each other out', async () => {
    await anOwner()
    const results = await Promise.all(Array.from({ length: 20 }, () => trySignIn(OWNER.email, OWNER.secretKey)))
    expect(results.filter((result) => result.ok)).toHaveLength(20)
  }, 30_000)

  test('OWNER-01 right tries are not counted, and a network has its own limit', async () => {
    await anOwner()
    for (let round = 0; round < 8; round += 1) await signIn(OWNER.email, OWNER.secretKey)
    for (let round = 0; round < 20; round += 1) await trySignIn(`guess${round}@peach.example`, 'wrong')
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ refusal: { kind: 'wait' } })
    expect(await trySignIn(OWNER.email, OWNER.secretKey, { network: '10.3.0.0/24' })).toMatchObject({ ok: true })
  }, 30_000)

  test('OWNER-01 the twentieth wrong try of a network pauses it, and the right ones between them fill nothing', async () => {
    await anOwner()
    for (let round = 0; round < 19; round += 1) {
      await trySignIn(`guess${round}@peach.example`, 'wrong')
      expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ ok: true })
    }
    await trySignIn('guess19@peach.example', 'wrong')
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ refusal: { kind: 'wait' } })
  }, 30_000)

  const attack = (networks: number, each: number) =>
    database.owner().query(
      `insert into rate_limit_hits (key, subject) select 'staff-sign-in network 10.200.' || n || '.0/24', ''
       from generate_series(1, $1) n, generate_series(1, $2)`,
      [networks, each],
    )

  test('OWNER-01 a few networks can’t pause everybody’s sign-in: each counts for five of the two hundred', async () => {
    await anOwner()
    await attack(39, 20)
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ ok: true })
    await attack(40, 5)
    const paused = await trySignIn(OWNER.email, OWNER.secretKey)
    expect(paused).toMatchObject({ refusal: { kind: 'wait' } })
    expect(!paused.ok && 'waitSeconds' in paused.refusal && paused.refusal.waitSeconds).toBeGreaterThan(600)
    expect(await trySignIn(OWNER.email, OWNER.secretKey, { deviceCookie: newStaffDevice(OWNER.email) })).toMatchObject({
      ok: true,
    })
    await advance('15 minutes')
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ ok: true })
  })

  test('OWNER-01 a stranger in the same network locks out no browser that had signed in before', async () => {
    await anOwner()
    for (let round = 0; round < 20; round += 1) await trySignIn(`guess${round}@peach.example`, 'wrong')
    expect(await trySignIn(OWNER.email, OWNER.secretKey)).toMatchObject({ refusal: { kind: 'wait' } })
    const deviceCookie = newStaffDevice(OWNER.email)
    expect(await trySignIn(OWNER.email, OWNER.secretKey, { deviceCookie })).toMatchObject({ ok: true })
    expect(
      await trySignIn(OWNER.email, OWNER.secretKey, { deviceCookie: newStaffDevice('other@peach.example') }),
    ).toMatchObject({ refusal: { kind: 'wait' } })
  }, 30_000)
})
