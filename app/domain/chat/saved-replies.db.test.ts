import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { newId } from '#app/platform/id.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { listSavedReplies } from './queries.server.ts'
import { SAVED_REPLIES } from './saved-reply.ts'
import { deleteSavedReply, setSavedReply } from './set-saved-reply.server.ts'

const fixture = usePaymentFixture({ max: 8 })

let creator: Person
let other: Person

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  return { ...(await fixture.person()), id: creatorId, userType: 'creator' }
}
beforeEach(async () => {
  creator = await aCreator()
  other = await aCreator()
})

const bodies = async (who: Person) => (await listSavedReplies(who.id)).map(({ name, body }) => `/${name} ${body}`)
const refused = (refusal: object) => ({ ok: false, refusal })

test('CHAT-05b a creator saves replies, changes them and deletes them, each name once', async () => {
  await setSavedReply(creator, null, { name: '/Friday', text: 'Live at 8' })
  await setSavedReply(creator, null, { name: 'friday', text: 'Live at 8' })
  expect(await setSavedReply(creator, null, { name: 'Friday', text: 'Live at 9' })).toEqual(
    refused({ kind: 'name_taken' }),
  )
  await setSavedReply(creator, null, { name: 'ölçü', text: 'Thanks' })
  const [first, second] = await listSavedReplies(creator.id)
  expect(await setSavedReply(creator, second!.id, { name: 'friday', text: 'x' })).toEqual(
    refused({ kind: 'name_taken' }),
  )
  await setSavedReply(creator, first!.id, { name: 'friday', text: 'Live at 10' })
  expect(await bodies(creator)).toEqual(['/friday Live at 10', '/ölçü Thanks'])
  await deleteSavedReply(creator, first!.id)
  await deleteSavedReply(creator, first!.id)
  expect(await bodies(creator)).toEqual(['/ölçü Thanks'])
})

test('CHAT-05b nobody else reads, changes or deletes a saved reply', async () => {
  await setSavedReply(creator, null, { name: 'friday', text: 'Live at 8' })
  const { id } = (await listSavedReplies(creator.id))[0]!
  expect(await setSavedReply(other, id, { name: 'mine', text: 'Mine' })).toEqual(refused({ kind: 'not_there' }))
  expect(await setSavedReply(other, newId(), { name: 'mine', text: 'Mine' })).toEqual(refused({ kind: 'not_there' }))
  await deleteSavedReply(other, id)
  await deleteSavedReply(creator, 'none')
  expect([await bodies(creator), await bodies(other)]).toEqual([['/friday Live at 8'], []])
  const fan = await fixture.person()
  expect(await setSavedReply(fan, null, { name: 'mine', text: 'Mine' })).toEqual(refused({ kind: 'not_permitted' }))
})

test('CHAT-05b fifty replies are the most, also when the last two are saved at once', async () => {
  for (let nth = 1; nth < SAVED_REPLIES.max; nth += 1)
    await setSavedReply(creator, null, { name: `reply${nth}`, text: 'x' })
  const last = await Promise.all(['a', 'b'].map((name) => setSavedReply(creator, null, { name, text: 'x' })))
  expect(last.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listSavedReplies(creator.id)).toHaveLength(SAVED_REPLIES.max)
})
