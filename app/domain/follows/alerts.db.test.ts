import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { listAlertRecipients } from '#app/domain/notifications/list-alert-recipients.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { findFollowing } from './queries.server.ts'
import { setAlerts } from './set-alerts.server.ts'
import { setFollowing } from './set-following.server.ts'

useDatabase()

const recipients = (creator: Person, kind: 'post' | 'live') =>
  listAlertRecipients({ creatorId: creator.id, kind }, null, 100)
const ids = (...people: Person[]) => people.map(({ id }) => id).toSorted()

test('PROF-08a PROF-08b a fan asks for posts, for going live, or both, and follows the creator with it', async () => {
  const creator = await makeCreator()
  const [posts, live, both, follower] = [await makePerson(), await makePerson(), await makePerson(), await makePerson()]
  await setFollowing(follower, creator.id, true)
  for (let time = 0; time < 2; time += 1) {
    expect((await setAlerts(posts, creator.id, { posts: true, live: false })).ok).toBe(true)
    expect((await setAlerts(live, creator.id, { posts: false, live: true })).ok).toBe(true)
    expect((await setAlerts(both, creator.id, { posts: true, live: true })).ok).toBe(true)
  }
  expect(await recipients(creator, 'post')).toEqual(ids(posts, both))
  expect(await recipients(creator, 'live')).toEqual(ids(live, both))
  expect(await findFollowing(both.id, creator.id)).toEqual({ following: true, alerts: { posts: true, live: true } })
  expect(await findFollowing(follower.id, creator.id)).toEqual({
    following: true,
    alerts: { posts: false, live: false },
  })
  expect(await recipients(await makeCreator(), 'post')).toEqual([])
})

test('PROF-08 switching both off keeps the follow; to stop following ends the notifications', async () => {
  const creator = await makeCreator()
  const [fan, other] = [await makePerson(), await makePerson()]
  for (const person of [fan, other]) await setAlerts(person, creator.id, { posts: true, live: true })
  await setAlerts(fan, creator.id, { posts: false, live: false })
  await setFollowing(other, creator.id, false)
  expect(await recipients(creator, 'post')).toEqual([])
  expect((await findFollowing(fan.id, creator.id)).following).toBe(true)
  await setFollowing(other, creator.id, true)
  expect(await recipients(creator, 'post')).toEqual([])
})

test('PROF-08 nobody asks for oneself, an unknown or a hidden creator; of a hidden one everything can be switched off', async () => {
  const creator = await makeCreator()
  const fan = await makePerson()
  const on = { posts: true, live: true }
  expect(await setAlerts(creator, creator.id, on)).toMatchObject({ refusal: { kind: 'oneself' } })
  expect(await setAlerts(fan, newId(), on)).toMatchObject({ refusal: { kind: 'not_there' } })
  expect(await setAlerts(fan, 'no id', on)).toMatchObject({ refusal: { kind: 'not_there' } })
  await setAlerts(fan, creator.id, on)
  await ownerDb.updateTable('profiles').set({ is_blocked: true }).where('id', '=', creator.id).execute()
  expect(await setAlerts(await makePerson(), creator.id, on)).toMatchObject({ refusal: { kind: 'not_there' } })
  expect((await setAlerts(fan, creator.id, { posts: false, live: false })).ok).toBe(true)
})

test('PROF-08 closed, suspended and blocked accounts are left out, and pages follow one another', async () => {
  const creator = await makeCreator()
  const fans = await Promise.all(Array.from({ length: 7 }, () => makePerson()))
  for (const fan of fans) await setAlerts(fan, creator.id, { posts: true, live: true })
  const [closed, suspended, blocked, ...rest] = fans as [Person, Person, Person, ...Person[]]
  const change = (person: Person, values: object) =>
    ownerDb.updateTable('profiles').set(values).where('id', '=', person.id).execute()
  await change(closed, { account_status: 'closed' })
  await change(suspended, { account_status: 'suspended' })
  await change(blocked, { is_blocked: true })
  const first = await listAlertRecipients({ creatorId: creator.id, kind: 'post' }, null, 3)
  const second = await listAlertRecipients({ creatorId: creator.id, kind: 'post' }, first.at(-1)!, 3)
  expect([first.length, second.length]).toEqual([3, 1])
  expect([...first, ...second]).toEqual(ids(...rest))
})
