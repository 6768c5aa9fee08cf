import { describe, expect, test } from 'vitest'
import { newId } from '#app/platform/id.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { sql } from 'kysely'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import type { Person } from './actor.ts'
import { chooseFanPlan } from './choose-fan-plan.server.ts'
import { completeProfileSetup } from './complete-profile-setup.server.ts'
import { endOwnSession } from './end-own-session.server.ts'
import { findPersonBySession } from './find-person-by-session.server.ts'
import { purgeFanDrafts } from './purge-fan-drafts.server.ts'
import { findFanOnboarding, findUsernameAvailability, listSessions } from './queries.server.ts'
import { saveFanDraft } from './save-fan-draft.server.ts'
import { setBirthday } from './set-birthday.server.ts'
import { setUpFan } from './set-up-fan.server.ts'
import { signOutEverywhere } from './sign-out-everywhere.server.ts'
import { startSession } from './start-session.server.ts'
import { updateProfile } from './update-profile.server.ts'

const { owner } = useDatabase()

const edit = (values: Partial<Parameters<typeof updateProfile>[1]> = {}) => ({
  displayName: 'Brian O.',
  username: `name_${newId().slice(-8)}`,
  bio: '',
  city: '',
  ...values,
})
const draft = (values: Partial<Parameters<typeof saveFanDraft>[1]> = {}) => ({
  displayName: 'Brian O.',
  day: '4',
  month: '7',
  year: '1994',
  city: 'Kampala',
  ...values,
})
const page = (tab: string, version = 0) => ({ tab, version })

async function newcomer(): Promise<Person> {
  const person = await makePerson('fan', { birthday: null })
  await db
    .updateTable('profiles')
    .set({ display_name: null, username: null, profile_completed: false })
    .where('id', '=', person.id)
    .execute()
  return { ...person, displayName: null, username: null, profileCompleted: false }
}

async function rowOf(id: string) {
  const { rows } = await owner().query('select * from profiles where id = $1', [id])
  return rows[0] as Record<string, unknown>
}

async function former(username: string) {
  const { rows } = await owner().query(
    `select profile_id, reserved_until > app_now() + interval '89 days' and reserved_until <= app_now() + interval '90 days' as ninety_days
     from former_usernames where username = $1`,
    [username],
  )
  return rows[0] as { profile_id: string; ninety_days: boolean } | undefined
}

describe('changing one\u2019s profile', () => {
  test('VIEW-01 name, bio and city change, and nothing else of the row', async () => {
    const person = await makePerson()
    const before = await rowOf(person.id)
    const typed = edit({
      username: person.username!,
      displayName: '  New   name ',
      bio: 'Hello\r\nthere',
      city: ' Gulu ',
    })
    // Other submitted fields never reach the statement.
    const smuggled = { ...typed, user_type: 'owner', email: 'x@x.example', is_blocked: false, profile_completed: false }
    expect(await updateProfile(person, smuggled)).toEqual({ ok: true, value: { username: person.username } })
    expect(await rowOf(person.id)).toEqual({
      ...before,
      display_name: 'New name',
      bio: 'Hello\nthere',
      city: 'Gulu',
      updated_at: expect.any(Date) as Date,
    })
  })

  test('AUTH-08 without a session nothing changes: No user logged in', async () => {
    expect(await updateProfile(null, edit())).toEqual({ ok: false, refusal: { kind: 'no_user_logged_in' } })
  })

  test('VIEW-01 all mistakes are shown at once', async () => {
    const person = await makePerson()
    const typed = { displayName: ' ', username: 'ad', bio: 'x'.repeat(301), city: 'x'.repeat(61) }
    expect(await updateProfile(person, typed)).toEqual({
      ok: false,
      refusal: {
        kind: 'invalid',
        problems: { displayName: 'missing', username: 'too_short', bio: 'too_long', city: 'too_long' },
      },
    })
    const problemOf = async (username: string) => {
      const result = await updateProfile(person, edit({ username }))
      return !result.ok && result.refusal.kind === 'invalid' ? result.refusal.problems.username : null
    }
    expect(await problemOf('admin')).toBe('reserved')
    expect(await problemOf('\u0430\u0431\u0432')).toBe('unusable')
  })

  test('VIEW-01 a username that is given up stays reserved for its owner for 90 days, who can choose it again', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const old = person.username!
    const next = edit().username
    expect((await updateProfile(person, edit({ username: next }))).ok).toBe(true)
    expect(await former(old)).toEqual({ profile_id: person.id, ninety_days: true })
    expect(await updateProfile(other, edit({ username: old }))).toMatchObject({
      refusal: { problems: { username: 'taken' } },
    })
    expect((await findUsernameAvailability(person.id, old)).state).toBe('free')
    expect((await updateProfile(person, edit({ username: old }))).ok).toBe(true)
    expect(await former(old)).toBeUndefined()
    expect(await former(next)).toMatchObject({ profile_id: person.id })
  })

  test('VIEW-01 after 90 days another person may take it', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    await updateProfile(person, edit())
    await owner().query('update former_usernames set reserved_until = app_now() where username = $1', [person.username])
    expect((await updateProfile(other, edit({ username: person.username! }))).ok).toBe(true)
    expect(await former(person.username!)).toBeUndefined()
  })

  test('VIEW-01 of twenty people who choose the same username at the same moment one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson()))
    const username = edit().username
    const results = await Promise.all(people.map((person) => updateProfile(person, edit({ username }))))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    for (const result of results)
      if (!result.ok) expect(result.refusal).toEqual({ kind: 'invalid', problems: { username: 'taken' } })
  })

  test('VIEW-01 a name that is given up and chosen at the same moment never has two owners', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [leaver, taker] = [await makePerson(), await newcomer()]
      const setup = { displayName: 'T', username: leaver.username!, whatsappNumber: '', bio: '', birthday: draft() }
      const [left, taken] = await Promise.all([updateProfile(leaver, edit()), completeProfileSetup(taker, setup)])
      expect(left.ok).toBe(true)
      expect(taken.ok).toBe(false)
      expect(await former(leaver.username!)).toMatchObject({ profile_id: leaver.id })
    }
  })

  test('VIEW-01 two people who swap their usernames wait for each other without a deadlock', async () => {
    const [left, right] = [await makePerson(), await makePerson()]
    const results = await Promise.all([
      updateProfile(left, edit({ username: right.username! })),
      updateProfile(right, edit({ username: left.username! })),
    ])
    for (const result of results) expect(result.ok).toBe(false)
  })
})

describe('the birthday', () => {
  test('ONB-F-02 it is entered once, by a person of 18 or more', async () => {
    const person = await makePerson('fan', { birthday: null })
    expect(await setBirthday(person, { day: '1', month: '1', year: '2020' })).toMatchObject({
      refusal: { kind: 'invalid', problem: 'too_young' },
    })
    expect((await rowOf(person.id)).birthday).toBeNull()
    expect((await setBirthday(person, { day: '4', month: '7', year: '1994' })).ok).toBe(true)
    expect(await setBirthday(person, { day: '5', month: '7', year: '1994' })).toEqual({
      ok: false,
      refusal: { kind: 'already_set' },
    })
    const { rows } = await owner().query('select birthday::text from profiles where id = $1', [person.id])
    expect(rows[0]).toEqual({ birthday: '1994-07-04' })
    expect(await setBirthday(null, { day: '4', month: '7', year: '1994' })).toMatchObject({ ok: false })
  })
})

describe('the fan wizard', () => {
  test('ONB-F-02 the second step completes a new profile, with a username made of the name, and empties the draft', async () => {
    const person = await newcomer()
    await saveFanDraft(person, draft({ displayName: 'Bri' }), page('a'))
    expect(await setUpFan(person, draft(), page('a'))).toEqual({ ok: true, value: null })
    const row = await rowOf(person.id)
    expect(row).toMatchObject({ display_name: 'Brian O.', city: 'Kampala', profile_completed: true })
    expect(row.username).toMatch(/^briano\d{1,3}$/)
    expect((await findFanOnboarding(person.id))!.draft).toEqual(
      draft({ displayName: '', day: '', month: '', year: '', city: '' }),
    )
  })

  test('ONB-F-02 a stored birthday stays, whatever the form sends', async () => {
    const person = await makePerson('fan', { birthday: '1990-01-02' })
    expect((await setUpFan(person, draft({ year: '2015' }), page('a'))).ok).toBe(true)
    const { rows } = await owner().query('select birthday::text, username from profiles where id = $1', [person.id])
    expect(rows[0]).toEqual({ birthday: '1990-01-02', username: person.username })
  })

  test('ONB-F-02 the server validates again: nothing is half stored', async () => {
    const person = await newcomer()
    const before = await rowOf(person.id)
    expect(await setUpFan(person, draft({ displayName: ' ', year: '2015', city: 'x'.repeat(61) }), page('a'))).toEqual({
      ok: false,
      refusal: { kind: 'invalid', problems: { displayName: 'missing', birthday: 'too_young', city: 'too_long' } },
    })
    expect(await rowOf(person.id)).toEqual(before)
    expect(await setUpFan(null, draft(), page('a'))).toMatchObject({ refusal: { kind: 'no_user_logged_in' } })
  })

  test('ONB-F-01 the draft is stored for another device, and an outdated page is notified', async () => {
    const person = await newcomer()
    const first = await saveFanDraft(person, draft({ displayName: 'Br' }), page('phone'))
    expect(first).toMatchObject({ ok: true, value: { version: 1 } })
    // The same page continues writing without knowing the newest version.
    expect(await saveFanDraft(person, draft({ displayName: 'Bria' }), page('phone'))).toMatchObject({ ok: true })
    expect((await findFanOnboarding(person.id))!.draft.displayName).toBe('Bria')
    // A second tab that was opened before is outdated.
    expect(await saveFanDraft(person, draft({ displayName: 'Other' }), page('laptop'))).toEqual({
      ok: false,
      refusal: { kind: 'changed_elsewhere', version: 2 },
    })
    expect(await setUpFan(person, draft({ displayName: 'Other' }), page('laptop', 1))).toMatchObject({
      refusal: { kind: 'changed_elsewhere', version: 2 },
    })
    // A tab that has loaded the newest version may continue.
    expect((await setUpFan(person, draft({ displayName: 'Other' }), page('laptop', 2))).ok).toBe(true)
  })

  test('ONB-F-01 another person’s draft is not changed', async () => {
    const [person, other] = [await newcomer(), await newcomer()]
    await saveFanDraft(person, draft(), page('a'))
    await saveFanDraft(other, draft({ displayName: 'Other' }), page('a'))
    expect((await findFanOnboarding(person.id))!.draft.displayName).toBe('Brian O.')
    expect(await saveFanDraft(null, draft(), page('a'))).toMatchObject({ refusal: { kind: 'no_user_logged_in' } })
  })

  test('ONB-F-03 the chosen plan is stored; an abandoned wizard is deleted after a month', async () => {
    const person = await newcomer()
    await chooseFanPlan(person, 'monthly')
    expect((await findFanOnboarding(person.id))!.plan).toBe('monthly')
    await purgeFanDrafts()
    expect(await findFanOnboarding(person.id)).not.toBeNull()
    await owner().query(`update fan_onboardings set updated_at = app_now() - interval '31 days'`)
    expect(await purgeFanDrafts()).toBeGreaterThan(0)
    expect(await findFanOnboarding(person.id)).toBeNull()
  })
})

describe('sessions', () => {
  const begin = (person: Person, userAgent = 'test') =>
    inTransaction((tx) => startSession(tx, { profileId: person.id, network: '10.1.2.0/24', userAgent }))

  async function signedIn(person: Person, token: string): Promise<Person> {
    return (await findPersonBySession(token))!.person
  }

  test('VIEW-02 a person sees where they are signed in, and no other person’s sessions', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    await begin(person, 'phone')
    await begin(person, 'laptop')
    const gone = await begin(person, 'gone')
    await begin(other)
    await db
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`app_now()` })
      .where('user_agent', '=', 'gone')
      .execute()
    expect(gone).not.toBe('')
    const listed = await listSessions(person)
    expect(listed.map((session) => session.userAgent).sort()).toEqual(['laptop', 'phone'])
    expect(listed[0]).toMatchObject({ network: '10.1.2.0/24' })
  })

  test('VIEW-02c signing out elsewhere ends that session at once and leaves the others', async () => {
    const person = await makePerson()
    const [here, there] = [await begin(person, 'here'), await begin(person, 'there')]
    const me = await signedIn(person, here)
    const elsewhere = (await listSessions(me)).find((session) => session.userAgent === 'there')!
    expect((await endOwnSession(me, elsewhere.id)).ok).toBe(true)
    expect(await findPersonBySession(there)).toBeNull()
    expect(await findPersonBySession(here)).not.toBeNull()
    expect(await endOwnSession(me, elsewhere.id)).toEqual({ ok: false, refusal: { kind: 'not_found' } })
  })

  test('VIEW-02 nobody can end another person’s session', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const [mine, theirs] = [await begin(person), await begin(other)]
    const me = await signedIn(person, mine)
    const { sessionId } = await signedIn(other, theirs)
    for (const id of [sessionId, newId(), 'nonsense', ''])
      expect(await endOwnSession(me, id)).toEqual({ ok: false, refusal: { kind: 'not_found' } })
    expect(await findPersonBySession(theirs)).not.toBeNull()
    expect(await endOwnSession(null, sessionId)).toMatchObject({ refusal: { kind: 'no_user_logged_in' } })
  })

  test('VIEW-02 signing out everywhere else keeps this session and other people’s', async () => {
    const [person, other] = [await makePerson(), await makePerson()]
    const tokens = [await begin(person), await begin(person), await begin(person)]
    const theirs = await begin(other)
    const me = await signedIn(person, tokens[0]!)
    const result = await signOutEverywhere(me)
    expect(result).toMatchObject({ ok: true, value: { ended: 2, passkeysRemoved: 0, passkeysKept: 0 } })
    if (!result.ok) return
    // This session continues with a new cookie, so that a copy of the former one ends with the rest.
    expect((await findPersonBySession(result.value.sessionToken))?.person.sessionId).toBe(me.sessionId)
    expect(await Promise.all(tokens.map(async (token) => (await findPersonBySession(token)) !== null))).toEqual([
      false,
      false,
      false,
    ])
    expect(await findPersonBySession(theirs)).not.toBeNull()
    expect(await signOutEverywhere(null)).toMatchObject({ ok: false })
  })
})
