import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { addMediumToMessage } from '#app/domain/chat/add-media.server.ts'
import { cancelWaiting } from '#app/domain/chat/cancel-waiting.server.ts'
import { findLockedMessage, findWaiting, listMediaDraft, listMessages } from '#app/domain/chat/messages.server.ts'
import { removeMediumFromMessage } from '#app/domain/chat/remove-medium.server.ts'
import { removeReportedMessage } from '#app/domain/chat/remove-reported-message.server.ts'
import { sendMedia, type NewMediaMessage } from '#app/domain/chat/send-media.server.ts'
import { sendWaitingMedia } from '#app/domain/chat/send-waiting-media.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { setThread } from '#app/domain/chat/set-thread.server.ts'
import { removeMessagesWithMedia } from '#app/domain/chat/remove-media-messages.server.ts'
import { listThreadTips } from '#app/domain/chat/thread-tips.server.ts'
import { auditBooks } from '#app/domain/audit/audit-books.server.ts'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { refundRemovedMessages } from '#app/domain/refunds/refund-removed-messages.server.ts'
import { fileReport } from '#app/domain/reports/file-report.server.ts'
import { openReport } from '#app/domain/reports/open-report.server.ts'
import { listReportedFiles } from '#app/domain/reports/queries.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { runTask } from '#app/jobs.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import * as mediaPage from '#app/web/creator/chat-media/chat-media.tsx'
import { makeStaff } from '#tests/support/applications.ts'
import { expectBalancedBooks } from '#tests/support/balanced-books.ts'
import { giveFullAccess, makeCreator, makePerson } from '#tests/support/creators.ts'
import { ownerDb } from '#tests/support/database.ts'
import { usePaymentFixture, aStart } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { fillWallet } from '#tests/support/spending.ts'

const fixture = usePaymentFixture({ max: 16 })

const PRICE = 1_500_000n

let fan: Person
let creator: Person
let threadId: string

beforeEach(async () => {
  fan = await makePerson()
  await giveFullAccess(fan)
  creator = await makeCreator()
  await fillWallet(fan, 50_000)
  const opened = await sendMessage(fan, {
    to: { creatorId: creator.id },
    text: 'Hello',
    clientId: newId(),
    shownMinor: 500_000n,
    confirmed: true,
  })
  if (!opened.ok) throw new Error(opened.refusal.kind)
  threadId = opened.value.threadId
})

/** A photo that is ready, by its rows alone: no test here reads its bytes. */
async function aPhoto(owner = creator, kind: 'photo' | 'video' | 'voice' = 'photo'): Promise<string> {
  const id = newId()
  await ownerDb
    .insertInto('media')
    .values({
      id,
      owner_id: owner.id,
      kind,
      purpose: 'post',
      state: 'ready',
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

const send = (change: Partial<NewMediaMessage> = {}, by = creator) =>
  sendMedia(by, { threadId, text: '', priceMinor: PRICE, clientId: newId(), ...change })

async function sentPhoto(change: Partial<NewMediaMessage> = {}) {
  const mediaId = await aPhoto()
  await addMediumToMessage(creator, { threadId }, mediaId)
  const sent = await send(change)
  if (!sent.ok || sent.value.waiting) throw new Error('not sent')
  return { mediaId, ...sent.value }
}

const unlock = (actor: Actor, messageId: string, attempt = randomToken()) =>
  placeOrder(actor!, {
    product: { kind: 'message_unlock', messageId },
    from: 'wallet',
    returnTo: {},
    attempt,
    shownMinor: PRICE,
  })

async function bytesFor(actor: Actor, mediaId: string): Promise<string> {
  const found = await findMediaForViewer(actor, mediaId, { kind: 'original' })
  const preview = await findMediaForViewer(actor, mediaId, { kind: 'preview' })
  return `${found.ok ? 'open' : found.refusal.kind}, preview ${preview.ok ? 'open' : preview.refusal.kind}`
}

// The passes of these tests are nobody's gift, and their photos have no bytes.
const breaches = async () =>
  (await auditBooks()).filter(({ name }) => !['grants-are-authorised', 'objects-are-there'].includes(name))
const shillings = async () => (await walletBalance(fan.id)).amountMinor / 100n
const pending = async () =>
  -(await getBalance({ purpose: 'creator_pending', ownerId: creator.id, currency: 'UGX' })) / 100n
const last = async (reader: Person) => (await listMessages(threadId, reader.id, { before: null, limit: 10 })).at(-1)!

describe('sending photos, videos and voice', () => {
  it('CHAT-04a sends the creator’s own files locked at a price, with a text, once', async () => {
    const [first, second] = [await aPhoto(), await aPhoto()]
    for (const mediaId of [first, second, first])
      expect(await addMediumToMessage(creator, { threadId }, mediaId)).toMatchObject({ ok: true })
    expect((await listMediaDraft(creator.id, threadId)).map((one) => one.mediaId)).toEqual([first, second])
    const clientId = newId()
    const sent = await send({ text: 'For you', clientId })
    expect(await send({ text: 'For you', clientId })).toEqual(sent)
    expect(await send({ text: 'Another', clientId })).toMatchObject({ refusal: { kind: 'stale_form' } })
    expect(await listMediaDraft(creator.id, threadId)).toEqual([])
    expect(await last(creator)).toMatchObject({
      body: 'For you',
      own: true,
      media: { priceMinor: PRICE, state: 'open', bought: false, items: [{ mediaId: first }, { mediaId: second }] },
    })
    const seen = await last(fan)
    expect(seen).toMatchObject({ own: false, media: { priceMinor: PRICE, state: 'locked', items: [] } })
    expect(seen.media!.kinds).toHaveLength(2)
    expect(seen.media!.preview).toMatch(/^data:image\/webp/)
    expect(JSON.stringify(seen, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(first)
  })

  it('CHAT-04a refuses what is not theirs, not ready, removed by staff, too much, or no price', async () => {
    expect(await send()).toMatchObject({ refusal: { kind: 'media_missing' } })
    const foreign = await aPhoto(await makeCreator())
    expect(await addMediumToMessage(creator, { threadId }, foreign)).toMatchObject({
      refusal: { kind: 'medium_missing' },
    })
    expect(await addMediumToMessage(creator, { threadId }, 'x')).toMatchObject({ refusal: { kind: 'medium_missing' } })
    const mediaId = await aPhoto()
    await addMediumToMessage(creator, { threadId }, mediaId)
    for (const priceMinor of [99_900n, 500_000_100n, 150_050n, 0n, -1n])
      expect(await send({ priceMinor })).toMatchObject({ refusal: { kind: 'price_out_of_bounds' } })
    expect(await send({ text: 'x'.repeat(1_001) })).toMatchObject({ refusal: { kind: 'too_long' } })
    expect(await send({ clientId: 'x' })).toMatchObject({ refusal: { kind: 'stale_form' } })
    await ownerDb.updateTable('media').set({ state: 'failed' }).where('id', '=', mediaId).execute()
    expect(await send()).toMatchObject({ refusal: { kind: 'media_failed', medium: 'photo' } })
    await ownerDb.updateTable('media').set({ state: 'ready' }).where('id', '=', mediaId).execute()
    await blockBytes(mediaId)
    expect(await send()).toMatchObject({ refusal: { kind: 'media_blocked' } })
    expect(await removeMediumFromMessage(creator, { threadId }, mediaId)).toMatchObject({ ok: true })
    expect(await send()).toMatchObject({ refusal: { kind: 'media_missing' } })
  })

  const become = (mediaId: string, state: 'processing' | 'ready' | 'failed') =>
    ownerDb.updateTable('media').set({ state }).where('id', '=', mediaId).execute()

  async function aWaiting(kind: 'photo' | 'video' | 'voice' = 'video') {
    const mediaId = await aPhoto(creator, kind)
    await become(mediaId, 'processing')
    await addMediumToMessage(creator, { threadId }, mediaId)
    const clientId = newId()
    const sent = await send({ text: 'For you', clientId })
    expect(sent).toEqual({ ok: true, value: { threadId, waiting: true } })
    return { mediaId, clientId }
  }

  it('CHAT-04a a message whose file is still being prepared is sent by itself, once, at the price that was agreed', async () => {
    const { mediaId, clientId } = await aWaiting()
    expect(await findWaiting(creator.id, threadId)).toEqual({ body: 'For you', priceMinor: PRICE, problem: null })
    await runTask('send messages whose files are ready')
    expect((await last(fan)).body).toBe('Hello')
    await become(mediaId, 'ready')
    await Promise.all([sendWaitingMedia(), sendWaitingMedia()])
    await runTask('send messages whose files are ready')
    const lines = await listMessages(threadId, fan.id, { before: null, limit: 10 })
    expect(lines.map(({ body }) => body)).toEqual(['Hello', 'For you'])
    expect(lines.at(-1)!.media).toMatchObject({ priceMinor: PRICE, state: 'locked' })
    expect(await findWaiting(creator.id, threadId)).toBeNull()
    expect(await listMediaDraft(creator.id, threadId)).toEqual([])
    // The page that was open all the time sends it once more.
    expect(await send({ text: 'For you', clientId })).toMatchObject({ ok: true, value: { waiting: false } })
    expect(await listMessages(threadId, fan.id, { before: null, limit: 10 })).toHaveLength(2)
  })

  it('CHAT-04a a waiting message is taken back by its creator alone, and a changed file takes it back too', async () => {
    const first = await aWaiting()
    await cancelWaiting(await makeCreator(), threadId)
    expect(await findWaiting(creator.id, threadId)).not.toBeNull()
    await cancelWaiting(creator, threadId)
    await become(first.mediaId, 'ready')
    await runTask('send messages whose files are ready')
    expect((await last(fan)).body).toBe('Hello')
    expect(await listMediaDraft(creator.id, threadId)).toHaveLength(1)
    await aWaiting()
    await addMediumToMessage(creator, { threadId }, await aPhoto())
    expect(await findWaiting(creator.id, threadId)).toBeNull()
  })

  it.each(['photo', 'video', 'voice'] as const)(
    'CHAT-04a a %s that can’t be prepared is told by its kind, and nothing is sent or charged',
    async (kind) => {
      const { mediaId } = await aWaiting(kind)
      const before = await shillings()
      await become(mediaId, 'failed')
      await runTask('send messages whose files are ready')
      expect(await findWaiting(creator.id, threadId)).toMatchObject({ problem: `${kind}_failed` })
      expect((await last(fan)).body).toBe('Hello')
      expect(await shillings()).toBe(before)
      const page = await aBrowser(creator).call(mediaPage, `/chat/${threadId}/media`, { params: { id: threadId } })
      expect(JSON.stringify(page.data)).toContain(
        `${{ photo: 'This photo can’t be shown', video: 'This video can’t be played', voice: 'This voice note can’t be played' }[kind]}. Nothing was sent, and nobody was charged.`,
      )
    },
  )

  it('CHAT-04a a block that came meanwhile stops a waiting message', async () => {
    const { mediaId } = await aWaiting()
    await setThread(fan, threadId, { blocked: true })
    await become(mediaId, 'ready')
    await runTask('send messages whose files are ready')
    expect(await findWaiting(creator.id, threadId)).toMatchObject({ problem: 'closed' })
    expect((await last(fan)).body).toBe('Hello')
  })

  it('CHAT-04a SAFE-01 a file in which somebody did not agree to be shown is not sent, until staff lift the refusal', async () => {
    const mediaId = await aPhoto()
    await addMediumToMessage(creator, { threadId }, mediaId)
    const { content_sha256 } = await ownerDb
      .selectFrom('media')
      .select('content_sha256')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow()
    const refusal = {
      id: newId(),
      creator_id: creator.id,
      name: 'Joan',
      kind: 'declined' as const,
      refused_at: new Date(),
    }
    await ownerDb
      .insertInto('release_refusals')
      .values({ ...refusal, content_sha256 })
      .execute()
    expect(await send()).toMatchObject({ refusal: { kind: 'media_blocked' } })
    await ownerDb
      .updateTable('release_refusals')
      .set({ lifted_at: new Date(), lifted_by: fan.id, lift_reason: 'By mistake' })
      .where('id', '=', refusal.id)
      .execute()
    expect(await send()).toMatchObject({ ok: true })
  })

  it('CHAT-04a only the creator of the thread sends media, and not where one side has blocked the other', async () => {
    const mediaId = await aPhoto()
    await addMediumToMessage(creator, { threadId }, mediaId)
    const stranger = await makeCreator()
    for (const other of [fan, stranger]) {
      expect(await addMediumToMessage(other, { threadId }, mediaId)).toMatchObject({ refusal: { reason: 'not_there' } })
      expect(await removeMediumFromMessage(other, { threadId }, mediaId)).toMatchObject({
        refusal: { reason: 'not_there' },
      })
      expect(await send({}, other)).toMatchObject({ refusal: { reason: 'not_there' } })
    }
    for (const [side, reason] of [
      [fan, 'blocked'],
      [creator, 'you_blocked'],
    ] as const) {
      await setThread(side, threadId, { blocked: true })
      expect(await send()).toMatchObject({ refusal: { reason } })
      expect(await addMediumToMessage(creator, { threadId }, mediaId)).toMatchObject({ refusal: { reason } })
      await setThread(side, threadId, { blocked: false })
    }
    expect(await send()).toMatchObject({ ok: true })
  })
})

async function aPost(): Promise<string> {
  const id = newId()
  await ownerDb
    .insertInto('posts')
    .values({ id, creator_id: creator.id, kind: 'photo', audience: 'public', state: 'removed' })
    .execute()
  return id
}

/** As staff's removal of another post with the same file leaves it. */
async function blockBytes(mediaId: string): Promise<void> {
  const { content_sha256 } = await ownerDb
    .selectFrom('media')
    .select('content_sha256')
    .where('id', '=', mediaId)
    .executeTakeFirstOrThrow()
  await ownerDb
    .insertInto('blocked_media')
    .values({
      id: newId(),
      media_id: mediaId,
      kind: 'photo',
      content_sha256,
      owner_id: creator.id,
      post_id: await aPost(),
      reason: 'It breaks the rules.',
      blocked_by: creator.id,
    })
    .execute()
}

describe('the bytes of a message', () => {
  it('CHAT-04b MEDIA-02 leave to the fan of the thread once free or unlocked, and to nobody else', async () => {
    const locked = await sentPhoto()
    const free = await sentPhoto({ priceMinor: null })
    const other = await makePerson()
    await giveFullAccess(other)
    const nobody = [null, other, await makeCreator()]
    const shut = 'forbidden, preview forbidden'
    for (const actor of nobody) {
      expect(await bytesFor(actor, locked.mediaId)).toBe(shut)
      expect(await bytesFor(actor, free.mediaId)).toBe(shut)
    }
    expect(await bytesFor(creator, locked.mediaId)).toBe('open, preview open')
    expect(await bytesFor(fan, locked.mediaId)).toBe('forbidden, preview open')
    expect(await bytesFor(fan, free.mediaId)).toBe('open, preview open')
    expect(await unlock(fan, locked.messageId)).toMatchObject({ ok: true })
    expect(await bytesFor(fan, locked.mediaId)).toBe('open, preview open')
    for (const actor of nobody) expect(await bytesFor(actor, locked.mediaId)).toBe(shut)
    // As the text beside it: a block, a hidden creator and an ended pass close nothing that was sent.
    await setThread(creator, threadId, { blocked: true })
    await ownerDb
      .updateTable('creators')
      .set({ verification_status: 'rejected' })
      .where('profile_id', '=', creator.id)
      .execute()
    await ownerDb.updateTable('user_access').set({ revoked_at: new Date() }).where('user_id', '=', fan.id).execute()
    expect(await bytesFor(fan, locked.mediaId)).toBe('open, preview open')
    expect(await bytesFor(fan, free.mediaId)).toBe('open, preview open')
    expect(await bytesFor({ ...fan, accountStatus: 'suspended' }, locked.mediaId)).toBe(shut)
    expect(await bytesFor({ ...fan, isBlocked: true }, free.mediaId)).toBe(shut)
  })

  it('CHAT-05d SAFE-01d close for the fan with a removed message, whose buyer is refunded', async () => {
    const { mediaId, messageId } = await sentPhoto()
    await unlock(fan, messageId)
    expect([await shillings(), await pending()]).toEqual([30_000n, 16_000n])
    expect(await inTransaction((tx) => removeReportedMessage(tx, messageId))).toBe(true)
    expect(await inTransaction((tx) => removeReportedMessage(tx, messageId))).toBe(false)
    expect(await bytesFor(fan, mediaId)).toBe('forbidden, preview forbidden')
    expect((await last(fan)).media).toMatchObject({ state: 'removed', items: [], preview: null })
    expect(await refundRemovedMessages()).toBe(1)
    expect(await refundRemovedMessages()).toBe(0)
    expect([await shillings(), await pending()]).toEqual([45_000n, 4_000n])
    await expectBalancedBooks()
    expect(await breaches()).toEqual([])
  })

  it('SAFE-01e close when staff block a file with the same bytes', async () => {
    const { mediaId } = await sentPhoto({ priceMinor: null })
    const another = await sentPhoto({ priceMinor: null })
    expect(await inTransaction((tx) => removeMessagesWithMedia(tx, [mediaId]))).toBe(1)
    expect(await bytesFor(fan, mediaId)).toBe('forbidden, preview forbidden')
    expect(await bytesFor(fan, another.mediaId)).toBe('open, preview open')
  })
})

describe('unlocking a message', () => {
  it('CHAT-04b costs its price once, four fifths for the creator, and shows to both sides', async () => {
    const { messageId, mediaId } = await sentPhoto()
    const attempt = randomToken()
    expect(await unlock(fan, messageId, attempt)).toMatchObject({ ok: true })
    await unlock(fan, messageId, attempt)
    expect([await shillings(), await pending()]).toEqual([30_000n, 16_000n])
    expect(await unlock(fan, messageId)).toMatchObject({ refusal: { reason: 'already_unlocked' } })
    expect((await last(fan)).media).toMatchObject({ state: 'open', bought: true, netMinor: null, items: [{ mediaId }] })
    expect((await last(creator)).media).toMatchObject({ state: 'open', bought: true, netMinor: 1_200_000n })
    expect(
      await fixture.all(`select source, gross_minor, net_minor from earnings where source = 'unlock'`),
    ).toContainEqual({ source: 'unlock', gross_minor: PRICE, net_minor: 1_200_000n })
    await expectBalancedBooks()
    expect(await breaches()).toEqual([])
  })

  it('CHAT-04b many at once buy it once', async () => {
    const { messageId } = await sentPhoto()
    await Promise.all(Array.from({ length: 6 }, () => unlock(fan, messageId)))
    expect([await shillings(), await pending()]).toEqual([30_000n, 16_000n])
  })

  it('CHAT-04b is paid at the gateway too, and the message opens when the money arrives', async () => {
    const { messageId, mediaId } = await sentPhoto()
    const started = await placeOrder(
      fan,
      aStart({ product: { kind: 'message_unlock', messageId }, shownMinor: PRICE, email: fan.email }),
    )
    if (!started.ok) throw new Error(started.refusal.kind)
    expect(await bytesFor(fan, mediaId)).toBe('forbidden, preview open')
    await fixture.pay(started.value.reference, 'approve')
    await fixture.settled()
    expect(await bytesFor(fan, mediaId)).toBe('open, preview open')
    expect([await shillings(), await pending()]).toEqual([45_000n, 16_000n])
  })

  it('CHAT-04b is refused without balance, without a pass, to others, and where it is free, removed or blocked', async () => {
    const { messageId } = await sentPhoto()
    const free = await sentPhoto({ priceMinor: null })
    const rich = await makePerson()
    await giveFullAccess(rich)
    await fillWallet(rich, 50_000)
    for (const other of [rich, creator])
      expect(await unlock(other, messageId)).toMatchObject({ refusal: { kind: 'not_for_sale' } })
    for (const id of [free.messageId, newId(), 'x'])
      expect(await unlock(fan, id)).toMatchObject({ refusal: { kind: 'not_for_sale' } })
    const dear = await sentPhoto({ priceMinor: 5_000_000n })
    expect(
      await placeOrder(fan, {
        product: { kind: 'message_unlock', messageId: dear.messageId },
        from: 'wallet',
        returnTo: {},
        attempt: randomToken(),
        shownMinor: 5_000_000n,
      }),
    ).toMatchObject({ refusal: { kind: 'balance_too_small' } })
    for (const side of [fan, creator]) {
      await setThread(side, threadId, { blocked: true })
      // To the letter: a fan who is blocked is not told of it.
      expect(await unlock(fan, messageId)).toEqual({ ok: false, refusal: { kind: 'not_for_sale' } })
      expect(await findLockedMessage(fan.id, messageId)).toMatchObject({ onSale: false, bought: false })
      await setThread(side, threadId, { blocked: false })
    }
    await ownerDb.updateTable('user_access').set({ revoked_at: new Date() }).where('user_id', '=', fan.id).execute()
    expect(await unlock(fan, messageId)).toMatchObject({ refusal: { reason: 'pass_required' } })
    expect(await findLockedMessage(rich.id, messageId)).toBeNull()
    expect([await shillings(), await pending()]).toEqual([45_000n, 4_000n])
  })
})

describe('a tip from a conversation', () => {
  it('TIP-01b stands in the thread of its fan and its creator until it is refunded, and in no other', async () => {
    const since = new Date(0)
    const other = await makeCreator()
    for (const creatorId of [creator.id, other.id])
      expect(
        await placeOrder(fan, {
          product: {
            kind: 'tip',
            creatorId,
            amountMinor: 1_000_000n,
            postId: null,
            context: 'chat',
            message: 'Thank you',
            named: true,
          },
          from: 'wallet',
          returnTo: {},
          attempt: randomToken(),
          shownMinor: 1_000_000n,
        }),
      ).toMatchObject({ ok: true })
    expect(await listThreadTips(threadId, { since, before: null })).toMatchObject([
      { amountMinor: 1_000_000n, message: 'Thank you' },
    ])
    expect(await listThreadTips(threadId, { since, before: 1n })).toEqual([])
    await ownerDb.updateTable('tips').set({ removed_at: new Date() }).where('fan_id', '=', fan.id).execute()
    expect(await listThreadTips(threadId, { since, before: null })).toEqual([])
  })
})

it('ADMIN-06c SAFE-01 staff see the files of a reported message while their recorded view is open, and nobody else of the team does', async () => {
  const { mediaId, messageId } = await sentPhoto({ priceMinor: null })
  const other = await sentPhoto({ priceMinor: null })
  const filed = await fileReport(fan, {
    kind: 'message',
    id: messageId,
    reason: 'harassment',
    details: 'Not what was agreed',
    email: '',
    network: randomToken(),
  })
  if (!filed.ok) throw new Error(JSON.stringify(filed.refusal))
  const { reportId } = filed.value
  const [moderator, colleague, manager] = [
    await makeStaff('content-moderator'),
    await makeStaff('content-moderator'),
    await makeStaff('earnings-manager'),
  ]
  const seen = async () => Promise.all([moderator, colleague, manager].map((actor) => bytesFor(actor, mediaId)))
  const closed = 'forbidden, preview forbidden'
  expect(await seen()).toEqual([closed, closed, closed])
  expect(await listReportedFiles(moderator, reportId)).toEqual([])
  expect(await openReport(moderator, reportId)).toMatchObject({ ok: true })
  expect(await openReport(manager, reportId)).toMatchObject({ ok: false })
  expect(await seen()).toEqual(['open, preview open', closed, closed])
  expect(await listReportedFiles(moderator, reportId)).toEqual([{ id: mediaId, kind: 'photo', ready: true }])
  expect(await listReportedFiles(colleague, reportId)).toEqual([])
  expect(await bytesFor(moderator, other.mediaId)).toBe(closed)
  await fixture
    .owner()
    .query(
      `update report_views set opened_at = opened_at - interval '3 minutes', ends_at = ends_at - interval '3 minutes'`,
    )
  expect(await seen()).toEqual([closed, closed, closed])
})
