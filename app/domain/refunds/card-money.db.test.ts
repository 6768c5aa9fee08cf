import { beforeEach, describe, expect, test } from 'vitest'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import { releaseEarnings } from '#app/domain/earnings/release-earnings.server.ts'
import { reverseEarnings } from '#app/domain/earnings/reverse-earnings.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { recordDevice } from '#app/domain/identity/record-device.server.ts'
import { credit, type Purpose } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { isCardFunded } from '#app/domain/payments/card-funded.server.ts'
import { refundCreatorSubscriptions } from '#app/domain/subscriptions/refund-creator-subscriptions.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { shareWeeks } from '#app/domain/shares/share-weeks.server.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { walletOf } from '#app/domain/wallet/wallet.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { auditAfterEach } from '#tests/support/balanced-books.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { aTip, spend } from '#tests/support/spending.ts'
import { answerChargeback } from './answer-chargeback.server.ts'
import { findChargeback } from './chargeback-queries.server.ts'
import { readChargebacks } from './read-chargebacks.server.ts'

const fixture = usePaymentFixture({ max: 10 })
const run = (text: string, values: unknown[] = []) => fixture.owner().query(text, values)
const DAY = 86_400

auditAfterEach()

// The simulator numbers its chargebacks again after each reset.
beforeEach(async () => {
  await run(
    `update chargebacks set chargeback_id = 'before ' || id, ended_at = coalesce(ended_at, app_now()) where chargeback_id not like 'before %'`,
  )
})

type Method = 'card' | 'mobile_money'

const PAYERS_NUMBER = '+256772123456'

const payerOf = (fan: Person, method: Method) => ({
  name: 'Brian Okello',
  email: fan.email,
  phone: PAYERS_NUMBER,
  method,
  network: method === 'card' ? null : ('MTN' as const),
})

async function paid(fan: Person, method: Method, product?: Parameters<typeof aStart>[0]): Promise<string> {
  const started = await placeOrder(fan, aStart({ email: fan.email, payer: payerOf(fan, method), ...product }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  await fixture.pay(started.value.reference, 'approve')
  await fixture.settled()
  return started.value.reference
}

const topUp = (fan: Person, method: Method, amountMinor: bigint): Promise<string> =>
  paid(fan, method, { product: { kind: 'wallet_top_up', amountMinor, restMinor: 0n } })

/** An approved creator whose listing is paid for, with a payout account in a name of their own. */
async function creatorApproved(daysAgo = 0): Promise<Person> {
  const creator = await fixture.person({ userType: 'creator', displayName: 'Amina Kato' })
  await run(
    `insert into creators (profile_id, verification_status, approved_at) values ($1, 'approved', app_now() - make_interval(days => $2))`,
    [creator.id, daysAgo],
  )
  await run(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     values ($1, $2, 'grant', $1, app_now() - interval '1 day', app_now() + interval '400 days')`,
    [newId(), creator.id],
  )
  await run(
    `insert into payout_accounts (id, creator_id, kind, bank_code, bank_name, number, account_name, state, code_expires_at, confirmed_at, usable_from)
     values ($1, $2, 'mobile_money', 'MTN', 'MTN', '+256770000931', 'Amina Kato', 'in_use', app_now(), app_now(), app_now())`,
    [newId(), creator.id],
  )
  return creator
}

const twoApproved = async () => [await creatorApproved(), await creatorApproved()] as const

async function aManager(): Promise<Person> {
  const manager = await fixture.person({ userType: 'admin', staffRole: 'earnings-manager' })
  await enlistStaff(run, manager.id, 'earnings-manager')
  return manager
}

/** People who all signed in with one browser. */
async function shareBrowser(people: readonly Person[], browser: string): Promise<void> {
  for (const person of people) await recordDevice(person.id, browser, '10.1.1.0/24')
}

async function releaseAfter(days: number): Promise<void> {
  await fixture.advance(days * DAY)
  await releaseEarnings()
}

const daysPending = async (creator: Person) =>
  (
    await fixture.all<{ days: number; card: boolean }>(
      `select extract(day from available_at - earned_at)::int as days, card_funded as card from earnings where creator_id = $1 order by days`,
      [creator.id],
    )
  ).map(({ days, card }) => `${days} days${card ? ', card' : ''}`)

const available = async (creator: Person) => -(await getBalance(creatorAccount('creator_available', creator.id))) / 100n

describe('card money', () => {
  const unlock = async (creatorDays: number, method: Method) => {
    const creator = await creatorApproved(creatorDays)
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    const { postId, creatorId } = await fixture.lockedPost()
    await run('update posts set creator_id = $1 where id = $2', [creator.id, postId])
    expect(creatorId).not.toBe(creator.id)
    await paid(fan, method, { product: { kind: 'post_unlock', postId } })
    return creator
  }

  test.each<[string, number, Method, string]>([
    ['a card clears after 14 days for a creator of 89 days', 89, 'card', '14 days, card'],
    ['a card clears after 7 days for a creator of 90 days', 90, 'card', '7 days, card'],
    ['mobile money clears after 7 days for a new creator', 0, 'mobile_money', '7 days'],
  ])('EARN-01 %s', async (_name, creatorDays, method, pending) => {
    expect(await daysPending(await unlock(creatorDays, method))).toEqual([pending])
  })

  test('EARN-01 what a card paid for is not available on the eighth day, and is on the fifteenth', async () => {
    const creator = await unlock(0, 'card')
    await releaseAfter(8)
    expect(await available(creator)).toBe(0n)
    await releaseAfter(7)
    expect(await available(creator)).toBe(40_000n)
  })

  test.each<[Method, string]>([
    ['card', '14 days, card'],
    ['mobile_money', '7 days'],
  ])(
    'EARN-01 the last days of a subscription to a hidden creator, paid by %s, clear after %s',
    async (method, pending) => {
      const creator = await creatorApproved()
      await run(
        `update creators set listed = true, listed_until = app_now() + interval '90 days' where profile_id = $1`,
        [creator.id],
      )
      const fan = await fixture.person()
      await paid(fan, method, { product: { kind: 'creator_subscription', creatorId: creator.id, renewal: false } })
      await fixture.advance(3 * DAY + 3_600)
      await run('update creator_listings set revoked_at = app_now() where creator_id = $1', [creator.id])
      await run('update creators set listed = false, listed_until = null where profile_id = $1', [creator.id])
      await refundCreatorSubscriptions()
      expect(await daysPending(creator)).toEqual([pending])
    },
  )

  test('EARN-01 a tip from a wallet counts as card money if a card topped that wallet up recently', async () => {
    const tipBy = async (method: Method, daysLater: number) => {
      const creator = await creatorApproved()
      const fan = await fixture.person()
      await fixture.grantPass(fan.id)
      await topUp(fan, method, 10_000_000n)
      await fixture.advance(daysLater * DAY)
      const tip = await spend(fan, aTip(creator.id, 5_000))
      expect(tip.ok).toBe(true)
      return daysPending(creator)
    }
    expect(await tipBy('card', 0)).toEqual(['14 days, card'])
    expect(await tipBy('mobile_money', 0)).toEqual(['7 days'])
    expect(await tipBy('card', 121)).toEqual(['7 days'])
  })

  test('EARN-01 the owner sets both periods', async () => {
    const ruler = await fixture.person({ userType: 'admin', staffRole: 'super-admin' })
    for (const [name, value] of Object.entries({ cardClearingDays: 21, newCreatorDays: 30 }))
      await run('insert into settings (name, value, changed_by) values ($1, $2, $3)', [
        name,
        JSON.stringify(value),
        ruler.id,
      ])
    expect(await daysPending(await unlock(29, 'card'))).toEqual(['21 days, card'])
    expect(await daysPending(await unlock(31, 'card'))).toEqual(['7 days, card'])
    await run('delete from settings')
  })
})

/** Uses a pass with these creators, until its week is shared among them. */
async function shareAWeek(fan: Person, creators: readonly Person[]): Promise<void> {
  for (const creator of creators) await recordUse(fan.id, creator.id)
  await fixture.advance(8 * DAY)
  await shareWeeks()
}

/** A fan whose pass, paid by a card, was used for a whole week with these creators, and shared among them. */
async function sharedPass(
  creators: readonly Person[],
): Promise<{ fan: Person; reference: string; purchaseId: string }> {
  const fan = await fixture.person()
  const reference = await paid(fan, 'card')
  await shareAWeek(fan, creators)
  const { purchase_id: purchaseId } = await fixture.one<{ purchase_id: string }>(
    'select purchase_id from transactions where flutterwave_tx_ref = $1',
    [reference],
  )
  return { fan, reference, purchaseId }
}

const pending = async (creator: Person) => -(await getBalance(creatorAccount('creator_pending', creator.id)))

/** A bank reverses what a card paid; `C03` is a case that is won by declining it. Returns the chargeback's id. */
async function chargeBack(reference: string, scenario: 'C01' | 'C03' = 'C01'): Promise<string> {
  await fixture.scenario(scenario, { tx_ref: reference })
  await readChargebacks()
  const { id } = await fixture.one<{ id: string }>(
    `select c.id from chargebacks c join transactions t on t.id = c.transaction_id where t.flutterwave_tx_ref = $1`,
    [reference],
  )
  return id
}

/** Declines a chargeback, and waits until the bank has agreed. */
async function winAgainst(chargebackId: string): Promise<void> {
  await answerChargeback(await aManager(), chargebackId, { action: 'decline', note: 'They used it on three days.' })
  for (let day = 0; day < 4; day += 1) {
    await fixture.advance(DAY)
    await readChargebacks()
  }
}

/** The ties of a chargeback to creators, as staff sees them. */
const tiesShown = async (chargebackId: string) => (await findChargeback(await aManager(), chargebackId))!.ties

const tiesOn = (chargebackId: string) =>
  fixture.all('select creator_id, kind from chargeback_ties where chargeback_id = $1 order by kind', [chargebackId])

/** The sums by account purpose of these entries; `entries` is a query of their ids. */
async function byPurpose(entries: string, values: unknown[]) {
  const rows = await fixture.all<{ purpose: string; minor: bigint }>(
    `select a.purpose, sum(p.amount_minor)::bigint as minor from postings p
     join ledger_accounts a on a.id = p.account_id where p.entry_id in (${entries}) group by 1`,
    values,
  )
  return Object.fromEntries(rows.map(({ purpose, minor }) => [purpose, minor]))
}

const purposesOf = (chargebackId: string) =>
  byPurpose(`select id from journal_entries where cause_id = $1 and kind = 'chargeback_received'`, [chargebackId])

type Share = (creators: readonly Person[]) => Promise<{ fan: Person; reference: string }>

/** Two creators who share what a fan paid for; one of them signed in with the payer's browser, but from elsewhere. */
async function sharedWithAFraudster(share: Share, browser: string) {
  const [fraudster, honest] = await twoApproved()
  const { fan, reference } = await share([fraudster, honest])
  await recordDevice(fan.id, browser, '10.1.1.0/24')
  await recordDevice(fraudster.id, browser, '10.2.2.0/24')
  await recordDevice(honest.id, `not the ${browser}`, '10.3.3.0/24')
  const [taken, kept] = [await pending(fraudster), await pending(honest)]
  expect(taken).toBeGreaterThan(0n)
  return { fan, reference, fraudster, honest, taken, kept }
}

/** A creator who is paid at the payer's number, and whose part of what a fan paid for was released. */
async function releasedToPayersNumber(share: Share) {
  const creator = await creatorApproved()
  await run('update payout_accounts set number = $2 where creator_id = $1', [creator.id, PAYERS_NUMBER])
  const { fan, reference } = await share([creator])
  const earned = await pending(creator)
  await releaseAfter(15)
  expect(await available(creator)).toBe(earned / 100n)
  return { fan, reference, creator, earned }
}

describe('the chargeback of a used pass', () => {
  test('EARN-02 the card-paid part of a shared week is released later for a new creator, the rest is not', async () => {
    const creator = await creatorApproved()
    const fan = await fixture.person()
    await paid(fan, 'mobile_money')
    await recordUse(fan.id, creator.id)
    await sharedPass([creator])
    expect(await daysPending(creator)).toEqual(['7 days', '14 days, card'])
  })

  test('PAY-08 unrelated creators keep their parts, and the loss is posted as a loss and not to revenue', async () => {
    const creator = await creatorApproved()
    const { reference, purchaseId } = await sharedPass([creator])
    expect(await inTransaction((tx) => isCardFunded(tx, purchaseId))).toBe(true)
    const before = await pending(creator)
    expect(before).toBeGreaterThan(0n)
    const id = await chargeBack(reference)
    expect(await pending(creator)).toBe(before)
    const purposes = await purposesOf(id)
    expect(purposes).not.toHaveProperty('platform_revenue')
    expect(purposes.chargeback_losses).toBeGreaterThanOrEqual(before)
    expect(await tiesOn(id)).toEqual([])
  })

  test('PAY-08 the part of a creator who signed in with the payer’s browser is reversed, the others keep theirs', async () => {
    const { reference, fraudster, honest, taken, kept } = await sharedWithAFraudster(sharedPass, 'one browser')
    const id = await chargeBack(reference)
    expect([await pending(fraudster), await pending(honest)]).toEqual([0n, kept])
    const purposes = await purposesOf(id)
    expect(purposes.creator_pending).toBe(taken)
    expect(purposes).not.toHaveProperty('platform_revenue')

    expect(await tiesShown(id)).toEqual([{ creator: 'Amina Kato', kinds: ['same_device'] }])
  })

  test('PAY-08 tied by the payout number after the money was released: it comes from available earnings', async () => {
    const { reference, creator, earned } = await releasedToPayersNumber(sharedPass)
    const id = await chargeBack(reference)
    expect(await available(creator)).toBe(0n)
    expect((await purposesOf(id)).creator_available).toBe(earned)
  })

  test('PAY-08 a chargeback that is won reinstates the part of each creator it was taken from', async () => {
    const creators = await twoApproved()
    const { fan, reference } = await sharedPass(creators)
    await shareBrowser([fan, ...creators], 'a shared browser')
    const before = await Promise.all(creators.map(pending))
    const id = await chargeBack(reference, 'C03')
    expect(await Promise.all(creators.map(pending))).toEqual([0n, 0n])
    await winAgainst(id)
    expect(await Promise.all(creators.map(async (creator) => (await available(creator)) * 100n))).toEqual(before)
  })

  test('PAY-08 what another command reverses while the chargeback waits for it is not taken twice', async () => {
    const creator = await creatorApproved()
    const { fan, reference } = await sharedPass([creator])
    await shareBrowser([fan, creator], 'browser of two')
    const earned = await pending(creator)
    const chargedBack = await inTransaction(async (tx) => {
      const earning = await fixture.one<{ cause_kind: string; cause_id: string }>(
        'select cause_kind, cause_id from earnings where creator_id = $1',
        [creator.id],
      )
      const id = newId()
      const cause = { causeKind: 'refund', causeId: id }
      const lines = await reverseEarnings(tx, {
        creatorId: creator.id,
        source: { causeKind: earning.cause_kind, causeId: earning.cause_id },
        amountMinor: earned - 100n,
        ...cause,
        at: now(),
      })
      const waiting = chargeBack(reference)
      await expect
        .poll(() => fixture.all(`select 1 from pg_locks where locktype = 'advisory' and not granted`), {
          timeout: 4_000,
        })
        .toHaveLength(1)
      const revenue = { purpose: 'platform_revenue', ownerId: null, currency: 'UGX' } as const
      await postEntry(tx, {
        kind: 'refund_decided',
        idempotencyKey: `test:${id}`,
        ...cause,
        happenedAt: now(),
        lines: [...lines, credit(revenue, earned - 100n)],
      })
      return { waiting }
    })
    expect((await purposesOf(await chargedBack.waiting)).creator_pending).toBe(100n)
    expect(await pending(creator)).toBe(0n)
  })
})

/** A fan whose wallet a card has filled, and who bought a pass from it, used for a week with these creators and shared among them. */
async function sharedFromWallet(creators: readonly Person[], passes = 1n) {
  const fan = await fixture.person()
  const reference = await topUp(fan, 'card', PRICE * passes)
  await spendOnPass(fan, creators, false)
  return { fan, reference }
}

async function spendOnPass(fan: Person, creators: readonly Person[], renewal: boolean): Promise<void> {
  const bought = await spend(fan, { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal })
  if (!bought.ok) throw new Error(JSON.stringify(bought.refusal))
  await shareAWeek(fan, creators)
}

const PRICE = 18_000_000n
const inWallet = async (fan: Person) => -(await getBalance(walletOf(fan.id)))
const platform = (purpose: Purpose) => getBalance({ purpose, ownerId: null, currency: 'UGX' })

/** What a command moved on our revenue and on our losses by banks: debits are positive. */
async function movedBy(event: () => Promise<unknown>) {
  const before = [await platform('platform_revenue'), await platform('chargeback_losses')] as const
  await event()
  return {
    revenue: (await platform('platform_revenue')) - before[0],
    losses: (await platform('chargeback_losses')) - before[1],
  }
}

/** The sums by account purpose of the entries that reversed the passes after the chargeback. */
const reversedOf = (fan: Person) =>
  byPurpose(
    `select e.id from refunds r join purchases b on b.id = r.purchase_id
     join journal_entries e on e.cause_id = r.id and e.kind = 'refund_decided' where b.buyer_id = $1`,
    [fan.id],
  )

describe('the chargeback of a top-up that bought a pass', () => {
  test('PAY-08 the tied creator’s part is reversed, the other keeps theirs, and the rest is a loss and does not reduce our revenue', async () => {
    const shared = await sharedWithAFraudster(sharedFromWallet, 'browser of a thief')
    const { fan, reference, fraudster, honest, taken, kept } = shared
    let id = ''
    const moved = await movedBy(async () => (id = await chargeBack(reference)))
    expect([await pending(fraudster), await pending(honest)]).toEqual([0n, kept])
    const reversed = await reversedOf(fan)
    expect(reversed).toEqual({
      deferred_pass_revenue: expect.any(BigInt),
      creator_pending: taken,
      chargeback_losses: PRICE - reversed.deferred_pass_revenue! - taken,
      refunds_payable: -PRICE,
    })
    expect(moved).toEqual({ revenue: 0n, losses: reversed.chargeback_losses })
    expect(moved.losses).toBeGreaterThanOrEqual(kept)
    expect(await purposesOf(id)).toEqual({ wallet: PRICE, gateway_clearing: -PRICE })
    expect(await inWallet(fan)).toBe(0n)

    expect(await tiesShown(id)).toEqual([{ creator: 'Amina Kato', kinds: ['same_device'] }])
  })

  test('PAY-08 a creator without a tie to the payer keeps the whole part', async () => {
    const creator = await creatorApproved()
    const { fan, reference } = await sharedFromWallet([creator])
    const before = await pending(creator)
    expect(before).toBeGreaterThan(0n)
    let id = ''
    const moved = await movedBy(async () => (id = await chargeBack(reference)))
    expect(await pending(creator)).toBe(before)
    expect(await tiesOn(id)).toEqual([])
    expect(moved.revenue).toBe(0n)
    expect(moved.losses).toBe(PRICE - (await reversedOf(fan)).deferred_pass_revenue!)
  })

  test('PAY-08 tied by the number that the payment page of the top-up received, after the money was released', async () => {
    const { fan, reference, creator, earned } = await releasedToPayersNumber(sharedFromWallet)
    const id = await chargeBack(reference)
    expect(await available(creator)).toBe(0n)
    expect((await reversedOf(fan)).creator_available).toBe(earned)
    expect(await tiesOn(id)).toEqual([{ creator_id: creator.id, kind: 'same_payout_number' }])
  })

  test('PAY-08 two passes paid by one top-up are both reversed for the tied creator, who is recorded once', async () => {
    const creator = await creatorApproved()
    const { fan, reference } = await sharedFromWallet([creator], 2n)
    await fixture.advance(23 * DAY)
    await spendOnPass(fan, [creator], true)
    await shareBrowser([fan, creator], 'browser of two passes')
    const { total } = await fixture.one<{ total: bigint }>(
      'select sum(net_minor)::bigint as total from earnings where creator_id = $1',
      [creator.id],
    )
    const moved = await movedBy(async () =>
      expect(await tiesOn(await chargeBack(reference))).toEqual([{ creator_id: creator.id, kind: 'same_device' }]),
    )
    const reversed = await reversedOf(fan)
    expect(reversed.refunds_payable).toBe(-2n * PRICE)
    expect((reversed.creator_pending ?? 0n) + (reversed.creator_available ?? 0n)).toBe(total)
    expect([await pending(creator), await available(creator)]).toEqual([0n, 0n])
    expect(moved.revenue).toBe(0n)
  })

  test('PAY-08 won: each creator has their part again and the wallet its money, and nothing counts as lost to a bank', async () => {
    const creators = await twoApproved()
    const { fan, reference } = await sharedFromWallet(creators)
    await shareBrowser([fan, ...creators], 'browser of three')
    const before = await Promise.all(creators.map(pending))
    const moved = await movedBy(async () => {
      const id = await chargeBack(reference, 'C03')
      expect(await Promise.all(creators.map(pending))).toEqual([0n, 0n])
      await winAgainst(id)
    })
    expect(await Promise.all(creators.map(async (creator) => (await available(creator)) * 100n))).toEqual(before)
    expect(
      await fixture.all('select reversed_minor from earnings where creator_id = any($1)', [
        creators.map(({ id }) => id),
      ]),
    ).toEqual([{ reversed_minor: 0n }, { reversed_minor: 0n }])
    expect(await inWallet(fan)).toBe(PRICE)
    // As after any refund of a used pass: what it had earned comes out of our revenue.
    expect(moved).toEqual({ revenue: PRICE - (await reversedOf(fan)).deferred_pass_revenue!, losses: 0n })
  })
})
