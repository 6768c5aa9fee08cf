import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addMediumToMessage } from '#app/domain/chat/add-media.server.ts'
import { createMassMessage, type NewMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { findMassMessage } from '#app/domain/chat/mass-queries.server.ts'
import { listMediaDraft, listMessages, type MessageView } from '#app/domain/chat/messages.server.ts'
import { findThread } from '#app/domain/chat/queries.server.ts'
import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { removeMediumFromMessage } from '#app/domain/chat/remove-medium.server.ts'
import { removeMessagesWithMedia } from '#app/domain/chat/remove-media-messages.server.ts'
import { unsendMassMessage } from '#app/domain/chat/unsend-mass-message.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { refundRemovedMessages } from '#app/domain/refunds/refund-removed-messages.server.ts'
import { runJob, runTask } from '#app/jobs.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import * as messagePage from '#app/web/creator/messages/message.tsx'
import * as newPage from '#app/web/creator/messages/new-message.tsx'
import { expectBalancedBooks } from '#tests/support/balanced-books.ts'
import { giveFullAccess, makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb } from '#tests/support/database.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { fillWallet } from '#tests/support/spending.ts'

const fixture = usePaymentFixture({ max: 16 })
const PRICE = 1_500_000n
const MANY = { threadId: null }

let creator: Person
beforeEach(async () => {
  creator = await makeCreator()
})

async function aSubscriber(): Promise<Person> {
  const fan = await makePerson()
  await giveFullAccess(fan)
  await setFollowing(fan, creator.id, true)
  return fan
}

/** A photo by its rows alone: no test here reads its bytes. */
async function aPhoto(state: 'ready' | 'processing' | 'failed' = 'ready', owner = creator): Promise<string> {
  const id = newId()
  await ownerDb
    .insertInto('media')
    .values({
      id,
      owner_id: owner.id,
      kind: 'photo',
      purpose: 'post',
      state,
      original_key: `test/${id}`,
      content_type: 'image/jpeg',
      byte_size: 1_000n,
      content_sha256: createHash('sha256').update(id).digest(),
      width: 640,
      height: 800,
      preview: Buffer.from('preview'),
    })
    .execute()
  return id
}

async function addedPhotos(count = 1): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const id = await aPhoto()
    expect(await addMediumToMessage(creator, MANY, id)).toMatchObject({ ok: true })
    ids.push(id)
  }
  return ids
}

const create = (change: Partial<NewMassMessage> = {}, by: Person = creator) =>
  createMassMessage(by, {
    text: 'From the lake',
    clientId: newId(),
    audience: { kind: 'subscribers' },
    sendAt: null,
    files: { priceMinor: PRICE },
    ...change,
  })

async function runJobs(massId: string, name: 'deliver_mass_message' | 'unsend_mass_message'): Promise<void> {
  for (;;) {
    const jobs = await fixture.all<{ data: { massId: string; after: string | null } }>(
      `delete from pgboss.job where name = $1 and data ->> 'massId' = $2 returning data`,
      [name, massId],
    )
    if (jobs.length === 0) return
    for (const { data } of jobs) await runJob(name, data)
  }
}

async function deliver(massId: string): Promise<string> {
  await runTask('start messages to many')
  await runJobs(massId, 'deliver_mass_message')
  return massId
}

async function sent(change: Partial<NewMassMessage> = {}): Promise<string> {
  const made = await create(change)
  if (!made.ok) throw new Error(JSON.stringify(made.refusal))
  return deliver(made.value.id)
}

async function lastOf(fan: Person): Promise<MessageView & { threadId: string }> {
  const thread = await findThread(fan, creator.id)
  const messages = await listMessages(thread!.id!, fan.id, { before: null, limit: 5 })
  return { ...messages.at(-1)!, threadId: thread!.id! }
}

const unlock = (fan: Person, messageId: string) =>
  placeOrder(fan, {
    product: { kind: 'message_unlock', messageId },
    from: 'wallet',
    returnTo: {},
    attempt: randomToken(),
    shownMinor: PRICE,
  })

async function bytesFor(actor: Actor, mediaId: string): Promise<string> {
  const found = await findMediaForViewer(actor, mediaId, { kind: 'original' })
  return found.ok ? 'open' : found.refusal.kind
}

test('CHAT-05c CHAT-04a files go to every subscriber locked at a price; who unlocks them sees them, and nobody else', async () => {
  const [buyer, other] = [await aSubscriber(), await aSubscriber()]
  const stranger = await makePerson()
  await giveFullAccess(stranger)
  await fillWallet(buyer, 20_000)
  const photos = await addedPhotos(2)
  const massId = await sent()
  expect(await listMediaDraft(creator.id, null)).toEqual([])
  for (const fan of [buyer, other])
    expect(await lastOf(fan)).toMatchObject({
      body: 'From the lake',
      media: { state: 'locked', priceMinor: PRICE, items: [], kinds: [{ kind: 'photo' }, { kind: 'photo' }] },
    })
  expect(await unlock(buyer, (await lastOf(buyer)).id)).toMatchObject({ ok: true })
  expect(await unlock(stranger, (await lastOf(other)).id)).toMatchObject({ ok: false })
  expect(await lastOf(buyer)).toMatchObject({ media: { state: 'open', items: photos.map((mediaId) => ({ mediaId })) } })
  expect(await bytesFor(buyer, photos[1]!)).toBe('open')
  for (const who of [other, stranger, null]) expect(await bytesFor(who, photos[1]!)).toBe('forbidden')
  expect(await findMassMessage(creator.id, massId)).toMatchObject({ unlocked: 1, earnedMinor: 1_200_000n })
  await expectBalancedBooks()
})

test('CHAT-05c free files need no words, and are open to each fan at once', async () => {
  const fan = await aSubscriber()
  const [photo] = await addedPhotos()
  await sent({ text: ' ', files: { priceMinor: null } })
  expect(await lastOf(fan)).toMatchObject({ body: '', media: { state: 'open', priceMinor: null } })
  expect(await bytesFor(fan, photo!)).toBe('open')
})

test('CHAT-05c what can’t be shown or is wrongly priced is not sent, and the draft stays', async () => {
  expect(await create()).toMatchObject({ refusal: { kind: 'media_missing' } })
  const broken = await aPhoto('processing')
  await addMediumToMessage(creator, MANY, broken)
  await ownerDb.updateTable('media').set({ state: 'failed' }).where('id', '=', broken).execute()
  expect(await create()).toMatchObject({ refusal: { kind: 'media_failed', medium: 'photo' } })
  expect(await listMediaDraft(creator.id, null)).toHaveLength(1)
  await removeMediumFromMessage(creator, MANY, broken)
  await addedPhotos()
  for (const priceMinor of [1n, 99_900n, 500_000_100n, -100_000n])
    expect(await create({ files: { priceMinor } })).toMatchObject({ refusal: { kind: 'price_out_of_bounds' } })
  expect(await create({ text: 'x'.repeat(1_001) })).toMatchObject({ refusal: { kind: 'invalid' } })
  // A text alone, as the page of another tab showed it, leaves the files for the next message.
  expect(await create({ files: null })).toMatchObject({ ok: true })
  expect(await listMediaDraft(creator.id, null)).toHaveLength(1)
})

test.each([
  ['ready', 'sent'],
  ['failed', 'unsent'],
] as const)(
  'CHAT-05c what is still being prepared is waited for: once the file is %s the message is %s',
  async (state, end) => {
    const fan = await aSubscriber()
    const id = await aPhoto('processing')
    await addMediumToMessage(creator, MANY, id)
    const made = await create()
    if (!made.ok) throw new Error(made.refusal.kind)
    const massId = made.value.id
    await runTask('start messages to many')
    expect(await findMassMessage(creator.id, massId)).toMatchObject({
      state: 'scheduled',
      kinds: [{ state: 'processing' }],
    })
    const page = () => aBrowser(creator).call(messagePage, '/dashboard/messages/x', { params: { massId } })
    expect((await page()).data).toMatchObject({ status: { text: 'Sending when ready' } })
    await ownerDb.updateTable('media').set({ state }).where('id', '=', id).execute()
    await runTask('start messages to many')
    if (end === 'sent') await runJob('deliver_mass_message', { massId, after: null })
    expect((await findMassMessage(creator.id, massId))!.state).toBe(end)
    if (end === 'sent') expect(await lastOf(fan)).toMatchObject({ media: { state: 'locked', priceMinor: PRICE } })
    else
      expect((await page()).data).toMatchObject({
        status: { text: 'Not sent' },
        note: 'This photo can’t be shown. Nothing was sent. Write the message again with another file.',
      })
  },
)

test('CHAT-05c nobody adds another’s files, and each creator has a draft of their own', async () => {
  const other = await makeCreator()
  const foreign = await aPhoto('ready', other)
  expect(await addMediumToMessage(creator, MANY, foreign)).toMatchObject({ refusal: { kind: 'medium_missing' } })
  const [mine] = await addedPhotos()
  expect(await removeMediumFromMessage(other, MANY, mine!)).toMatchObject({ ok: true })
  expect(await listMediaDraft(other.id, null)).toEqual([])
  expect(await listMediaDraft(creator.id, null)).toHaveLength(1)
  expect(await addMediumToMessage(await makePerson(), MANY, mine!)).toMatchObject({
    refusal: { reason: 'not_creator' },
  })
})

test('CHAT-05c sent twice it is one message with its files once', async () => {
  const fan = await aSubscriber()
  await addedPhotos()
  const clientId = newId()
  const [first, second] = await Promise.all([create({ clientId }), create({ clientId })])
  expect(first).toEqual(second)
  await deliver(first.ok ? first.value.id : '')
  expect((await lastOf(fan)).media!.kinds).toHaveLength(1)
  expect((await lastOf(fan)).seq).toBe(1n)
})

test('CHAT-05c taken back, unread messages go with their files; unlocked ones stay open, and nothing of it is sold any more', async () => {
  const [unread, reader, buyer] = [await aSubscriber(), await aSubscriber(), await aSubscriber()]
  await fillWallet(buyer, 20_000)
  await fillWallet(reader, 20_000)
  const [photo] = await addedPhotos()
  const massId = await sent()
  for (const fan of [reader, buyer]) await markRead(fan, (await lastOf(fan)).threadId, 1n)
  expect(await unlock(buyer, (await lastOf(buyer)).id)).toMatchObject({ ok: true })
  expect(await unsendMassMessage(creator, massId)).toMatchObject({ ok: true })
  await runJobs(massId, 'unsend_mass_message')
  expect(await lastOf(unread)).toMatchObject({ body: '', media: { state: 'removed', preview: null } })
  expect(await lastOf(reader)).toMatchObject({ body: 'From the lake', media: { state: 'removed' } })
  expect(await lastOf(buyer)).toMatchObject({ body: 'From the lake', media: { state: 'open', bought: true } })
  expect(await unlock(reader, (await lastOf(reader)).id)).toMatchObject({ ok: false })
  expect(await bytesFor(buyer, photo!)).toBe('open')
  expect(await bytesFor(reader, photo!)).toBe('forbidden')
  // The one who keeps it is not refunded for what was not removed.
  await refundRemovedMessages()
  expect(await bytesFor(buyer, photo!)).toBe('open')
  expect(await findMassMessage(creator.id, massId)).toMatchObject({ removed: 1, unlocked: 1 })
})

test('MEDIA-01 a file that staff remove is taken out of every message to many, and reaches nobody else', async () => {
  const fan = await aSubscriber()
  const [photo] = await addedPhotos()
  const massId = await sent()
  await addMediumToMessage(creator, MANY, photo!)
  const later = await create({ sendAt: addMinutes(now(), 60) })
  if (!later.ok) throw new Error(later.refusal.kind)
  await inTransaction((tx) => removeMessagesWithMedia(tx, [photo!]))
  expect(await lastOf(fan)).toMatchObject({ media: { state: 'removed' } })
  await fixture.advance(3_601)
  await deliver(later.value.id)
  expect((await lastOf(fan)).seq).toBe(1n)
  expect((await findMassMessage(creator.id, later.value.id))!.state).toBe('unsent')
  expect((await findMassMessage(creator.id, massId))!.state).toBe('sent')
})

test('CHAT-05c on the page files are added and taken out, priced and sent, also without script', async () => {
  await aSubscriber()
  const browser = aBrowser(creator)
  const path = '/dashboard/messages/new'
  expect((await browser.call(newPage, path)).data).toMatchObject({ filesShown: false })
  expect((await browser.call(newPage, `${path}?kind=video`)).data).toMatchObject({ filesShown: true })
  const photo = await aPhoto()
  expect((await browser.call(newPage, path, { form: { intent: 'from-vault', medium: photo } })).status).toBe(303)
  expect((await browser.call(newPage, path)).data).toMatchObject({ filesShown: true, files: { count: 1 } })
  const form = { intent: 'send', text: '', to: 'subscribers', when: 'now', client_id: newId() }
  const post = (change: Record<string, string>) => browser.call(newPage, path, { form: { ...form, ...change } })
  for (const [change, field] of [
    [{ price: '' }, 'price'],
    [{ price: '15000', other: 'many' }, 'other'],
    [{ price: 'other', other: '10' }, 'other'],
  ] as const)
    expect(Object.keys(((await post(change)).data as { errors: { fields: object } }).errors.fields)).toEqual([field])
  const { location } = await post({ price: '15000' })
  const massId = location!.split('/').at(-1)!
  const page = await browser.call(messagePage, location!, { params: { massId } })
  expect(page.data).toMatchObject({ files: 'Photo, UGX\u00a015,000 to unlock', isSold: true })
})
