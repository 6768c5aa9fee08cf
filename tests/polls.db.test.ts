import { beforeAll, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { createPoll, removePoll } from '#app/domain/polls/create-poll.server.ts'
import { listOwnPolls } from '#app/domain/polls/queries.server.ts'
import { vote } from '#app/domain/polls/vote.server.ts'

useDatabase()
useMediaFolder()
let creator: Person
const POLL = { question: 'Which song?', options: ['Slow', 'Fast', 'None'], openHours: 24 }

beforeAll(async () => {
  creator = await makeCreator()
})

async function aPoll(audience: 'public' | 'subscribers' = 'subscribers'): Promise<string> {
  const { postId } = await makePost(creator, { kind: audience })
  await inTransaction((tx) => createPoll(tx, postId, POLL))
  return postId
}

async function aHolder(): Promise<Person> {
  const fan = await makePerson()
  await giveFullAccess(fan)
  return fan
}

async function seen(actor: Actor, postId: string) {
  const { content } = (await findPostForViewer(actor, postId))!
  if (!content.open || !content.poll) return null
  const { poll } = content
  return {
    parts: poll.options.map(({ percent }) => percent),
    mine: poll.options.findIndex(({ mine }) => mine),
    votes: poll.votes,
    can: poll.can.vote,
  }
}

const refused = async (actor: Actor, postId: string, position = 0) => {
  const result = await vote(actor, postId, position)
  return result.ok ? null : result.refusal.kind
}

test('PROF-07i everybody has one vote, sees the result after it, and can move it while the poll is open', async () => {
  const [postId, fan, other] = [await aPoll(), await aHolder(), await aHolder()]
  expect(await seen(fan, postId)).toEqual({ parts: [null, null, null], mine: -1, votes: null, can: true })
  for (let time = 0; time < 2; time += 1) expect(await refused(fan, postId, 0)).toBe(null)
  expect(await seen(fan, postId)).toEqual({ parts: [100, 0, 0], mine: 0, votes: 1, can: true })
  await vote(other, postId, 1)
  await vote(fan, postId, 1)
  expect(await seen(fan, postId)).toEqual({ parts: [0, 100, 0], mine: 1, votes: 2, can: true })
  expect(await seen(creator, postId)).toEqual({ parts: [0, 100, 0], mine: -1, votes: 2, can: false })
  // To an option before it as well as to one after it, and again to where it is.
  for (const position of [2, 0, 0, 1, 0]) {
    expect(await refused(fan, postId, position)).toBe(null)
    expect(await seen(fan, postId)).toMatchObject({ mine: position, votes: 2 })
  }
  expect((await seen(fan, postId))!.parts).toEqual([50, 50, 0])
})

test('PROF-07i twenty votes of ten fans at once are ten, whichever option they end with', async () => {
  const postId = await aPoll('public')
  const fans = await Promise.all(Array.from({ length: 10 }, () => makePerson()))
  await Promise.all([...fans, ...fans].map((fan, index) => vote(fan, postId, index % 3)))
  const [poll] = (await listOwnPolls(creator.id, { before: null, limit: 50 })).filter((one) => one.postId === postId)
  const stored = await ownerDb.selectFrom('poll_votes').select('position').where('post_id', '=', postId).execute()
  expect(poll!.votes).toBe(10)
  expect(poll!.options.map(({ votes }) => votes)).toEqual(
    [0, 1, 2].map((position) => stored.filter((row) => row.position === position).length),
  )
})

test('PROF-07i who does not see the post in full sees nothing of its poll and can\u2019t vote', async () => {
  const [postId, open] = [await aPoll(), await aPoll('public')]
  const [fan, former] = [await makePerson(), await makePerson()]
  await giveFullAccess(former, addDays(now(), -1))
  expect(await Promise.all([null, fan, former, creator].map((one) => refused(one, postId)))).toEqual([
    'sign_in_required',
    'pass_required',
    'pass_required',
    'own_post',
  ])
  expect(await Promise.all([null, fan, former].map((one) => seen(one, postId)))).toEqual([null, null, null])
  expect(
    JSON.stringify(await findPostForViewer(fan, postId), (_, value: unknown) =>
      typeof value === 'bigint' ? '' : value,
    ),
  ).not.toContain('Which song')
  expect(await refused(null, open)).toBe('sign_in_required')
  expect(await refused({ ...fan, isBlocked: true }, open)).toBe('account_closed')
  expect(await refused(fan, open, 3)).toBe('no_such_option')
  expect(await refused(fan, newId())).toBe('not_there')
  expect(await refused(fan, (await makePost(creator, { kind: 'public' })).postId)).not.toBe(null)
})

test('PROF-07i a closed poll takes no vote, and everybody who sees the post sees the result', async () => {
  const [postId, fan, reader] = [await aPoll(), await aHolder(), await aHolder()]
  await vote(fan, postId, 2)
  await ownerDb
    .updateTable('posts')
    .set({ published_at: addMinutes(now(), -24 * 60) })
    .where('id', '=', postId)
    .execute()
  expect(await refused(fan, postId, 0)).toBe('poll_closed')
  expect(await seen(reader, postId)).toEqual({ parts: [0, 0, 100], mine: -1, votes: 1, can: false })
})

test('PROF-07i a draft\u2019s poll is replaced and removed as a whole', async () => {
  const postId = await aPoll()
  await inTransaction((tx) => createPoll(tx, postId, { question: 'Another?', options: ['Yes', 'No'], openHours: 1 }))
  const fan = await aHolder()
  expect((await seen(fan, postId))!.parts).toEqual([null, null])
  await inTransaction((tx) => removePoll(tx, postId))
  expect(await seen(fan, postId)).toBe(null)
})

test('DASH-03h a creator lists the own polls with all votes, and nobody else\u2019s', async () => {
  const postId = await aPoll()
  await vote(await aHolder(), postId, 1)
  const [latest] = await listOwnPolls(creator.id, { before: null, limit: 1 })
  expect(latest).toMatchObject({ postId, question: 'Which song?', votes: 1 })
  expect(await listOwnPolls((await makeCreator()).id, { before: null, limit: 10 })).toEqual([])
  const older = await listOwnPolls(creator.id, { before: postId, limit: 50 })
  expect(older.some((poll) => poll.postId === postId)).toBe(false)
})
