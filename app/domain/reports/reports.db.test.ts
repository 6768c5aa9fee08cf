import { afterEach, beforeAll, expect, test } from 'vitest'
import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { listMessages } from '#app/domain/chat/messages.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { asRole, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { makeStaff } from '#tests/support/applications.ts'
import { giveFullAccess, makeCreator, makePerson, makePost, useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { advanceDays } from '#tests/support/deletions.ts'
import { listing } from '#tests/support/listing.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { addReadyMedium } from '#tests/support/requests.ts'
import { decideReport } from './decide-report.server.ts'
import { fileReport, type NewReport } from './file-report.server.ts'
import { countOpenReports } from '#app/domain/overview/queries.server.ts'
import { forgetReports } from './forget-reports.server.ts'
import { openReport } from './open-report.server.ts'
import { privacy } from './privacy.server.ts'
import { countReports, findReport, listReports, readEvidence } from './queries.server.ts'
import { REPORT, type ReportKind } from './report.ts'

const database = useDatabase()
useMediaFolder()
const NOTE = 'This breaks the rules of Peach.'
let creator: Person
let fan: Person
let moderator: Person
let support: Person

beforeAll(async () => {
  ;[creator, fan] = [await makeCreator({ displayName: 'Amina' }), await makePerson('fan', { displayName: 'Brian' })]
  await giveFullAccess(fan)
  ;[moderator, support] = [await makeStaff('content-moderator'), await makeStaff('support')]
})

afterEach(() => advanceDays(0))

const about = (kind: ReportKind, id: string, change: Partial<NewReport> = {}): NewReport => ({
  kind,
  id,
  reason: 'harassment',
  details: 'Please look at this',
  email: '',
  network: randomToken(),
  ...change,
})

async function filed(actor: Actor, report: NewReport): Promise<string> {
  const result = await fileReport(actor, report)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value.reportId
}

/** A conversation of this many messages, in turn of the fan and the creator. */
async function aThread(count: number): Promise<{ threadId: string; messageIds: string[] }> {
  const writer = await makePerson('fan')
  const threadId = newId()
  await ownerDb
    .insertInto('chat_threads')
    .values({ id: threadId, creator_id: creator.id, fan_id: writer.id, last_seq: BigInt(count) })
    .execute()
  const messageIds: string[] = []
  for (let seq = 1; seq <= count; seq += 1) {
    const id = newId()
    messageIds.push(id)
    await ownerDb
      .insertInto('chat_messages')
      .values({
        id,
        thread_id: threadId,
        seq: BigInt(seq),
        sender_id: seq % 2 === 1 ? writer.id : creator.id,
        client_id: newId(),
        body: `Message ${seq}`,
        sent_at: now(),
      })
      .execute()
  }
  return { threadId, messageIds }
}

async function aComment(): Promise<{ commentId: string; postId: string }> {
  const { postId } = await makePost(creator, { kind: 'subscribers' })
  const added = await addComment(fan, { postId, text: 'An insult', attempt: randomToken() })
  if (!added.ok) throw new Error('no comment')
  return { commentId: added.value.commentId, postId }
}

const evidenceOf = async (reportId: string) =>
  (
    await ownerDb
      .selectFrom('report_evidence')
      .select(['body', 'reported'])
      .where('report_id', '=', reportId)
      .orderBy('position')
      .execute()
  ).map(({ body, reported }) => (reported ? `> ${body}` : body))

test('SAFE-01d a report is kept once for each person and thing while nobody has decided, also sent eight times at once', async () => {
  const { postId } = await makePost(creator, { kind: 'subscribers' })
  const results = await Promise.all(Array.from({ length: 8 }, () => fileReport(fan, about('post', postId))))
  const ids = results.map((result) => (result.ok ? result.value.reportId : result.refusal.kind))
  expect(new Set(ids).size).toBe(1)
  await filed(await makePerson('fan'), about('post', postId))
  const page = await findReport(moderator, ids[0]!)
  expect(page).toMatchObject({
    kind: 'post',
    reportedId: creator.id,
    by: 'Brian',
    others: [{ by: expect.any(String) }],
  })
})

test('SAFE-01d visitors report public pages, with an address if they like, and so many an hour from one network', async () => {
  const { postId } = await makePost(creator, { kind: 'subscribers' })
  const network = randomToken()
  const reportId = await filed(null, about('post', postId, { email: 'me@mail.example', network }))
  expect(await findReport(moderator, reportId)).toMatchObject({ by: null, contactEmail: 'me@mail.example' })
  await filed(null, about('creator', creator.username!, { network }))
  for (let count = 2; count < REPORT.perNetworkAndHour; count += 1)
    await filed(null, about('post', postId, { network }))
  expect(await fileReport(null, about('post', postId, { network }))).toMatchObject({ refusal: { kind: 'too_many' } })
  // Other networks, and accounts of this one, are not concerned.
  await filed(null, about('post', postId))
  await filed(await makePerson('fan'), about('post', postId, { network }))
})

test('SAFE-01d CHAT-05d only the two sides of a conversation report it, and only the other one; a comment only who reads it', async () => {
  const { threadId, messageIds } = await aThread(3)
  const { commentId } = await aComment()
  const stranger = await makePerson('fan')
  await giveFullAccess(stranger)
  for (const [kind, id] of [
    ['message', messageIds[0]!],
    ['conversation', threadId],
  ] as const) {
    for (const actor of [stranger, moderator])
      expect(await fileReport(actor, about(kind, id))).toMatchObject({ refusal: { reason: 'not_there' } })
    expect(await fileReport(null, about(kind, id))).toMatchObject({ refusal: { reason: 'sign_in_required' } })
  }
  expect(await fileReport(creator, about('message', messageIds[1]!))).toMatchObject({ refusal: { reason: 'own' } })
  // A fan's thread is found by the creator's id as well; that id is no conversation.
  expect(await fileReport(fan, about('conversation', creator.id))).toMatchObject({ refusal: { reason: 'not_there' } })
  expect(await fileReport(await makePerson('fan'), about('comment', commentId))).toMatchObject({
    refusal: { reason: 'not_there' },
  })
  expect(await fileReport(fan, about('comment', commentId))).toMatchObject({ refusal: { reason: 'own' } })
  expect(await fileReport(creator, about('post', newId()))).toMatchObject({ refusal: { reason: 'not_there' } })
})

test('CHAT-05d SAFE-01d a report keeps the message and the few around it as they were, of that conversation alone', async () => {
  const { threadId, messageIds } = await aThread(14)
  await aThread(2)
  const one = await filed(creator, about('message', messageIds[6]!))
  await ownerDb.updateTable('chat_messages').set({ body: '' }).where('id', '=', messageIds[6]!).execute()
  expect(await evidenceOf(one)).toEqual(
    [4, 5, 6].map((n) => `Message ${n}`).concat('> Message 7', ...[8, 9, 10].map((n) => `Message ${n}`)),
  )
  const withFiles = messageIds[12]!
  await ownerDb.insertInto('chat_media_messages').values({ message_id: withFiles, price_minor: null }).execute()
  for (const [position, kind] of (['photo', 'voice', 'photo'] as const).entries())
    await ownerDb
      .insertInto('chat_message_media')
      .values({
        message_id: withFiles,
        position,
        media_id: await addReadyMedium(database.owner(), creator.id, null, { kind }),
        fan_id: fan.id,
      })
      .execute()
  const kept = await evidenceOf(await filed(creator, about('message', withFiles)))
  expect(kept).toContain('> Message 13\nWith 2 photos, a voice note')
  const whole = await filed(creator, about('conversation', threadId))
  expect(await evidenceOf(whole)).toHaveLength(REPORT.lastMessages)
  const { commentId } = await aComment()
  expect(await evidenceOf(await filed(creator, about('comment', commentId)))).toEqual(['> An insult'])
})

test('ADMIN-06c staff read the evidence in a view that is recorded and closes after two minutes, each for themselves', async () => {
  const { messageIds } = await aThread(3)
  const reportId = await filed(creator, about('message', messageIds[2]!))
  expect(await readEvidence(moderator, reportId)).toEqual([])
  for (const actor of [null, fan, creator, await makeStaff('earnings-manager')])
    expect(await openReport(actor, reportId)).toMatchObject({ refusal: { kind: 'not_permitted' } })
  expect(await openReport({ ...moderator, id: creator.id }, reportId)).toMatchObject({
    refusal: { reason: 'own_report' },
  })
  expect(await openReport(moderator, newId())).toEqual({ ok: false, refusal: { kind: 'not_there' } })
  expect(await openReport(moderator, reportId)).toMatchObject({ ok: true })
  expect((await readEvidence(moderator, reportId)).map(({ body }) => body)).toEqual([
    'Message 1',
    'Message 2',
    'Message 3',
  ])
  expect(await readEvidence(support, reportId)).toEqual([])
  const opened = await ownerDb
    .selectFrom('activity')
    .select(['actor_id'])
    .where('event', '=', 'report_opened')
    .where('object_id', '=', reportId)
    .execute()
  expect(opened).toEqual([{ actor_id: moderator.id }])
  await advanceDays(1 / 24)
  expect(await readEvidence(moderator, reportId)).toEqual([])
})

test('ADMIN-06c the list: urgent reports first whenever they came, then the oldest; they alert staff at once', async () => {
  const { postId } = await makePost(creator, { kind: 'subscribers' })
  const calm = await filed(await makePerson('fan'), about('post', postId, { reason: 'spam' }))
  const urgent = await filed(await makePerson('fan'), about('post', postId, { reason: 'minor' }))
  const ids = (await listReports(listing('open', { oldestFirst: true }))).map(({ id }) => id)
  expect(ids.indexOf(urgent)).toBeLessThan(ids.indexOf(calm))
  expect((await listReports(listing('urgent'))).map(({ id }) => id)).toEqual([urgent])
  expect((await countReports()).urgent).toBe(1)
  const alerts = await ownerDb
    .selectFrom('staff_alerts')
    .select('object_id')
    .where('kind', '=', 'report_filed')
    .execute()
  expect(alerts.map((alert) => alert.object_id)).toEqual([urgent])
  await decideReport(moderator, urgent, { decision: 'dismissal', note: 'Checked' })
})

test('ADMIN-06c dismissed: every open report of the same thing is decided, and its reporters learn that it was looked at', async () => {
  const { postId } = await makePost(creator, { kind: 'subscribers' })
  const [first, second] = [await makePerson('fan'), await makePerson('fan')]
  const reportId = await filed(first, about('post', postId))
  await filed(second, about('post', postId))
  await filed(null, about('post', postId))
  for (const actor of [null, fan, creator, first, await makeStaff('earnings-manager')])
    expect(await decideReport(actor, reportId, { decision: 'dismissal', note: NOTE })).toMatchObject({
      refusal: { kind: 'not_permitted' },
    })
  expect(await decideReport(support, reportId, { decision: 'dismissal', note: NOTE })).toEqual({
    ok: true,
    value: { closed: 3 },
  })
  expect(await decideReport(moderator, reportId, { decision: 'dismissal', note: NOTE })).toMatchObject({
    refusal: { reason: 'not_open' },
  })
  for (const { email } of [first, second])
    expect(await mailsTo(email)).toMatchObject([{ name: 'report_decided', acted: false }])
  expect(await mailsTo(creator.email, 'report_decided')).toEqual([])
  // Reported again after the decision, it is a new report.
  expect(await filed(first, about('post', postId))).not.toBe(reportId)
})

test('ADMIN-06c an action: the post is gone, its creator reads why and never who; support may not remove', async () => {
  const owner = await makeCreator()
  const reporter = await makePerson('fan', { displayName: 'Nobody Must Know' })
  const { postId } = await makePost(owner, { kind: 'subscribers' })
  const reportId = await filed(reporter, about('post', postId))
  expect(await decideReport(support, reportId, { decision: 'removal', note: NOTE })).toMatchObject({
    refusal: { reason: 'not_yours' },
  })
  expect(await decideReport(moderator, reportId, { decision: 'removal', note: NOTE })).toMatchObject({ ok: true })
  const post = await ownerDb.selectFrom('posts').select('state').where('id', '=', postId).executeTakeFirstOrThrow()
  expect(post.state).toBe('removed')
  const told = await mailsTo(owner.email)
  expect(told).toMatchObject([{ name: 'post_removed', message: NOTE }])
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`Nobody Must Know|${reporter.id}`))
  expect(await mailsTo(reporter.email)).toMatchObject([{ name: 'report_decided', acted: true }])
  for (const table of privacy.exportData(owner)) {
    const lines: string[] = []
    for await (const line of table.lines) lines.push(line)
    expect(lines).toEqual([])
  }
})

test('ADMIN-06c a message or comment that is removed is gone for both sides, and its author is told why', async () => {
  const { threadId, messageIds } = await aThread(3)
  const writer = await ownerDb
    .selectFrom('chat_threads as t')
    .innerJoin('profiles as p', 'p.id', 't.fan_id')
    .select(['p.id', 'p.email'])
    .where('t.id', '=', threadId)
    .executeTakeFirstOrThrow()
  const reportId = await filed(creator, about('message', messageIds[0]!))
  await decideReport(moderator, reportId, { decision: 'removal', note: NOTE })
  const left = await listMessages(threadId, creator.id, { before: null, limit: 10 })
  expect(left.map(({ body }) => body)).toEqual(['', 'Message 2', 'Message 3'])
  expect(await mailsTo(writer.email)).toMatchObject([{ name: 'text_removed', what: 'message', message: NOTE }])
  const { commentId } = await aComment()
  await decideReport(moderator, await filed(creator, about('comment', commentId)), { decision: 'removal', note: NOTE })
  const comment = await ownerDb
    .selectFrom('post_comments')
    .select('removed_by')
    .where('id', '=', commentId)
    .executeTakeFirstOrThrow()
  expect(comment.removed_by).toBe('staff')
})

test('ADMIN-06c a creator is warned, flagged and suspended by the commands that do it elsewhere; what fails there decides nothing', async () => {
  const owner = await makeCreator()
  const report = async () => filed(await makePerson('fan'), about('creator', owner.id))
  await decideReport(moderator, await report(), { decision: 'warning', note: NOTE })
  expect(await mailsTo(owner.email)).toMatchObject([{ name: 'person_warned', message: NOTE }])
  expect(await decideReport(moderator, await report(), { decision: 'flag', note: NOTE })).toMatchObject({ ok: true })
  const again = await report()
  expect(await decideReport(moderator, again, { decision: 'flag', note: NOTE })).toEqual({
    ok: false,
    refusal: { kind: 'not_possible' },
  })
  expect(await findReport(moderator, again)).toMatchObject({ state: 'open' })
  expect(await decideReport(moderator, again, { decision: 'suspension', note: NOTE })).toMatchObject({ ok: true })
  const { account_status: status } = await ownerDb
    .selectFrom('profiles')
    .select('account_status')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('suspended')
})

test('SAFE-02 what a report holds is deleted thirty days after its decision, and the text of an erased account as long after that', async () => {
  const { messageIds } = await aThread(5)
  const [decided, open] = [
    await filed(creator, about('message', messageIds[0]!)),
    await filed(creator, about('message', messageIds[2]!)),
  ]
  await decideReport(moderator, decided, { decision: 'dismissal', note: NOTE })
  const writer = await ownerDb
    .selectFrom('chat_messages')
    .select('sender_id')
    .where('id', '=', messageIds[0]!)
    .executeTakeFirstOrThrow()
  await inTransaction((tx) =>
    asRole(tx, 'peach_erasure', () => privacy.erase(tx, { id: writer.sender_id, email: 'gone@test.example' })),
  )
  await forgetReports()
  expect(await evidenceOf(decided)).not.toEqual([])
  await advanceDays(REPORT.keepDays + 1)
  await forgetReports()
  expect(await evidenceOf(decided)).toEqual([])
  // The texts of the erased account are gone with it; the creator's own, of a report that still waits, are there.
  expect(await evidenceOf(open)).toEqual(['Message 2', 'Message 4'])
  expect(await findReport(moderator, decided)).toMatchObject({ details: '', state: 'dismissed' })
})

test('ADMIN-09e the overview counts open reports for those who decide them, says how old the oldest is and whether one is late', async () => {
  for (const actor of [null, fan, await makeStaff('earnings-manager')]) expect(await countOpenReports(actor)).toBeNull()
  const before = (await countOpenReports(support))!
  const { postId } = await makePost(creator, { kind: 'subscribers' })
  const calm = await filed(await makePerson('fan'), about('post', postId, { reason: 'spam' }))
  const urgent = await filed(await makePerson('fan'), about('post', postId, { reason: 'danger' }))
  const since = (id: string, minutes: number) =>
    ownerDb
      .updateTable('reports')
      .set({ reported_at: new Date(now().getTime() - minutes * 60_000) })
      .where('id', '=', id)
      .execute()
  await since(calm, 23 * 60 + 30)
  const after = (await countOpenReports(support))!
  expect([after.open - before.open, after.urgent - before.urgent, after.oldestHours]).toEqual([2, 1, 23])
  expect(after.late).toBe(before.late)
  await since(urgent, 61)
  expect((await countOpenReports(moderator))!.late).toBe(true)
  await decideReport(moderator, calm, { decision: 'dismissal', note: NOTE })
  expect((await countOpenReports(moderator))!.open).toBe(before.open)
})
