import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { heldBalance, walletBalance } from '#app/domain/wallet/queries.server.ts'
import { cancelExpiredHolds } from '#app/domain/wallet/cancel-expired-holds.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator } from '#tests/support/creators.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { accepted, addReadyMedium, anAsk, asked } from '#tests/support/requests.ts'
import { fillWallet } from '#tests/support/spending.ts'
import { acceptRequest } from './accept-request.server.ts'
import { addMedium } from './add-media.server.ts'
import { askRequest } from './ask-request.server.ts'
import { changePrice } from './change-price.server.ts'
import { confirmPrice } from './confirm-price.server.ts'
import { declineRequest } from './decline-request.server.ts'
import { cancelDelivery } from './cancel-delivery.server.ts'
import { deliverWaiting } from './deliver-waiting.server.ts'
import { deliverRequest } from './deliver-request.server.ts'
import { endDueRequests } from './end-due-requests.server.ts'
import { findOwnRequest, findReceivedRequest, findRequestDraft, isDeliveredWhenReady } from './queries.server.ts'
import { removeMedium } from './remove-medium.server.ts'
import { setOffers } from './set-offers.server.ts'
import { withdrawRequest } from './withdraw-request.server.ts'

const fixture = usePaymentFixture({ max: 16 })
const HOUR = 3_600
const DAY = 86_400

let fan: Person
let creator: Person

beforeEach(async () => {
  fan = await aFan()
  creator = await aCreator()
})

async function aFan(): Promise<Person> {
  const person = await fixture.person()
  await fixture.grantPass(person.id)
  return person
}

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  return { ...(await fixture.person()), id: creatorId, userType: 'creator' }
}

const balances = async () => [
  (await walletBalance(fan.id)).amountMinor / 100n,
  (await heldBalance(fan.id)).amountMinor / 100n,
]
const pendingOf = async (who: Person) =>
  -(await getBalance({ purpose: 'creator_pending', ownerId: who.id, currency: 'UGX' })) / 100n
const statusOf = async (requestId: string) => (await findOwnRequest(fan.id, requestId))?.status
const storedState = async (requestId: string) =>
  (await fixture.one<{ state: string }>('select state from custom_requests where id = $1', [requestId])).state
const events = async (requestId: string) =>
  (
    await fixture.all<{ event: string }>('select event from activity where object_id = $1 order by id', [requestId])
  ).map((row) => row.event)
const suspend = () =>
  fixture.owner().query(`update profiles set account_status = 'suspended' where id = $1`, [creator.id])

describe('a custom request', () => {
  it('PROF-07k asked, its price is held; accepted and delivered, it is shared, four fifths to the creator', async () => {
    await fillWallet(fan, 150_000)
    const requestId = await asked(fan, creator)
    expect(await balances()).toEqual([50_000n, 100_000n])
    expect(await acceptRequest(creator, requestId)).toEqual({ ok: true, value: null })
    expect([await balances(), await pendingOf(creator)]).toEqual([[50_000n, 100_000n], 0n])
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    expect(await deliverRequest(creator, requestId)).toEqual({ ok: true, value: { waiting: false } })
    expect([await balances(), await pendingOf(creator)]).toEqual([[50_000n, 0n], 80_000n])
    expect(
      await fixture.all('select source, gross_minor, fee_minor, net_minor from earnings where cause_id = $1', [
        requestId,
      ]),
    ).toEqual([{ source: 'custom_request', gross_minor: 10_000_000n, fee_minor: 2_000_000n, net_minor: 8_000_000n }])
    expect(await statusOf(requestId)).toBe('delivered')
    expect(await events(requestId)).toEqual(['request_received', 'request_accepted', 'request_delivered'])
  })

  it('PROF-07k it has a reference of its own', async () => {
    await fillWallet(fan, 300_000)
    const [first, second] = [await asked(fan, creator), await asked(fan, creator)]
    const [one, two] = [await findOwnRequest(fan.id, first), await findOwnRequest(fan.id, second)]
    expect(one?.reference).toMatch(/^CR-\d{4,}$/)
    expect(two?.reference).not.toBe(one?.reference)
  })

  it('PROF-07l declined, all of it is the fan’s again; declined twice, once', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await asked(fan, creator)
    expect((await declineRequest(creator, requestId)).ok).toBe(true)
    expect((await declineRequest(creator, requestId)).ok).toBe(true)
    expect(await balances()).toEqual([100_000n, 0n])
    expect(await acceptRequest(creator, requestId)).toEqual({
      ok: false,
      refusal: { kind: 'request_ended', state: 'declined' },
    })
  })

  it('PROF-07l withdrawn before it is accepted, all of it is the fan’s again; afterwards it is promised', async () => {
    await fillWallet(fan, 100_000)
    const first = await asked(fan, creator)
    expect((await withdrawRequest(fan, first)).ok).toBe(true)
    expect(await balances()).toEqual([100_000n, 0n])
    const second = await accepted(fan, creator)
    expect(await withdrawRequest(fan, second)).toEqual({ ok: false, refusal: { kind: 'accepted_already' } })
    expect(await balances()).toEqual([0n, 100_000n])
    expect((await declineRequest(creator, second)).ok).toBe(true)
    expect([await balances(), await statusOf(second)]).toEqual([[100_000n, 0n], 'not_delivered'])
  })

  it('PROF-07l without an answer in 48 hours it lapses, and all of it is the fan’s again', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await asked(fan, creator, { days: 10 })
    await fixture.advance(48 * HOUR - 60)
    await endDueRequests()
    expect(await statusOf(requestId)).toBe('asked')
    await fixture.advance(61)
    // Time alone ends it, before the task has run.
    expect(await statusOf(requestId)).toBe('lapsed')
    expect(await acceptRequest(creator, requestId)).toMatchObject({ refusal: { kind: 'request_ended' } })
    expect(await balances()).toEqual([0n, 100_000n])
    await endDueRequests()
    expect([await balances(), await storedState(requestId)]).toEqual([[100_000n, 0n], 'lapsed'])
    expect(await events(requestId)).toEqual(['request_received', 'request_lapsed'])
  })

  it('PROF-07l not delivered in time, delivery is refused and all of it is the fan’s again', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator, { days: 1 })
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    await fixture.advance(2 * DAY + 1)
    expect(await deliverRequest(creator, requestId)).toMatchObject({ refusal: { kind: 'request_ended' } })
    // Whichever task comes first.
    await cancelExpiredHolds()
    expect(await balances()).toEqual([100_000n, 0n])
    await endDueRequests()
    expect([await storedState(requestId), await pendingOf(creator)]).toEqual(['not_delivered', 0n])
  })

  it('PROF-07l while its creator is hidden, it ends and all of it is the fan’s again', async () => {
    await fillWallet(fan, 200_000)
    const [open, promised] = [await asked(fan, creator), await accepted(fan, creator)]
    await addReadyMedium(fixture.owner(), creator.id, promised)
    await suspend()
    expect(await deliverRequest(creator, promised)).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'creator_away' },
    })
    expect(await acceptRequest(creator, open)).toMatchObject({ refusal: { kind: 'not_permitted' } })
    expect(await pendingOf(creator)).toBe(0n)
    await endDueRequests()
    expect([await balances(), await storedState(open), await storedState(promised)]).toEqual([
      [200_000n, 0n],
      'lapsed',
      'not_delivered',
    ])
    expect(await fixture.all('select distinct end_reason from wallet_holds where owner_id = $1', [fan.id])).toEqual([
      { end_reason: 'creator_hidden' },
    ])
  })

  it('PROF-07l a private call that was asked for before there are calls is not delivered, and returns its money', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator)
    await fixture
      .owner()
      .query(`update custom_requests set kind = 'call', answer_by = app_now(), deliver_by = app_now() where id = $1`, [
        requestId,
      ])
    expect(await deliverRequest(creator, requestId)).toMatchObject({ refusal: { kind: 'request_ended' } })
    await endDueRequests()
    expect([await balances(), await storedState(requestId)]).toEqual([[100_000n, 0n], 'not_delivered'])
  })
})

describe('another price', () => {
  it.each([
    ['a higher one', 120_000, [30_000n, 120_000n]],
    ['a lower one', 40_000, [110_000n, 40_000n]],
  ])('PROF-07l %s moves money only when the fan confirms it', async (_, shillings, after) => {
    await fillWallet(fan, 150_000)
    const requestId = await asked(fan, creator)
    const price = ugx(shillings).amountMinor
    expect(await changePrice(creator, requestId, price)).toEqual({ ok: true, value: { version: 2 } })
    expect([await balances(), await statusOf(requestId)]).toEqual([[50_000n, 100_000n], 'price_changed'])
    expect((await confirmPrice(fan, requestId, 2)).ok).toBe(true)
    expect((await confirmPrice(fan, requestId, 2)).ok).toBe(true)
    expect([await balances(), await statusOf(requestId)]).toEqual([after, 'accepted'])
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    expect((await deliverRequest(creator, requestId)).ok).toBe(true)
    expect(await pendingOf(creator)).toBe((BigInt(shillings) * 4n) / 5n)
  })

  it('PROF-07l a price that was changed again must be seen before it is confirmed', async () => {
    await fillWallet(fan, 300_000)
    const requestId = await asked(fan, creator)
    await changePrice(creator, requestId, ugx(150_000).amountMinor)
    await changePrice(creator, requestId, ugx(200_000).amountMinor)
    expect(await confirmPrice(fan, requestId, 2)).toEqual({
      ok: false,
      refusal: { kind: 'price_changed_again', price: ugx(200_000), version: 3 },
    })
    expect(await balances()).toEqual([200_000n, 100_000n])
    expect((await confirmPrice(fan, requestId, 3)).ok).toBe(true)
    expect(await balances()).toEqual([100_000n, 200_000n])
    expect(await changePrice(creator, requestId, ugx(10_000).amountMinor)).toEqual({
      ok: false,
      refusal: { kind: 'accepted_already' },
    })
  })

  it('PROF-07l a wallet that is too small for it says what is missing, and keeps what is held', async () => {
    await fillWallet(fan, 110_000)
    const requestId = await asked(fan, creator)
    await changePrice(creator, requestId, ugx(150_000).amountMinor)
    expect(await confirmPrice(fan, requestId, 2)).toEqual({
      ok: false,
      refusal: { kind: 'balance_too_small', balance: ugx(10_000), missing: ugx(40_000) },
    })
    expect([await balances(), await statusOf(requestId)]).toEqual([[10_000n, 100_000n], 'price_changed'])
    expect((await withdrawRequest(fan, requestId)).ok).toBe(true)
    expect(await balances()).toEqual([110_000n, 0n])
  })

  it('PROF-07l one that nobody confirms lapses, and all of it is the fan’s again', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await asked(fan, creator, { days: 10 })
    await fixture.advance(40 * HOUR)
    await changePrice(creator, requestId, ugx(50_000).amountMinor)
    await fixture.advance(40 * HOUR)
    // The fan has 48 hours of their own.
    expect(await statusOf(requestId)).toBe('price_changed')
    await fixture.advance(9 * HOUR)
    expect(await confirmPrice(fan, requestId, 2)).toMatchObject({ refusal: { kind: 'request_ended' } })
    await endDueRequests()
    expect([await balances(), await storedState(requestId)]).toEqual([[100_000n, 0n], 'lapsed'])
  })

  it('PROF-07l the creator may take the price that is held after all', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await asked(fan, creator)
    await changePrice(creator, requestId, ugx(50_000).amountMinor)
    expect((await acceptRequest(creator, requestId)).ok).toBe(true)
    expect(await confirmPrice(fan, requestId, 2)).toMatchObject({ ok: true })
    expect(await balances()).toEqual([0n, 100_000n])
  })

  it('PROF-07l the price that is held is no other price', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await asked(fan, creator)
    expect(await changePrice(creator, requestId, ugx(100_000).amountMinor)).toEqual({
      ok: false,
      refusal: { kind: 'price_is_the_same' },
    })
    expect(await changePrice(creator, requestId, 150n)).toEqual({ ok: false, refusal: { kind: 'price_out_of_bounds' } })
  })
})

describe('asking', () => {
  it('PROF-07k with too little money, nothing is held and what was typed is kept until it is sent', async () => {
    await fillWallet(fan, 40_000)
    const ask = anAsk(creator)
    expect(await askRequest(fan, ask)).toEqual({
      ok: false,
      refusal: { kind: 'balance_too_small', balance: ugx(40_000), missing: ugx(60_000) },
    })
    expect(await balances()).toEqual([40_000n, 0n])
    expect(await findRequestDraft(fan.id, creator.id)).toEqual({
      kind: 'photo',
      words: ask.words,
      wantedBy: ask.wantedBy,
      price: '100000',
    })
    expect(await findRequestDraft(creator.id, creator.id)).toBeNull()
    await fillWallet(fan, 60_000)
    expect((await askRequest(fan, ask)).ok).toBe(true)
    expect(await findRequestDraft(fan.id, creator.id)).toBeNull()
    expect(await balances()).toEqual([0n, 100_000n])
  })

  it.each([
    ['no words', { words: '  ' }, 'words_missing_or_long'],
    ['501 characters', { words: 'x'.repeat(501) }, 'words_missing_or_long'],
    ['today', { days: 0 }, 'day_out_of_bounds'],
    ['in two months', { days: 60 }, 'day_out_of_bounds'],
    ['less than the creator’s price', { priceMinor: 2_999_900n }, 'price_out_of_bounds'],
    ['a fraction of a shilling', { priceMinor: 10_000_050n }, 'price_out_of_bounds'],
    ['far more than any balance', { priceMinor: 10n ** 17n }, 'price_out_of_bounds'],
  ])('PROF-07k %s is refused, and nothing is held', async (_, change, kind) => {
    await fillWallet(fan, 500_000)
    expect(await askRequest(fan, anAsk(creator, change))).toMatchObject({ refusal: { kind } })
    expect(await balances()).toEqual([500_000n, 0n])
  })

  it('PROF-07k a creator decides which kinds they take, and from which price', async () => {
    await fillWallet(fan, 500_000)
    const on = (isOn: boolean, shillings: number) => ({ isOn, minPriceMinor: ugx(shillings).amountMinor })
    const set = await setOffers(creator, {
      photo: on(true, 200_000),
      video: on(false, 75_000),
      voice: on(true, 1_000),
    })
    expect(set.ok).toBe(true)
    expect(await askRequest(fan, anAsk(creator))).toEqual({
      ok: false,
      refusal: { kind: 'price_out_of_bounds', min: ugx(200_000) },
    })
    expect(await askRequest(fan, anAsk(creator, { kind: 'video' }))).toMatchObject({ refusal: { kind: 'kind_is_off' } })
    expect((await askRequest(fan, anAsk(creator, { kind: 'voice', priceMinor: 100_000n }))).ok).toBe(true)
    expect(await setOffers(fan, { photo: on(true, 1), video: on(true, 1), voice: on(true, 1) })).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'not_a_creator' },
    })
  })

  it('PROF-07k ten open requests of one fan are enough', async () => {
    await fillWallet(fan, 2_000_000)
    for (let nth = 0; nth < 10; nth += 1) await asked(fan, creator)
    expect(await askRequest(fan, anAsk(creator))).toMatchObject({ refusal: { kind: 'too_many_open' } })
    expect(await balances()).toEqual([1_000_000n, 1_000_000n])
  })

  it('PROF-07k a fan without access asks for nothing', async () => {
    const stranger = await fixture.person()
    await fillWallet(stranger, 500_000)
    expect(await askRequest(stranger, anAsk(creator))).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'pass_required' },
    })
    expect(await askRequest(null, anAsk(creator))).toMatchObject({ refusal: { reason: 'sign_in_required' } })
    expect(await askRequest(fan, anAsk({ id: 'not-an-id' }))).toMatchObject({ refusal: { kind: 'not_permitted' } })
  })
})

describe('the delivery', () => {
  it('DASH-03g is made by itself, once, when the last file is ready, unless it was taken back', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator, { kind: 'video' })
    const video = await addReadyMedium(fixture.owner(), creator.id, requestId, { kind: 'video', state: 'processing' })
    const become = (state: string) => fixture.owner().query('update media set state = $2 where id = $1', [video, state])
    const waits = { ok: true, value: { waiting: true } }
    expect(await deliverRequest(creator, requestId)).toEqual(waits)
    await deliverWaiting()
    expect(await balances()).toEqual([0n, 100_000n])
    // Another creator takes nothing back; the creator does.
    await cancelDelivery(await makeCreator(), requestId)
    expect(await isDeliveredWhenReady(requestId)).toBe(true)
    await cancelDelivery(creator, requestId)
    await become('ready')
    await deliverWaiting()
    // The task had chosen it already when it was taken back.
    expect(await deliverRequest(creator, requestId, { waited: true })).toEqual({
      ok: false,
      refusal: { kind: 'taken_back' },
    })
    expect(await balances()).toEqual([0n, 100_000n])
    // A file that fails ends the waiting: nothing is delivered, nothing is charged.
    await become('processing')
    expect(await deliverRequest(creator, requestId)).toEqual(waits)
    await become('failed')
    await deliverWaiting()
    expect([await balances(), await isDeliveredWhenReady(requestId)]).toEqual([[0n, 100_000n], false])
    await become('processing')
    expect(await deliverRequest(creator, requestId)).toEqual(waits)
    await become('ready')
    await Promise.all([deliverWaiting(), deliverWaiting()])
    expect((await balances())[1]).toBe(0n)
    expect(await deliverRequest(creator, requestId)).toEqual({ ok: true, value: { waiting: false } })
  })

  it('DASH-03g needs something of the kind that was asked for, ready to be shown', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator, { kind: 'video' })
    const missing = { ok: false, refusal: { kind: 'media_missing', medium: 'video' } }
    expect(await deliverRequest(creator, requestId)).toEqual(missing)
    await addReadyMedium(fixture.owner(), creator.id, requestId)
    expect(await deliverRequest(creator, requestId)).toEqual(missing)
    const video = await addReadyMedium(fixture.owner(), creator.id, requestId, { kind: 'video', state: 'processing' })
    await fixture.owner().query(`update media set state = 'failed' where id = $1`, [video])
    expect(await deliverRequest(creator, requestId)).toEqual({
      ok: false,
      refusal: { kind: 'media_failed', medium: 'video' },
    })
    expect(await balances()).toEqual([0n, 100_000n])
    await fixture.owner().query(`update media set state = 'ready' where id = $1`, [video])
    expect(await deliverRequest(creator, requestId)).toEqual({ ok: true, value: { waiting: false } })
    expect(await removeMedium(creator, requestId, video)).toMatchObject({ refusal: { kind: 'request_ended' } })
  })

  it('SAFE-01e a file that staff have blocked is not delivered, and nothing is paid for it', async () => {
    await fillWallet(fan, 100_000)
    const requestId = await accepted(fan, creator, { kind: 'photo' })
    const photo = await addReadyMedium(fixture.owner(), creator.id, requestId)
    await fixture.owner().query(`update media set content_sha256 = sha256('removed') where id = $1`, [photo])
    await fixture.owner().query(
      `with post as (insert into posts (id, creator_id, kind, audience, state) values (gen_random_uuid(), $1, 'photo', 'public', 'removed') returning id)
       insert into blocked_media (id, media_id, kind, content_sha256, owner_id, post_id, reason, blocked_by)
       select gen_random_uuid(), gen_random_uuid(), 'photo', sha256('removed'), $1, post.id, 'Removed', $1 from post`,
      [creator.id],
    )
    expect(await deliverRequest(creator, requestId)).toEqual({ ok: false, refusal: { kind: 'media_blocked' } })
    expect(await balances()).toEqual([0n, 100_000n])
    await fixture.owner().query('update blocked_media set unblocked_at = app_now(), unblocked_by = blocked_by')
    // Nor one in which somebody did not agree to be shown.
    await fixture.owner().query(
      `insert into release_refusals (id, creator_id, name, kind, content_sha256, refused_at)
       values (gen_random_uuid(), $1, 'Joan', 'declined', sha256('removed'), app_now())`,
      [creator.id],
    )
    expect(await deliverRequest(creator, requestId)).toEqual({ ok: false, refusal: { kind: 'media_blocked' } })
    await fixture
      .owner()
      .query(`update release_refusals set lifted_at = app_now(), lifted_by = $1, lift_reason = 'By mistake'`, [
        creator.id,
      ])
    expect((await deliverRequest(creator, requestId)).ok).toBe(true)
  })

  it('DASH-03g contains only the creator’s own media', async () => {
    await fillWallet(fan, 300_000)
    const [mine, before] = [await accepted(fan, creator), await accepted(fan, creator)]
    const other = await aCreator()
    const theirs = await accepted(fan, other)
    const foreign = await addReadyMedium(fixture.owner(), other.id, theirs)
    const own = await addReadyMedium(fixture.owner(), creator.id, before)
    expect(await addMedium(creator, mine, foreign)).toEqual({ ok: false, refusal: { kind: 'medium_missing' } })
    expect(await addMedium(creator, mine, newId())).toEqual({ ok: false, refusal: { kind: 'medium_missing' } })
    expect(await addMedium(creator, mine, own)).toEqual({ ok: true, value: { mediaId: own } })
    expect(await addMedium(creator, mine, own)).toEqual({ ok: true, value: { mediaId: own } })
    expect(await addMedium(other, mine, foreign)).toMatchObject({ refusal: { kind: 'request_missing' } })
  })

  it('DASH-03g nothing is added before the request is accepted', async () => {
    await fillWallet(fan, 200_000)
    const [open, promised] = [await asked(fan, creator), await accepted(fan, creator)]
    const own = await addReadyMedium(fixture.owner(), creator.id, promised)
    expect(await addMedium(creator, open, own)).toEqual({ ok: false, refusal: { kind: 'not_accepted' } })
    expect(await deliverRequest(creator, open)).toEqual({ ok: false, refusal: { kind: 'not_accepted' } })
  })
})

describe('the parties of a request', () => {
  it('PROF-07l nobody else sees it, or takes a step in it', async () => {
    await fillWallet(fan, 200_000)
    const [other, otherCreator] = [await aFan(), await aCreator()]
    await fillWallet(other, 500_000)
    const requestId = await asked(fan, creator)
    const missing = { ok: false, refusal: { kind: 'request_missing' } }
    for (const who of [other, creator, otherCreator]) expect(await findOwnRequest(who.id, requestId)).toBeNull()
    for (const who of [other, fan, otherCreator]) expect(await findReceivedRequest(who.id, requestId)).toBeNull()
    for (const who of [fan, other, otherCreator]) {
      expect(await acceptRequest(who, requestId)).toEqual(missing)
      expect(await declineRequest(who, requestId)).toEqual(missing)
      expect(await changePrice(who, requestId, ugx(200_000).amountMinor)).toEqual(missing)
      expect(await deliverRequest(who, requestId)).toEqual(missing)
      expect(await addMedium(who, requestId, newId())).toEqual(missing)
      expect(await removeMedium(who, requestId, newId())).toEqual(missing)
    }
    await changePrice(creator, requestId, ugx(150_000).amountMinor)
    for (const who of [creator, other, otherCreator]) {
      expect(await withdrawRequest(who, requestId)).toEqual(missing)
      expect(await confirmPrice(who, requestId, 2)).toEqual(missing)
    }
    for (const id of ['not-an-id', newId()]) {
      expect(await acceptRequest(creator, id)).toEqual(missing)
      expect(await confirmPrice(fan, id, 2)).toEqual(missing)
      expect(await withdrawRequest(fan, id)).toEqual(missing)
    }
    expect([await balances(), await statusOf(requestId)]).toEqual([[100_000n, 100_000n], 'price_changed'])
  })

  it('PROF-07l a fan whose access or account ended meanwhile confirms nothing', async () => {
    await fillWallet(fan, 300_000)
    const requestId = await asked(fan, creator)
    await changePrice(creator, requestId, ugx(150_000).amountMinor)
    expect(await confirmPrice({ ...fan, isBlocked: true }, requestId, 2)).toMatchObject({
      refusal: { kind: 'not_permitted', reason: 'account_closed' },
    })
    await fixture.owner().query('delete from user_access where user_id = $1', [fan.id])
    expect(await confirmPrice(fan, requestId, 2)).toMatchObject({
      refusal: { kind: 'not_permitted', reason: 'pass_required' },
    })
    expect(await balances()).toEqual([200_000n, 100_000n])
  })
})
