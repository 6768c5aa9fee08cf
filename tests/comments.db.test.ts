import { beforeAll, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { findPostForViewer } from '#app/domain/posts/queries.server.ts'
import { setCommentsOpen } from '#app/domain/posts/set-comments-open.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { COMMENT } from '#app/domain/comments/comment.ts'
import { muteFan, unmuteFan } from '#app/domain/comments/mute-fan.server.ts'
import { listComments, listMutedFans, listReceivedComments } from '#app/domain/comments/queries.server.ts'
import { removeComment, removeReportedComment } from '#app/domain/comments/remove-comment.server.ts'

useDatabase()
useMediaFolder()
let creator: Person
const page = { before: null, limit: 50 }

beforeAll(async () => {
  creator = await makeCreator({ displayName: 'Amina' })
})

async function aPost(): Promise<string> {
  return (await makePost(creator, { kind: 'subscribers' })).postId
}

async function aHolder(displayName?: string): Promise<Person> {
  const fan = await makePerson('fan', { displayName })
  await giveFullAccess(fan)
  return fan
}

async function write(actor: Actor, postId: string, text = 'Lovely', replyTo?: string): Promise<string> {
  const result = await addComment(actor, { postId, text, attempt: randomToken(), replyTo })
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value.commentId
}

const texts = async (postId: string, viewer: Person) =>
  (await listComments(postId, viewer.id, page)).map((comment) => comment.body)
const countOf = async (postId: string) => (await findPostForViewer(creator, postId))!.comments
const eventsOf = async (event: string) =>
  (await ownerDb.selectFrom('event_outbox').select('id').where('event', '=', event).execute()).length

test('PROF-07g an entitled fan writes, the creator replies, and both are shown together, the newest first', async () => {
  const [postId, fan] = [await aPost(), await aHolder('Brian')]
  const first = await write(fan, postId, 'First')
  await write(fan, postId, 'Second')
  await write(creator, postId, 'Thank you', first)
  const comments = await listComments(postId, fan.id, page)
  expect(comments.map(({ body, author, replies }) => [body, author.name, replies.map((reply) => reply.body)])).toEqual([
    ['Second', 'Brian', []],
    ['First', 'Brian', ['Thank you']],
  ])
  expect(await countOf(postId)).toBe(3)
})

test('PROF-07g who has no access can\u2019t write, and nothing is stored', async () => {
  const postId = await aPost()
  const other = await makeCreator()
  const reasonOf = async (actor: Actor, id = postId) => {
    const result = await addComment(actor, { postId: id, text: 'Hello', attempt: randomToken() })
    return result.ok || result.refusal.kind !== 'not_permitted' ? result : result.refusal.reason
  }
  expect(await reasonOf(null)).toBe('sign_in_required')
  expect(await reasonOf(await makePerson())).toBe('pass_required')
  expect(await reasonOf(other)).toBe('pass_required')
  const former = await makePerson()
  await giveFullAccess(former, now())
  expect(await reasonOf(former)).toBe('pass_required')
  expect(await reasonOf({ ...(await aHolder()), accountStatus: 'suspended' })).toBe('account_closed')
  expect(await reasonOf(await aHolder(), newId())).toBe('not_there')
  expect(await countOf(postId)).toBe(0)
})

test('PROF-07g a form that is sent twice, also at once, is one comment', async () => {
  const [postId, fan] = [await aPost(), await aHolder()]
  const comment = { postId, text: 'Once', attempt: randomToken() }
  const results = await Promise.all([1, 2, 3].map(() => addComment(fan, comment)))
  expect(new Set(results.map((result) => result.ok && result.value.commentId)).size).toBe(1)
  expect(await countOf(postId)).toBe(1)
})

test('PROF-07g only the creator replies, to a fan\u2019s comment under the same post', async () => {
  const [postId, fan] = [await aPost(), await aHolder()]
  const commentId = await write(fan, postId)
  const replyOf = (actor: Person, target: string, to = postId) =>
    addComment(actor, { postId: to, text: 'Hi', attempt: randomToken(), replyTo: target })
  const refusal = { ok: false, refusal: { kind: 'no_such_comment' } }
  expect(await replyOf(fan, commentId)).toEqual(refusal)
  expect(await replyOf(creator, newId())).toEqual(refusal)
  expect(await replyOf(creator, commentId, await aPost())).toEqual(refusal)
  const reply = await write(creator, postId, 'Hi', commentId)
  expect(await replyOf(creator, reply)).toEqual(refusal)
})

test('PROF-07g a comment is deleted by its author and by the creator, with its replies, and by nobody else', async () => {
  const [postId, fan, stranger] = [await aPost(), await aHolder(), await aHolder()]
  const [own, other] = [await write(fan, postId, 'Mine'), await write(fan, postId, 'Rude')]
  await write(creator, postId, 'Reply', own)
  for (const person of [stranger, await makeCreator()])
    expect(await removeComment(person, own)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
  for (let time = 0; time < 2; time += 1) expect((await removeComment(fan, own)).ok).toBe(true)
  expect([await texts(postId, fan), await countOf(postId)]).toEqual([['Rude'], 1])
  expect((await removeComment(creator, other)).ok).toBe(true)
  expect([await texts(postId, fan), await countOf(postId)]).toEqual([[], 0])
  const stored = await ownerDb
    .selectFrom('post_comments')
    .select(['body', 'removed_by'])
    .where('post_id', '=', postId)
    .execute()
  expect(stored.map((row) => `${row.removed_by}: ${row.body}`).toSorted()).toEqual([
    'author: ',
    'author: Reply',
    'creator: Rude',
  ])
})

test('SAFE-01 a comment is removed by staff in the transaction of their decision', async () => {
  const [postId, fan] = [await aPost(), await aHolder()]
  const commentId = await write(fan, postId)
  await inTransaction((tx) => removeReportedComment(tx, commentId))
  expect([await texts(postId, fan), await countOf(postId)]).toEqual([[], 0])
})

test('PROF-07g a muted fan sees the own comments, nobody else does, and no message tells the fan', async () => {
  const [postId, muted, reader] = [await aPost(), await aHolder('Loud'), await aHolder()]
  const before = await write(muted, postId, 'Before')
  await write(creator, postId, 'Reply', before)
  await write(reader, postId, 'Calm')
  const outbox = await ownerDb.selectFrom('event_outbox').select('id').execute()
  expect(await muteFan(await makeCreator(), before)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
  for (let time = 0; time < 2; time += 1) expect((await muteFan(creator, before)).ok).toBe(true)
  await write(muted, postId, 'After')
  expect(await texts(postId, muted)).toEqual(['After', 'Calm', 'Before'])
  for (const person of [reader, creator]) expect(await texts(postId, person)).toEqual(['Calm'])
  expect((await listReceivedComments(creator.id, page)).filter(({ author }) => author.id === muted.id)).toEqual([])
  expect(await countOf(postId)).toBe(1)
  expect(await ownerDb.selectFrom('event_outbox').select('id').execute()).toHaveLength(outbox.length)
  // Under another creator's posts nothing changes.
  const other = await makeCreator()
  const elsewhere = (await makePost(other, { kind: 'subscribers' })).postId
  await write(muted, elsewhere, 'Elsewhere')
  expect(await texts(elsewhere, reader)).toEqual(['Elsewhere'])
  expect(await listMutedFans(creator.id, 10)).toEqual([{ fanId: muted.id, name: 'Loud' }])
  await unmuteFan(creator, muted.id)
  expect(await texts(postId, reader)).toEqual(['After', 'Calm', 'Before'])
  expect(await countOf(postId)).toBe(4)
})

test('PROF-07g a comment that is written while its author is muted does not stay visible', async () => {
  const [postId, fan, reader] = [await aPost(), await aHolder(), await aHolder()]
  const first = await write(fan, postId)
  await Promise.all([muteFan(creator, first), ...Array.from({ length: 5 }, () => write(fan, postId))])
  expect(await texts(postId, reader)).toEqual([])
  expect(await countOf(postId)).toBe(0)
})

test('PROF-07g a creator closes the comments of an own post, keeps what was written, and opens them again', async () => {
  const [postId, fan] = [await aPost(), await aHolder()]
  await write(fan, postId)
  expect((await setCommentsOpen(await makeCreator(), postId, false)).ok).toBe(false)
  for (let time = 0; time < 2; time += 1) expect((await setCommentsOpen(creator, postId, false)).ok).toBe(true)
  expect(await addComment(fan, { postId, text: 'More', attempt: randomToken() })).toEqual({
    ok: false,
    refusal: { kind: 'not_permitted', reason: 'comments_closed' },
  })
  expect(await texts(postId, fan)).toHaveLength(1)
  await setCommentsOpen(creator, postId, true)
  await write(fan, postId)
})

test('PROF-07g a fan writes at most thirty comments in an hour', async () => {
  const [postId, fan] = [await aPost(), await aHolder()]
  for (let count = 0; count < COMMENT.perHour; count += 1) await write(fan, postId)
  expect(await addComment(fan, { postId, text: 'Spam', attempt: randomToken() })).toEqual({
    ok: false,
    refusal: { kind: 'too_many' },
  })
  await write(await aHolder(), postId)
})

test('NOTIFY-01 the creator is notified once an hour for each post, the fan of each reply, and nobody of the own comment', async () => {
  const [postId, other, fan] = [await aPost(), await aPost(), await aHolder()]
  const [received, answered] = [await eventsOf('comment_received'), await eventsOf('comment_answered')]
  const comment = await write(fan, postId)
  for (const id of [postId, postId, other]) await write(fan, id)
  expect((await eventsOf('comment_received')) - received).toBe(2)
  await ownerDb
    .updateTable('rate_limit_hits')
    .set({ at: addMinutes(now(), -61) })
    .where('key', 'like', 'comment-notice:%')
    .execute()
  await write(fan, postId)
  expect((await eventsOf('comment_received')) - received).toBe(3)
  await write(creator, postId, 'Thanks', comment)
  await write(creator, postId, 'My own')
  expect((await eventsOf('comment_received')) - received).toBe(3)
  expect((await eventsOf('comment_answered')) - answered).toBe(1)
})

test('PROF-07g pages of comments follow one another without a gap or a repeat', async () => {
  const [postId, fan] = [await aPost(), await aHolder()]
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift(await write(fan, postId, `Number ${count}`))
  const first = await listComments(postId, fan.id, { before: null, limit: 3 })
  const second = await listComments(postId, fan.id, { before: first.at(-1)!.id, limit: 3 })
  expect([...first, ...second].map(({ id }) => id)).toEqual(ids)
})
