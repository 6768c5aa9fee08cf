import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { changeSetting } from '#app/domain/staff/change-setting.server.ts'
import { heldBalance, walletBalance } from '#app/domain/wallet/queries.server.ts'
import { cancelHold } from '#app/domain/wallet/end-hold.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { placeTestHold } from '#tests/support/holds.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { fillWallet, spend } from '#tests/support/spending.ts'
import { completePurchase } from './complete-purchase.server.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { findPayment } from './queries.server.ts'
import { findReceipt, listReceipts } from './receipts.server.ts'
import { reconcilePayments } from './reconcile-payments.server.ts'
import { placeOrder } from './place-order.server.ts'
import { listWalletMovements } from './wallet-history.server.ts'

const fixture = usePaymentFixture({ max: 16 })

async function entitledFan(change: Partial<Person> = {}): Promise<Person> {
  const fan = await fixture.person(change)
  await fixture.grantPass(fan.id)
  return fan
}

const unlock = (postId: string) => ({ kind: 'post_unlock', postId }) as const

type TopUp = { restMinor?: bigint; returnTo?: ReturnTo; method?: 'card' | 'mobile_money' }

function topUp(
  fan: Person,
  amountMinor: bigint,
  { restMinor = 0n, returnTo = {}, method = 'mobile_money' }: TopUp = {},
) {
  return placeOrder(
    fan,
    aStart({
      email: fan.email,
      product: { kind: 'wallet_top_up', amountMinor, restMinor },
      payer: { name: 'A Fan', email: fan.email, phone: '+256772123456', method, network: 'MTN' },
      returnTo,
    }),
  )
}

async function startedTopUp(fan: Person, shillings: number, more: TopUp = {}): Promise<string> {
  const started = await topUp(fan, ugx(shillings).amountMinor, more)
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  return started.value.reference
}

async function switchWallets(boss: Person, to: 'on' | 'off'): Promise<void> {
  const requested = { name: 'wallet', typed: [to], shown: null, reason: 'a test', confirmed: true }
  expect(await changeSetting(boss, requested)).toMatchObject({ ok: true })
}

const balanceOf = async (fan: Person) => (await walletBalance(fan.id)).amountMinor / 100n

describe('topping up', () => {
  it('WALLET-01 what arrives is in the wallet once, however often and in whichever way we are notified', async () => {
    const fan = await fixture.person()
    const txRef = await startedTopUp(fan, 50_000)
    await fixture.scenario('W01', { tx_ref: txRef })
    await fixture.pay(txRef, 'approve')
    await fixture.advance(1)
    await Promise.all(Array.from({ length: 10 }, () => completePurchase({ txRef })))
    expect(await balanceOf(fan)).toBe(50_000n)
    const lines = await fixture.all<{ line: string }>(
      `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line from transactions t join journal_entries e on e.cause_id = t.id
       join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id where t.flutterwave_tx_ref = $1 order by p.line`,
      [txRef],
    )
    expect(lines.map(({ line }) => line)).toEqual([
      'wallet_topped_up gateway_clearing 4850000',
      'wallet_topped_up gateway_fees 150000',
      'wallet_topped_up wallet -5000000',
    ])
  })

  it('WALLET-01 the notification never comes and the browser never returns: the reconciler fills the wallet', async () => {
    const fan = await fixture.person()
    const txRef = await startedTopUp(fan, 20_000)
    await fixture.scenario('P14', { tx_ref: txRef })
    await fixture.pay(txRef, 'approve')
    expect(await balanceOf(fan)).toBe(0n)
    await fixture.advance(15)
    await reconcilePayments()
    expect(await balanceOf(fan)).toBe(20_000n)
  })

  it('WALLET-01 declined: nothing is in the wallet and no entry is posted', async () => {
    const fan = await fixture.person()
    const txRef = await startedTopUp(fan, 20_000)
    await fixture.pay(txRef, 'decline')
    await completePurchase({ txRef, left: true })
    expect(await balanceOf(fan)).toBe(0n)
    expect(await listWalletMovements(fan.id, { limit: 10 })).toEqual([])
  })

  it.each([
    ['nothing', 0n],
    ['a negative amount', -500_000n],
    ['a fraction of a shilling', 500_050n],
    ['less than the minimum', 99_900n],
    ['more than the maximum of a card', 2_000_000_100n],
    ['far more than any balance', 10n ** 17n],
  ])('WALLET-01 %s is refused, with the bounds, and nothing is stored', async (_, amountMinor) => {
    const fan = await fixture.person()
    expect(await topUp(fan, amountMinor, { method: 'card' })).toMatchObject({
      ok: false,
      refusal: { kind: 'amount_out_of_bounds', min: ugx(1_000), max: ugx(20_000_000) },
    })
    expect(await fixture.all('select id from purchases where buyer_scope = $1', [`account ${fan.id}`])).toEqual([])
  })

  it('WALLET-01a mobile money carries five million at once, a card the whole sum', async () => {
    const fan = await fixture.person()
    expect(await topUp(fan, ugx(5_000_001).amountMinor)).toMatchObject({
      ok: false,
      refusal: { kind: 'amount_too_large' },
    })
    expect((await topUp(fan, ugx(5_000_001).amountMinor, { method: 'card' })).ok).toBe(true)
  })

  it('WALLET-01 the payment of a part shows what is left, and the next part is a purchase of its own', async () => {
    const fan = await fixture.person()
    const first = await startedTopUp(fan, 5_000_000, { restMinor: ugx(7_000_000).amountMinor })
    await fixture.pay(first, 'approve')
    const seen = await findPayment(first, { accountId: fan.id, checkoutToken: null })
    expect(seen).toMatchObject({
      fulfilled: true,
      details: { facts: { kind: 'wallet_top_up', restMinor: '700000000' } },
    })
    const second = await startedTopUp(fan, 5_000_000, { restMinor: ugx(2_000_000).amountMinor })
    expect(second).not.toBe(first)
    await fixture.pay(second, 'approve')
    const third = await startedTopUp(fan, 2_000_000)
    await fixture.pay(third, 'approve')
    expect(await balanceOf(fan)).toBe(12_000_000n)
  })

  it('WALLET-01 the same sum for another purpose is another payment, so that each leads back to its own', async () => {
    const fan = await fixture.person()
    const { postId } = await fixture.lockedPost()
    const plain = await startedTopUp(fan, 20_000)
    expect(await startedTopUp(fan, 20_000)).toBe(plain)
    const forPost = await startedTopUp(fan, 20_000, { returnTo: { intent: 'unlock', post: postId } })
    expect(forPost).not.toBe(plain)
    // The first page is closed: only one of the two can be paid.
    expect((await fixture.atGateway(plain)).links[0]!.state).not.toBe('open')
  })

  it('WALLET-01 wallets switched off by the owner accept no money; what is under way still arrives and all of it can be spent', async () => {
    const fan = await entitledFan()
    const boss = await fixture.person({ userType: 'owner', staffRole: 'owner', mfaAt: now() })
    const txRef = await startedTopUp(fan, 50_000)
    await switchWallets(boss, 'off')
    try {
      expect(await topUp(fan, ugx(20_000).amountMinor)).toMatchObject({
        ok: false,
        refusal: { kind: 'not_permitted', reason: 'wallet_off' },
      })
      await fixture.pay(txRef, 'approve')
      expect(await balanceOf(fan)).toBe(50_000n)
      const { postId } = await fixture.lockedPost()
      expect((await spend(fan, unlock(postId))).ok).toBe(true)
    } finally {
      await switchWallets(boss, 'on')
    }
  })

  it.each([
    ['a visitor', null, 'sign_in_required'],
    ['somebody blocked', { isBlocked: true }, 'account_closed'],
    ['somebody suspended', { accountStatus: 'suspended' }, 'account_closed'],
    ['a fan without a birthday', { birthday: null }, 'profile_incomplete'],
    ['a child', { birthday: '2015-01-01' }, 'profile_incomplete'],
  ] as const)('WALLET-01 %s has no wallet to fill', async (_, change, reason) => {
    const person = change && (await fixture.person(change))
    const started = await placeOrder(
      person,
      aStart({ product: { kind: 'wallet_top_up', amountMinor: 5_000_000n, restMinor: 0n } }),
    )
    expect(started).toMatchObject({ ok: false, refusal: { kind: 'not_permitted', reason } })
  })
})

describe('spending', () => {
  it('WALLET-01c a hundred parallel spends of the whole balance: exactly one succeeds', async () => {
    const fan = await entitledFan()
    await fillWallet(fan, 50_000)
    const posts = await Promise.all(Array.from({ length: 10 }, () => fixture.lockedPost()))
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => spend(fan, unlock(posts[index % 10]!.postId))),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    const why = new Set(results.flatMap((result) => (result.ok ? [] : [result.refusal.kind])))
    expect([...why].every((kind) => kind === 'balance_too_small' || kind === 'not_permitted')).toBe(true)
    expect(await balanceOf(fan)).toBe(0n)
    const { n } = await fixture.one<{ n: number }>('select count(*)::int as n from unlocks where user_id = $1', [
      fan.id,
    ])
    expect(n).toBe(1)
  })

  it('WALLET-01 the same form a hundred times at once buys once, and every answer names the same purchase', async () => {
    const fan = await entitledFan()
    await fillWallet(fan, 500_000)
    const { postId, creatorId } = await fixture.lockedPost()
    const attempt = randomToken()
    const results = await Promise.all(Array.from({ length: 100 }, () => spend(fan, unlock(postId), { attempt })))
    expect(new Set(results.map((result) => (result.ok ? result.value.reference : result.refusal.kind))).size).toBe(1)
    expect(await balanceOf(fan)).toBe(450_000n)
    const pending = await getBalance({ purpose: 'creator_pending', ownerId: creatorId, currency: 'UGX' })
    expect(pending).toBe(-4_000_000n)
  })

  it('WALLET-01 the same post from a hundred forms at once is bought once', async () => {
    const fan = await entitledFan()
    await fillWallet(fan, 1_000_000)
    const { postId } = await fixture.lockedPost()
    const results = await Promise.all(Array.from({ length: 100 }, () => spend(fan, unlock(postId))))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(await balanceOf(fan)).toBe(950_000n)
  })

  it('WALLET-01 a buyer with too little money sees what is missing, and nothing is posted', async () => {
    const fan = await entitledFan()
    await fillWallet(fan, 30_000)
    const { postId } = await fixture.lockedPost()
    expect(await spend(fan, unlock(postId))).toEqual({
      ok: false,
      refusal: { kind: 'balance_too_small', price: ugx(50_000), balance: ugx(30_000), missing: ugx(20_000) },
    })
    expect(await balanceOf(fan)).toBe(30_000n)
  })

  it('WALLET-01 a price that changed since the page was shown must be confirmed again', async () => {
    const fan = await entitledFan()
    await fillWallet(fan, 100_000)
    const { postId } = await fixture.lockedPost()
    expect(await spend(fan, unlock(postId), { shownMinor: 4_000_000n })).toMatchObject({
      ok: false,
      refusal: { kind: 'price_changed', price: ugx(50_000) },
    })
    expect(await balanceOf(fan)).toBe(100_000n)
  })

  it('WALLET-01 one fan’s money never pays for another', async () => {
    const [rich, poor] = [await entitledFan(), await entitledFan()]
    await fillWallet(rich, 100_000)
    const { postId } = await fixture.lockedPost()
    expect(await spend(poor, unlock(postId))).toMatchObject({ ok: false, refusal: { kind: 'balance_too_small' } })
    expect(await balanceOf(rich)).toBe(100_000n)
  })

  it('WALLET-01c never below zero under any mixture of spending, holding and cancelling at once', async () => {
    const { postId } = await fixture.lockedPost(100_000n)
    const posts = [postId]
    while (posts.length < 6) posts.push((await fixture.lockedPost(BigInt(posts.length) * 100_000n)).postId)
    const event = fc.oneof(
      fc.record({ kind: fc.constant('spend' as const), post: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ kind: fc.constant('hold' as const), shillings: fc.integer({ min: 1, max: 6_000 }) }),
      fc.record({ kind: fc.constant('fill' as const), shillings: fc.integer({ min: 1_000, max: 3_000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
        const fan = await entitledFan()
        await fillWallet(fan, 5_000)
        let filled = 5_000n
        await Promise.all(
          events.map(async (one) => {
            if (one.kind === 'spend') await spend(fan, unlock(posts[one.post]!))
            else if (one.kind === 'fill') {
              filled += BigInt(one.shillings)
              await fillWallet(fan, one.shillings)
            } else await holdAndCancel(fan, one.shillings)
          }),
        )
        const { spent } = await fixture.one<{ spent: bigint }>(
          `select coalesce(sum(amount_minor), 0)::bigint / 100 as spent from purchases where buyer_id = $1 and paid_from = 'wallet'`,
          [fan.id],
        )
        const [wallet, held] = [await balanceOf(fan), (await heldBalance(fan.id)).amountMinor / 100n]
        expect(wallet).toBeGreaterThanOrEqual(0n)
        expect(held).toBeGreaterThanOrEqual(0n)
        expect(wallet + held + spent).toBe(filled)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

/** Sets a sum aside and cancels every second hold at once. */
async function holdAndCancel(fan: Person, shillings: number): Promise<void> {
  const held = await placeTestHold(fan.id, ugx(shillings))
  if (held.ok && shillings % 2 === 0) await inTransaction((tx) => cancelHold(tx, held.value.holdId, 'declined'))
}

describe('history and receipts', () => {
  it('WALLET-01b the history shows what went in and out, page by page, newest first', async () => {
    const fan = await entitledFan()
    const txRef = await startedTopUp(fan, 100_000)
    await fixture.pay(txRef, 'approve')
    const { postId } = await fixture.lockedPost()
    await spend(fan, unlock(postId))
    const all = await listWalletMovements(fan.id, { limit: 10 })
    expect(all.map(({ kind, amount, purchase }) => [kind, amount.amountMinor / 100n, purchase?.facts.kind])).toEqual([
      ['unlock_paid', -50_000n, 'post_unlock'],
      ['wallet_topped_up', 100_000n, 'wallet_top_up'],
    ])
    expect(all[1]!.purchase).toMatchObject({ method: 'mobile_money', network: 'MTN' })
    const first = await listWalletMovements(fan.id, { limit: 1 })
    const next = await listWalletMovements(fan.id, { limit: 1, before: first[0]!.entryId })
    expect([...first, ...next]).toEqual(all)
    expect(await listWalletMovements(fan.id, { limit: 10, filter: 'in' })).toEqual([all[1]])
    expect(await listWalletMovements(fan.id, { limit: 10, filter: 'out' })).toEqual([all[0]])
  })

  it('WALLET-01b each purchase has a receipt, whatever paid for it, and nobody else sees it', async () => {
    const [fan, other] = [await entitledFan(), await entitledFan()]
    const txRef = await startedTopUp(fan, 100_000)
    await fixture.pay(txRef, 'approve')
    const { postId } = await fixture.lockedPost()
    await spend(fan, unlock(postId))
    const receipts = await listReceipts(fan.id)
    expect(receipts.map(({ method, outcome }) => [method, outcome])).toEqual([
      ['wallet', 'paid'],
      ['mobile_money', 'paid'],
    ])
    for (const { purchaseId } of receipts) {
      expect(await findReceipt(fan.id, purchaseId)).toMatchObject({ purchaseId, refunded: ugx(0) })
      expect(await findReceipt(other.id, purchaseId)).toBeNull()
    }
    expect(await findReceipt(fan.id, receipts[1]!.purchaseId)).toMatchObject({
      kind: 'wallet_top_up',
      price: ugx(100_000),
      method: 'mobile_money',
      reference: txRef,
      foundAt: { kind: 'wallet' },
    })
    expect(await findReceipt(fan.id, 'not-an-id')).toBeNull()
    expect(await listReceipts(other.id)).toEqual([])
  })

  it('a purchase that nobody was charged for has no receipt', async () => {
    const fan = await fixture.person()
    const txRef = await startedTopUp(fan, 100_000)
    const { id } = await fixture.one<{ id: string }>(
      'select purchase_id as id from transactions where flutterwave_tx_ref = $1',
      [txRef],
    )
    expect(await findReceipt(fan.id, id)).toBeNull()
  })
})
