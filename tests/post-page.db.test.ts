import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { setLike } from '#app/domain/likes/set-like.server.ts'
import { listComments } from '#app/domain/comments/queries.server.ts'
import { createPoll } from '#app/domain/polls/create-poll.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import * as comments from '#app/web/creator/comments/comments.tsx'
import * as mute from '#app/web/creator/comments/mute.ts'
import * as unmute from '#app/web/creator/comments/unmute.ts'
import * as removal from '#app/web/fan/comment-removal.ts'
import * as like from '#app/web/fan/like.ts'
import * as alerts from '#app/web/fan/alerts.tsx'
import * as ballot from '#app/web/fan/vote.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { errorAt } from '#tests/support/form-answers.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser, type RouteAnswer } from '#tests/support/routes.ts'
import * as post from '#app/web/public/post.tsx'

useDatabase()
useMediaFolder()
let creator: Person
let postId: string

beforeAll(async () => {
  creator = await makeCreator({ displayName: 'Amina' })
  postId = (await makePost(creator, { kind: 'subscribers' }, { caption: 'A secret caption' })).postId
})

async function aHolder(displayName?: string): Promise<Person> {
  const fan = await makePerson('fan', { displayName })
  await giveFullAccess(fan)
  return fan
}

/** A browser that has said it is an adult's. */
function adult(person: Person | null) {
  const browser = aBrowser(person)
  browser.jar.set('peach_adult', '1')
  return browser
}

const open = (person: Person | null, id = postId) =>
  adult(person).call(post, `/posts/${id}`, { params: { postId: id } })
const send = (person: Person | null, form: Record<string, string>) =>
  adult(person).call(post, `/posts/${postId}`, { params: { postId }, form: { attempt: newId(), ...form } })
const texts = async (viewer: Person) =>
  (await listComments(postId, viewer.id, { before: null, limit: 50 })).map(({ body }) => body)
const textOf = ({ data }: RouteAnswer) => JSON.stringify(data)

test('ROUTE-01 a visitor sees a locked post with its price to unlock, no comments, and nothing of the original', async () => {
  const { postId: sold, mediaId } = await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n })
  const fan = await aHolder('Brian')
  await setLike(fan, sold, true)
  const page = await open(null, sold)
  expect(page).toMatchObject({ status: 200, data: { comments: null, isOwner: false } })
  expect(page.data.post).toMatchObject({
    content: { open: false, price: 'UGX\u00a050,000 with a pass' },
    like: { action: null, liked: false, count: 0 },
    tipHref: null,
  })
  expect(textOf(page)).not.toContain(mediaId)
})

test('PROF-07 an unknown post, one in review and one of a hidden creator are not found', async () => {
  const hidden = await makeCreator({ paidDays: null })
  const { postId: closed } = await makePost(hidden, { kind: 'public' })
  for (const id of [newId(), 'no-id', closed]) expect((await open(await aHolder(), id)).status).toBe(404)
})

test('PROF-07 a visitor who has not said to be an adult sees the age gate and nothing of the post', async () => {
  const page = await aBrowser().call(post, `/posts/${postId}`, { params: { postId } })
  expect(page.data).toMatchObject({ state: 'gate', path: `/posts/${postId}` })
  expect(textOf(page)).not.toContain('secret')
})

test('PROF-04 the tags of a post\u2019s page are those of its creator, and it is not indexed', async () => {
  const { data } = await open(null)
  const tags = JSON.stringify(
    post.meta({ loaderData: data, matches: [] } as unknown as Parameters<typeof post.meta>[0]),
  )
  expect(tags).toContain('A post by Amina.')
  expect(tags).toContain('noindex')
  expect(tags).not.toContain('secret')
})

test('PROF-07f a plain form likes a post and comes back to it; a script gets the number', async () => {
  const fan = await aHolder()
  const browser = adult(fan)
  const answer = await browser.call(like, `/posts/${postId}/like`, { params: { postId }, form: { liked: 'true' } })
  expect([answer.status, answer.location]).toEqual([303, `/posts/${postId}`])
  expect((await open(fan)).data.post).toMatchObject({ like: { action: `/posts/${postId}/like`, liked: true } })
  const wrong = await browser.call(like, `/posts/${postId}/like`, { params: { postId }, form: { liked: 'maybe' } })
  expect([wrong.status, wrong.toast?.title]).toEqual([303, 'Error'])
  const stranger = await adult(await makePerson()).call(like, `/posts/${postId}/like`, {
    params: { postId },
    form: { liked: 'true' },
  })
  expect([stranger.location, stranger.toast?.description]).toEqual([
    `/posts/${postId}`,
    'Get access to this creator first.',
  ])
})

test('PROF-07g a comment is written by a plain form; a refused one keeps what was typed', async () => {
  const fan = await aHolder('Grace')
  expect((await send(fan, { comment: '  ' })).data).toMatchObject(errorAt('comment', 'Write something first.'))
  const long = await send(fan, { comment: 'x'.repeat(501) })
  expect([long.status, long.data]).toMatchObject([
    400,
    errorAt('comment', 'A comment has up to 500 characters.', { comment: 'x'.repeat(501) }),
  ])
  const sent = await send(fan, { comment: 'From a form' })
  expect(sent.location).toMatch(new RegExp(`^/posts/${postId}#comment-`))
  const page = await open(fan)
  expect(page.data.comments).toMatchObject({ canWrite: true, openAction: null })
  expect(page.data.comments).toMatchObject({
    rows: [{ body: 'From a form', own: true, mute: null, replies: [] }],
  })
})

test('PROF-07g who has no access reads no comment, no name, and is not let in by a form', async () => {
  await send(await aHolder('Okello the fan'), { comment: 'Only for fans' })
  const former = await makePerson()
  await giveFullAccess(former, addDays(now(), -1))
  for (const person of [null, await makePerson(), former, await makeCreator()]) {
    const page = await open(person)
    expect(page.data.comments).toBe(null)
    expect(textOf(page)).not.toMatch(/Only for fans|Okello the fan/)
    const answer = await send(person, { comment: 'Let me in' })
    expect(answer.location).toBe(
      person ? `/posts/${postId}` : `/auth?returnTo=${encodeURIComponent(`/posts/${postId}`)}`,
    )
  }
  expect(await texts(creator)).not.toContain('Let me in')
})

test('PROF-07g the creator replies, deletes and mutes from one list; another creator can do none of it', async () => {
  const fan = await aHolder('Loud')
  const sent = await send(fan, { comment: 'Under review' })
  const commentId = sent.location!.split('#comment-')[1]!
  const other = await makeCreator()
  const reply = (person: Person, comment = 'Thank you') =>
    aBrowser(person).call(comments, '/dashboard/comments', {
      form: { comment, attempt: newId(), replyTo: commentId, post: postId },
    })
  const listed = (await aBrowser(creator).call(comments, '/dashboard/comments')).data
  expect(listed.rows).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: commentId, body: 'Under review', name: 'Loud' })]),
  )
  expect((await aBrowser(other).call(comments, '/dashboard/comments')).data.rows).toEqual([])
  expect((await reply(other)).status).toBe(403)
  expect((await reply(creator, '')).data).toMatchObject(errorAt('comment', 'Write something first.'))
  expect((await reply(creator)).location).toBe(`/dashboard/comments#comment-${commentId}`)
  const params = { commentId, postId, fanId: fan.id }
  const path = `/dashboard/comments/${commentId}/mute`
  expect((await aBrowser(other).call(mute, path, { params, form: {} })).status).toBe(404)
  expect((await aBrowser(creator).call(mute, path, { params, form: {} })).toast?.title).toBe('Muted')
  expect((await aBrowser(creator).call(comments, '/dashboard/comments')).data.muted).toMatchObject([{ name: 'Loud' }])
  expect([(await texts(creator)).includes('Under review'), (await texts(fan)).includes('Under review')]).toEqual([
    false,
    true,
  ])
  await aBrowser(creator).call(unmute, `/dashboard/comments/muted/${fan.id}/removal`, { params, form: {} })
  expect(await texts(creator)).toContain('Under review')
  const remove = (person: Person) =>
    aBrowser(person).call(removal, `/posts/${postId}/comments/${commentId}/removal`, { params, form: {} })
  expect((await remove(other)).status).toBe(404)
  expect((await remove(creator)).location).toBe(`/posts/${postId}#comments`)
  expect(await texts(fan)).not.toContain('Under review')
})

test('PROF-07i a poll is shown with its buttons, and with the result after the vote', async () => {
  await inTransaction((tx) =>
    createPoll(tx, postId, { question: 'Which song?', options: ['Slow', 'Fast'], openHours: 24 }),
  )
  const fan = await aHolder()
  const pollOf = async (person: Person) =>
    ((await open(person)).data.post as { content: { poll?: unknown } }).content.poll
  expect(await pollOf(fan)).toMatchObject({
    action: `/posts/${postId}/vote`,
    meta: 'Closes in 23 h',
    options: [{ percent: null }, { percent: null }],
  })
  const cast = (person: Person, option: string) =>
    adult(person).call(ballot, `/posts/${postId}/vote`, { params: { postId }, form: { option } })
  for (const option of ['', '7', '2'])
    expect((await cast(fan, option)).toast?.description).toBe('Choose one of the options.')
  expect((await cast(fan, '1')).location).toBe(`/posts/${postId}`)
  expect(await pollOf(fan)).toMatchObject({
    meta: '1 vote, closes in 23 h, you can change your vote',
    options: [{ percent: 0 }, { percent: 100, mine: true }],
  })
  expect(await pollOf(creator)).toMatchObject({ action: null, options: [{ percent: 0 }, { percent: 100 }] })
  expect((await cast(await makePerson(), '0')).toast?.description).toBe('Get access to this creator first.')
})

test('PROF-08a PROF-08b the two switches of a creator are stored and shown again', async () => {
  const fan = await makePerson()
  const params = { creatorId: creator.id }
  const path = `/creators/${creator.id}/alerts`
  const browser = aBrowser(fan)
  expect((await browser.call(alerts, path, { params })).data).toMatchObject({
    following: false,
    alerts: { posts: false, live: false },
  })
  expect((await browser.call(alerts, path, { params, form: { posts: 'on' } })).toast?.title).toBe('Saved')
  expect((await browser.call(alerts, path, { params })).data).toMatchObject({
    following: true,
    alerts: { posts: true, live: false },
  })
  await browser.call(alerts, path, { params, form: {} })
  expect((await browser.call(alerts, path, { params })).data).toMatchObject({
    following: true,
    alerts: { posts: false, live: false },
  })
})
