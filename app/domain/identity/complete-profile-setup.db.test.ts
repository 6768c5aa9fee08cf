import { beforeEach, describe, expect, test } from 'vitest'
import { setClockAdvance } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'
import type { Person } from './actor.ts'
import { dayInKampala } from './age.ts'
import { completeProfileSetup, type ProfileSetup } from './complete-profile-setup.server.ts'
import { findPersonBySession } from './find-person-by-session.server.ts'
import { findUsernameAvailability, getProfileDraft } from './queries.server.ts'
import { setAvatar } from './set-avatar.server.ts'
import { startSession } from './start-session.server.ts'

const { owner } = useDatabase({ max: 20 })

beforeEach(() => setClockAdvance(0))

const typed: ProfileSetup = {
  displayName: 'Brian O.',
  username: '',
  whatsappNumber: '',
  bio: '',
  birthday: { day: '5', month: '3', year: '1999' },
}

async function newcomer(): Promise<Person> {
  const id = newId()
  await owner().query(
    `insert into profiles (id, email, user_type, email_proven_at) values ($1, $2, 'fan', app_now())`,
    [id, `${id}@mail.example`],
  )
  const token = await inTransaction((tx) => startSession(tx, { profileId: id, network: '', userAgent: '' }))
  return (await findPersonBySession(token))!.person
}

const problemsOf = async (input: Partial<ProfileSetup>) => {
  const result = await completeProfileSetup(await newcomer(), { ...typed, ...input })
  return result.ok || result.refusal.kind !== 'invalid' ? result : result.refusal.problems
}

describe('profile setup', () => {
  test('SETUP-01a everything typed is stored and the profile is complete', async () => {
    const person = await newcomer()
    const result = await completeProfileSetup(person, {
      ...typed,
      username: 'Brian_O',
      whatsappNumber: '772 123 456',
      bio: ' Hello ',
    })
    expect(result).toEqual({ ok: true, value: { username: 'brian_o' } })
    const { rows } = await owner().query(
      'select display_name, username, whatsapp_number, bio, birthday::text, profile_completed from profiles where id = $1',
      [person.id],
    )
    expect(rows[0]).toEqual({
      display_name: 'Brian O.',
      username: 'brian_o',
      whatsapp_number: '+256772123456',
      bio: 'Hello',
      birthday: '1999-03-05',
      profile_completed: true,
    })
    expect(await completeProfileSetup(person, typed)).toEqual({ ok: false, refusal: { kind: 'already_completed' } })
  })

  test('AUTH-08 a profile without a session is not completed', async () => {
    expect(await completeProfileSetup(null, typed)).toEqual({ ok: false, refusal: { kind: 'no_user_logged_in' } })
  })

  test('SETUP-01b a missing username is made of the display name and a number, retried while taken', async () => {
    for (let number = 0; number < 1_000; number += 1) {
      if (number === 427) continue
      await owner().query(`insert into profiles (id, email, user_type, username) values ($1, $2, 'fan', $3)`, [
        newId(),
        `k${number}@taken.example`,
        `kato${number}`,
      ])
    }
    const people = [await newcomer(), await newcomer()]
    const results = await Promise.all(
      people.map((person) => completeProfileSetup(person, { ...typed, displayName: 'Kato' })),
    )
    const names = results.map((result) => (result.ok ? result.value.username : result.refusal.kind))
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^kato(427|\d{1,6})$/)
    const fresh = await completeProfileSetup(await newcomer(), { ...typed, displayName: 'Ápio Grace!' })
    expect(fresh.ok && fresh.value.username).toMatch(/^apiograce\d{1,3}$/)
  })

  test('SETUP-01 of two people who choose one username at the same time one gets it, the other is notified', async () => {
    const people: Person[] = []
    for (let index = 0; index < 6; index += 1) people.push(await newcomer())
    const results = await Promise.all(
      people.map((person) => completeProfileSetup(person, { ...typed, username: 'wanted_one' })),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(
      results.filter(
        (result) => !result.ok && result.refusal.kind === 'invalid' && result.refusal.problems.username === 'taken',
      ),
    ).toHaveLength(5)
  })

  test('ROUTE-04c ROUTE-04d a reserved username and one that still leads to another person are refused', async () => {
    expect(await problemsOf({ username: 'admin' })).toEqual({ username: 'reserved' })
    expect(await problemsOf({ username: 'Adm1n_2' })).toEqual({ username: 'reserved' })
    expect(await problemsOf({ username: 'peach' })).toEqual({ username: 'reserved' })
    const mover = await newcomer()
    await owner().query(
      `insert into former_usernames (username, profile_id, reserved_until) values ('once_hers', $1, app_now() + interval '1 day')`,
      [mover.id],
    )
    expect(await problemsOf({ username: 'once_hers' })).toEqual({ username: 'taken' })
    expect(await findUsernameAvailability(mover.id, 'Once_Hers')).toEqual({ username: 'once_hers', state: 'free' })
    expect(await findUsernameAvailability(newId(), 'once_hers')).toEqual({ username: 'once_hers', state: 'taken' })
    expect(await findUsernameAvailability(newId(), 'ch4t')).toEqual({ username: 'ch4t', state: 'reserved' })
    expect(await findUsernameAvailability(newId(), 'x!')).toEqual({ username: 'x', state: 'too_short' })
  })

  test('SETUP-01 all mistakes are shown at once and nothing is stored', async () => {
    const person = await newcomer()
    const result = await completeProfileSetup(person, {
      displayName: '  ',
      username: 'a',
      whatsappNumber: '12',
      bio: 'x'.repeat(301),
      birthday: null,
    })
    expect(result).toEqual({
      ok: false,
      refusal: {
        kind: 'invalid',
        problems: {
          displayName: 'missing',
          username: 'too_short',
          whatsappNumber: 'invalid',
          bio: 'too_long',
          birthday: 'missing',
        },
      },
    })
    expect(await getProfileDraft(person.id)).toMatchObject({ displayName: null, birthday: null })
  })

  test('SETUP-01 a username of other characters, a name that is too long and an impossible day are refused', async () => {
    expect(await problemsOf({ username: '!!!' })).toEqual({ username: 'unusable' })
    expect(await problemsOf({ displayName: 'x'.repeat(61) })).toEqual({ displayName: 'too_long' })
    expect(await problemsOf({ birthday: { day: '31', month: '2', year: '1999' } })).toEqual({ birthday: 'invalid' })
  })

  test('SETUP-01 a person who turns 18 tomorrow in Kampala is refused today and accepted tomorrow', async () => {
    const person = await newcomer()
    const [year, month, day] = dayInKampala(new Date(Date.now() + 86_400_000)).split('-') as [string, string, string]
    const birthday = { day, month, year: String(Number(year) - 18) }
    expect(await completeProfileSetup(person, { ...typed, birthday })).toEqual({
      ok: false,
      refusal: { kind: 'invalid', problems: { birthday: 'too_young' } },
    })
    setClockAdvance(86_400_000)
    expect((await completeProfileSetup(person, { ...typed, birthday })).ok).toBe(true)
  })

  test('SETUP-01 a stored birthday is neither requested nor changed', async () => {
    const person = await newcomer()
    await owner().query(`update profiles set birthday = '1990-01-01' where id = $1`, [person.id])
    expect(
      (await completeProfileSetup(person, { ...typed, birthday: { day: '1', month: '1', year: '2000' } })).ok,
    ).toBe(true)
    expect((await getProfileDraft(person.id)).birthday).toBe('1990-01-01')
  })

  test('SETUP-01 only a picture of their own, uploaded as a profile picture, becomes the avatar', async () => {
    const person = await newcomer()
    const other = await newcomer()
    const own = newId()
    const foreign = newId()
    const post = newId()
    for (const [id, holder, purpose] of [
      [own, person.id, 'avatar'],
      [foreign, other.id, 'avatar'],
      [post, person.id, 'post'],
    ]) {
      await owner().query(
        `insert into media (id, owner_id, kind, purpose, original_key, content_type, byte_size, content_sha256) values ($1, $2, 'photo', $3, 'k', 'image/jpeg', 1, '\\x00')`,
        [id, holder, purpose],
      )
    }
    expect((await setAvatar(person, own)).ok).toBe(true)
    expect(await setAvatar(person, foreign)).toEqual({ ok: false, refusal: { kind: 'not_yours' } })
    expect(await setAvatar(person, post)).toEqual({ ok: false, refusal: { kind: 'not_yours' } })
    expect((await getProfileDraft(person.id)).avatarMediaId).toBe(own)
  })
})
