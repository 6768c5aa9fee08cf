import { beforeEach, expect, test } from 'vitest'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { listFans } from '#app/domain/overview/fans.server.ts'
import { privacy } from '#app/domain/fans/privacy.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { asRole } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'
import * as page from '#app/web/creator/fans/fan.tsx'
import { findFan, findNote } from '#app/domain/fans/queries.server.ts'
import { setNote } from '#app/domain/fans/set-note.server.ts'

const fixture = usePaymentFixture({ max: 8 })

let fan: Person
let creator: Person

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  return { ...(await fixture.person()), id: creatorId, userType: 'creator' }
}

beforeEach(async () => {
  fan = await fixture.person()
  creator = await aCreator()
  await setFollowing(fan, creator.id, true)
})

const exported = async (id: string) => {
  const lines: string[] = []
  for (const table of privacy.exportData({ id, email: '' })) for await (const line of table.lines) lines.push(line)
  return lines.join('\n')
}
const erase = (id: string) =>
  inTransaction((tx) => asRole(tx, 'peach_erasure', () => privacy.erase(tx, { id, email: '' })))

test('CHAT-05 a creator keeps one note about a fan, changes it, and deletes it by leaving it empty', async () => {
  expect(await setNote(creator, fan.id, '  Likes Fridays\r\nand blue ')).toEqual({ ok: true, value: null })
  await setNote(creator, fan.id, 'Likes Fridays\nand red')
  expect(await findNote(creator.id, fan.id)).toBe('Likes Fridays\nand red')
  expect((await listFans(creator.id, 'newest', { before: null, limit: 9 }))[0]).toMatchObject({
    id: fan.id,
    note: 'Likes Fridays\nand red',
  })
  await setNote(creator, fan.id, ' \n ')
  expect(await fixture.all('select from fan_notes where creator_id = $1', [creator.id])).toEqual([])
})

test('CHAT-05 a note is the creator’s alone: no other creator, and not the fan, in the export either', async () => {
  await setNote(creator, fan.id, 'Likes Fridays')
  const other = await aCreator()
  expect([await findNote(other.id, fan.id), await findFan(other.id, fan.id)]).toEqual(['', null])
  expect((await findFan(creator.id, fan.id))?.note).toBe('Likes Fridays')
  expect(await exported(creator.id)).toContain('Likes Fridays')
  expect(await exported(creator.id)).not.toContain(fan.id)
  expect(await exported(fan.id)).toBe('')
})

test('CHAT-05 nothing is noted of strangers, by fans, or in more characters than fit', async () => {
  const refused = (kind: string) => ({ ok: false, refusal: { kind } })
  const stranger = await fixture.person()
  for (const id of [stranger.id, creator.id, newId(), 'x'])
    expect(await setNote(creator, id, 'Hello')).toEqual(refused('not_there'))
  expect(await setNote(stranger, fan.id, 'Hello')).toEqual(refused('not_there'))
  expect(await setNote(fan, creator.id, 'Hello')).toEqual(refused('not_there'))
  expect(await setNote(creator, fan.id, 'x'.repeat(1_001))).toEqual(refused('too_long'))
  expect(await setNote(creator, fan.id, '💛'.repeat(1_000))).toEqual({ ok: true, value: null })
  await setNote(creator, fan.id, '')
  expect(await fixture.all('select from fan_notes where creator_id = $1', [creator.id])).toEqual([])
})

test.each(['fan', 'creator'] as const)('CHAT-05 a note is gone with the erasure of its %s', async (side) => {
  await setNote(creator, fan.id, 'Likes Fridays')
  const kept = await fixture.person()
  await setFollowing(kept, creator.id, true)
  await setNote(creator, kept.id, 'Kept')
  await erase(side === 'fan' ? fan.id : creator.id)
  expect(await fixture.all('select body from fan_notes where creator_id = $1', [creator.id])).toEqual(
    side === 'fan' ? [{ body: 'Kept' }] : [],
  )
})

test('CHAT-05 the page of a fan stores the note, says what is wrong, and is not there for other creators', async () => {
  const call = (who: Person, form?: Record<string, string>) =>
    aBrowser(who).call(page, `/dashboard/fans/${fan.id}`, { params: { fanId: fan.id }, form })
  expect((await call(creator, { note: 'Likes Fridays' })).toast?.title).toBe('Saved')
  expect((await call(creator)).data).toMatchObject({ note: 'Likes Fridays', what: 'Follower', chatHref: null })
  expect((await call(creator, { note: 'x'.repeat(1_001) })).data).toMatchObject({
    errors: { fields: { note: 'A note has at most 1,000 characters' } },
  })
  expect((await call(creator, {})).status).toBe(400)
  const other = await aCreator()
  expect([(await call(other)).status, (await call(other, { note: 'Mine' })).status]).toEqual([404, 404])
})
