import { beforeEach, expect, test } from 'vitest'
import { deleteList, setList } from '#app/domain/fans/change-list.server.ts'
import { privacy } from '#app/domain/fans/privacy.server.ts'
import { listFanLists, listIdsOfFan, listMembers } from '#app/domain/fans/queries.server.ts'
import { removeFromList, setListsOfFan } from '#app/domain/fans/set-lists-of-fan.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { asRole, inTransaction } from '#app/platform/db.server.ts'
import * as listPage from '#app/web/creator/fans/list.tsx'
import { pageToEnd } from '#tests/support/page-to-end.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'

const fixture = usePaymentFixture({ max: 8 })

let creator: Person
let other: Person

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  return { ...(await fixture.person()), id: creatorId, userType: 'creator' }
}
async function aFan(): Promise<Person> {
  const fan = await fixture.person()
  await setFollowing(fan, creator.id, true)
  return fan
}
async function aList(name: string, who = creator): Promise<string> {
  const made = await setList(who, null, name)
  if (!made.ok) throw new Error(made.refusal.kind)
  return made.value.listId
}
beforeEach(async () => {
  creator = await aCreator()
  other = await aCreator()
})
const refused = (kind: string) => ({ ok: false, refusal: { kind } })

test('CHAT-05c a fan is put on lists and taken off; each list has its fans once, in pages of any size', async () => {
  const [friday, vip] = [await aList('Friday'), await aList('VIP')]
  expect(await aList('friday')).toBe(friday)
  const fans = [await aFan(), await aFan(), await aFan()]
  for (const fan of fans) await setListsOfFan(creator, fan.id, [friday, vip])
  await setListsOfFan(creator, fans[0]!.id, [friday, friday, 'none'])
  expect(await listIdsOfFan(creator.id, fans[0]!.id)).toEqual([friday])
  expect(await listFanLists(creator.id)).toEqual([
    { id: friday, name: 'Friday', fans: 3 },
    { id: vip, name: 'VIP', fans: 2 },
  ])
  for (const size of [1, 2, 3])
    expect(
      await pageToEnd<{ id: string }>(
        {
          page: (after, limit) => listMembers(creator.id, friday, { before: after?.id ?? null, limit }),
          id: (row) => row.id,
        },
        size,
      ),
    ).toEqual(fans.map(({ id }) => id).reverse())
  await removeFromList(creator, friday, fans[1]!.id)
  await deleteList(creator, vip)
  expect(await listFanLists(creator.id)).toEqual([{ id: friday, name: 'Friday', fans: 2 }])
})

test('CHAT-05c lists are the creator’s alone: nobody else reads, fills, renames or deletes them', async () => {
  const list = await aList('Friday')
  const fan = await aFan()
  await setListsOfFan(creator, fan.id, [list])
  await setFollowing(fan, other.id, true)
  expect(await setListsOfFan(other, fan.id, [list])).toEqual({ ok: true, value: null })
  expect(await setListsOfFan(other, fan.id, [])).toEqual({ ok: true, value: null })
  // A fan of both who is on no list yet: the first would be on it anyway.
  const another = await aFan()
  await setFollowing(another, other.id, true)
  expect(await setListsOfFan(other, another.id, [list])).toEqual({ ok: true, value: null })
  expect(await listMembers(creator.id, list, { before: null, limit: 9 })).toMatchObject([{ id: fan.id }])
  expect(await setList(other, list, 'Mine')).toEqual(refused('not_there'))
  await removeFromList(other, list, fan.id)
  await deleteList(other, list)
  expect(await listMembers(other.id, list, { before: null, limit: 9 })).toEqual([])
  expect(await listFanLists(creator.id)).toEqual([{ id: list, name: 'Friday', fans: 1 }])
  expect(await setList(fan, null, 'Mine')).toEqual(refused('not_permitted'))
  expect(await setListsOfFan(creator, (await fixture.person()).id, [list])).toEqual(refused('not_there'))
  const page = (who: Person, form?: Record<string, string>) =>
    aBrowser(who).call(listPage, `/dashboard/fan-lists/${list}`, { params: { listId: list }, form })
  expect((await page(other, { intent: 'delete' })).status).toBe(404)
  expect((await page(creator, { intent: 'rename', name: ' ' })).data).toMatchObject({
    errors: { fields: { name: 'Give the list a name' } },
  })
  expect((await page(creator, { intent: 'odd' })).status).toBe(400)
  expect((await page(creator, { intent: 'remove', fan: fan.id })).toast?.title).toBe('Removed')
})

test.each(['fan', 'creator'] as const)(
  'CHAT-05c a place on a list is gone with the erasure of its %s',
  async (side) => {
    const list = await aList('Friday')
    const fan = await aFan()
    await setListsOfFan(creator, fan.id, [list])
    const id = side === 'fan' ? fan.id : creator.id
    await inTransaction((tx) => asRole(tx, 'peach_erasure', () => privacy.erase(tx, { id, email: '' })))
    expect(await listFanLists(creator.id)).toEqual(side === 'fan' ? [{ id: list, name: 'Friday', fans: 0 }] : [])
  },
)
