import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { nameSkeleton } from './display-name.ts'
import { updateProfile } from './update-profile.server.ts'

useDatabase()

const rename = async (person: { id: string }, displayName: string, username = `name_${newId().slice(-8)}`) => {
  const done = await updateProfile(person as never, { displayName, username, bio: '', city: '' })
  return done.ok ? 'taken' : done.refusal
}
const refused = (displayName: string) => ({ kind: 'invalid', problems: { displayName } })

describe('who may have a display name', () => {
  test('nobody looks like a verified creator, who keeps the own name', async () => {
    const creator = await makeCreator()
    await db.updateTable('profiles').set({ display_name: 'Amina Kato' }).where('id', '=', creator.id).execute()
    const fan = await makePerson('fan')
    for (const name of ['Amina Kato', 'Аmina Kato', 'AMINA  KATO', 'Am1na Kat0', 'Amína Kato.'])
      expect(await rename(fan, name), name).toEqual(refused('looks_verified'))
    expect(await rename(creator, 'Amina Kato')).toBe('taken')
    expect(await rename(creator, 'AMINA KATO')).toBe('taken')
    expect(await rename(fan, 'Amina K')).toBe('taken')
  })

  test('a fan may share a first name with a creator, as it is written', async () => {
    const creator = await makeCreator()
    await db.updateTable('profiles').set({ display_name: 'Nakato' }).where('id', '=', creator.id).execute()
    const fan = await makePerson('fan')
    expect(await rename(fan, 'Nakato')).toBe('taken')
    expect(await rename(fan, 'Nаkato')).toEqual(refused('looks_verified'))
  })

  test('names of the team, badges and names without a letter are refused, and an account that has one keeps it', async () => {
    const fan = await makePerson('fan')
    const before = `name_${newId().slice(-8)}`
    expect(await rename(fan, 'Fan One', before)).toBe('taken')
    expect(await rename(fan, 'Peach Support')).toEqual(refused('team'))
    expect(await rename(fan, 'Fan ✓')).toEqual(refused('badge'))
    expect(await rename(fan, '★★★')).toEqual(refused('no_letter'))
    const { username } = await db
      .selectFrom('profiles')
      .select('username')
      .where('id', '=', fan.id)
      .executeTakeFirstOrThrow()
    expect(username).toBe(before)
    await db.updateTable('profiles').set({ display_name: '★★★' }).where('id', '=', fan.id).execute()
    expect(await rename(fan, '★★★')).toBe('taken')
  })

  test('a username with a Cyrillic а is refused with a word about it', async () => {
    const fan = await makePerson('fan')
    expect(await rename(fan, 'Fan One', 'аmina_k')).toEqual({
      kind: 'invalid',
      problems: { username: 'other_letters' },
    })
  })

  test('the database and the module see a name alike', async () => {
    const names = [
      'Amina K.',
      'Аmina K',
      'Éloïse 3rn',
      'ΑΒΓΔ',
      'vvиnter',
      'ﬁne 𝐀',
      'أمينة',
      'Łucja 8',
      '👩🏽‍🎤 Star',
      'İstanbul ß',
    ]
    for (const name of names) {
      const { rows } = await sql<{ seen: string }>`select name_skeleton(${name}) as seen`.execute(db)
      expect(rows[0]!.seen, name).toBe(nameSkeleton(name))
    }
  })
})
