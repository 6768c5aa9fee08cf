import { describe, expect, it } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { changeSetting } from '#app/domain/staff/change-setting.server.ts'
import { now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { aBrowser, type RouteAnswer } from '#tests/support/routes.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { fillWallet } from '#tests/support/spending.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import * as publicFeed from '#app/web/public/feed.tsx'
import * as callback from '#app/web/public/payment-callback.tsx'
import * as receipt from '#app/web/fan/receipts/receipt.tsx'
import * as unlock from '#app/web/fan/unlock-post.tsx'
import * as profile from '#app/web/fan/profile/profile.tsx'
import * as topUp from '#app/web/fan/wallet/top-up.tsx'
import * as wallet from '#app/web/fan/wallet/wallet.tsx'

const fixture = usePaymentFixture()

async function entitledFan(shillings = 0, change: Partial<Person> = {}): Promise<Person> {
  const fan = await fixture.person(change)
  await fixture.grantPass(fan.id)
  if (shillings > 0) await fillWallet(fan, shillings)
  return fan
}

type PayStep = { step: string; form: { attempt: string; shownMinor: string; button: string; action: string } }

function paymentOf(opened: RouteAnswer, change: Record<string, string> = {}): Record<string, string> {
  const { form } = opened.data as unknown as PayStep
  return {
    name: 'A Fan',
    email: 'somebody-else@fans.example',
    method: 'mobile_money',
    phone: '0772 123 456',
    network: '',
    attempt: form.attempt,
    shown: form.shownMinor,
    ...change,
  }
}

async function newestReference(fan: Person): Promise<string> {
  const row = await fixture.one<{ r: string }>(
    'select flutterwave_tx_ref as r from transactions where user_id = $1 order by created_at desc limit 1',
    [fan.id],
  )
  return row.r
}

const balanceOf = async (fan: Person) => (await walletBalance(fan.id)).amountMinor / 100n
const entriesOf = async (fan: Person) =>
  (
    await fixture.one<{ n: number }>(
      `select count(*)::int as n from ledger_accounts a join postings p on p.account_id = a.id where a.owner_id = $1`,
      [fan.id],
    )
  ).n

/** Leads on to the post as it is by then (tests/paid-ways.db.test.ts). */
const wantedPost = (postId: string) => `/subscribe/wanted?post=${postId}&intent=unlock`

describe('/wallet/top-up', () => {
  it('WALLET-01 a started top-up stands in the wallet and on the profile with its state, until the money is there', async () => {
    const fan = await fixture.person()
    const browser = aBrowser(fan)
    const path = '/wallet/top-up?amount=50000'
    await browser.call(topUp, path, { form: paymentOf(await browser.call(topUp, path)) })
    const reference = await newestReference(fan)
    const href = `/payment-callback?tx_ref=${reference}`
    const seen = (await browser.call(wallet, '/wallet')).data
    expect(seen.pending).toBe('UGX\u00a050,000')
    expect(seen.rows).toMatchObject([
      {
        title: 'Top-up, MTN',
        meta: expect.stringMatching(/^Not confirmed yet · Today, /),
        sum: 'UGX\u00a050,000',
        href,
      },
    ])
    expect((await browser.call(wallet, '/wallet?show=in')).data.rows).toHaveLength(1)
    expect((await browser.call(wallet, '/wallet?show=out')).data.rows).toEqual([])
    const activity = async () => (await browser.call(profile, '/profile')).data.activity
    expect(await activity()).toMatchObject([{ meta: 'Not confirmed yet · today', price: 'UGX\u00a050,000', href }])
    expect((await aBrowser(await fixture.person()).call(wallet, '/wallet')).data).toMatchObject({
      pending: null,
      rows: [],
    })
    await fixture.pay(reference, 'approve')
    await fixture.settled()
    expect((await browser.call(wallet, '/wallet')).data).toMatchObject({
      pending: null,
      rows: [{ title: 'Top-up, MTN', sum: '+ UGX\u00a050,000' }],
    })
  })

  it('WALLET-01 a top-up goes from the amount over the payment page to the balance, and back to the post that it was for', async () => {
    const fan = await entitledFan()
    const { postId } = await fixture.lockedPost()
    const browser = aBrowser(fan)
    const path = `/wallet/top-up?amount=50000&intent=unlock&post=${postId}`
    const opened = await browser.call(topUp, path)
    expect(opened.data).toMatchObject({
      step: 'pay',
      sum: 'UGX\u00a050,000',
      parts: null,
      ways: null,
      form: { button: 'Top up UGX\u00a050,000' },
    })
    const sent = await browser.call(topUp, path, { form: paymentOf(opened) })
    expect(sent.status).toBe(303)
    const txRef = await newestReference(fan)
    await fixture.pay(txRef, 'approve')
    const back = await browser.call(callback, `/payment-callback?tx_ref=${txRef}&status=successful`)
    expect(back.data).toMatchObject({
      view: 'success',
      description: 'UGX\u00a050,000 is in your wallet. It holds UGX\u00a050,000 now.',
      continueHref: wantedPost(postId),
      back: { href: wantedPost(postId) },
    })
    expect(await balanceOf(fan)).toBe(50_000n)
  })

  it('WALLET-01 a large amount is paid in parts by mobile money, each leading to the next, or at once by card', async () => {
    const fan = await entitledFan()
    const browser = aBrowser(fan)
    const path = '/wallet/top-up?amount=12000000'
    const opened = await browser.call(topUp, path)
    expect(opened.data).toMatchObject({
      parts: { payments: 3, now: 'UGX\u00a05,000,000', rest: 'UGX\u00a07,000,000' },
      ways: { byCard: false, cardHref: '/wallet/top-up?amount=12000000&method=card' },
      form: { button: 'Pay UGX\u00a05,000,000, 1 of 3', mobileMoney: true },
    })
    await browser.call(topUp, path, { form: paymentOf(opened) })
    const txRef = await newestReference(fan)
    await fixture.pay(txRef, 'approve')
    const back = await browser.call(callback, `/payment-callback?tx_ref=${txRef}&status=successful`)
    expect(back.data).toMatchObject({
      continueHref: '/wallet/top-up?amount=7000000',
      button: 'Pay the next UGX\u00a05,000,000',
      seconds: null,
    })
    const byCard = await browser.call(topUp, `${path}&method=card`)
    expect(byCard.data).toMatchObject({
      parts: null,
      form: { button: 'Top up UGX\u00a012,000,000', mobileMoney: false },
    })
  })

  it.each(['0', '-5', '999', '1000.5', '1e6', '20000001', '9'.repeat(30), 'USD 50', 'abc', ''])(
    'WALLET-01 an amount of %j is refused with a clear message, and nothing starts',
    async (amount) => {
      const fan = await entitledFan()
      const browser = aBrowser(fan)
      const path = `/wallet/top-up?${new URLSearchParams({ amount })}`
      const answer = await browser.call(topUp, path)
      expect(answer.status).toBe(400)
      expect(answer.data).toMatchObject({
        step: 'choice',
        choice: {
          answer: {
            errors: {
              fields: { amount: 'Choose an amount in whole shillings between UGX\u00a01,000 and UGX\u00a020,000,000.' },
            },
            values: { amount: amount.slice(0, 20) },
          },
        },
      })
      const posted = await browser.call(topUp, path, { form: { method: 'card', name: 'A', attempt: randomToken() } })
      expect(posted.status).toBe(303)
      expect(await fixture.all('select id from purchases where buyer_scope = $1', [`account ${fan.id}`])).toEqual([])
    },
  )

  it('WALLET-01 a form with a changed amount is asked again', async () => {
    const fan = await entitledFan()
    const browser = aBrowser(fan)
    const opened = await browser.call(topUp, '/wallet/top-up?amount=50000')
    const answer = await browser.call(topUp, '/wallet/top-up?amount=90000', { form: paymentOf(opened) })
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.data)).toContain('The price has changed. It is UGX\u00a090,000 now.')
  })

  it('WALLET-01 with wallets switched off the page shows it, the balance stays, and purchases are paid directly', async () => {
    const [rich, poor] = [await entitledFan(80_000), await entitledFan()]
    const boss = await fixture.person({ userType: 'owner', staffRole: 'owner', mfaAt: now() })
    const turn = (to: string) =>
      changeSetting(boss, { name: 'wallet', typed: [to], shown: null, reason: 'a test', confirmed: true })
    await turn('off')
    try {
      expect((await aBrowser(rich).call(topUp, '/wallet/top-up?amount=50000')).data).toEqual({
        step: 'refused',
        off: true,
        description: '',
      })
      expect((await aBrowser(rich).call(wallet, '/wallet')).data).toMatchObject({
        balance: 'UGX\u00a080,000',
        choice: null,
      })
      const { postId } = await fixture.lockedPost()
      const page = `/posts/${postId}/unlock`
      expect((await aBrowser(rich).call(unlock, page, { params: { postId } })).data.wallet).toMatchObject({
        after: 'UGX\u00a030,000',
      })
      expect((await aBrowser(poor).call(unlock, page, { params: { postId } })).data.wallet).toBeNull()
    } finally {
      await turn('on')
    }
  })
})

describe('unlocking from the wallet', () => {
  const form = (opened: RouteAnswer, change: Record<string, string> = {}) => {
    const offer = opened.data.wallet as { attempt: string; shownMinor: string }
    return { attempt: offer.attempt, shown: offer.shownMinor, ...change }
  }

  it('WALLET-01 with enough money one press opens the post, and the history and the receipt show it', async () => {
    const fan = await entitledFan(85_000)
    const { postId } = await fixture.lockedPost()
    const browser = aBrowser(fan)
    const page = `/posts/${postId}/unlock`
    const opened = await browser.call(unlock, page, { params: { postId } })
    expect(opened.data.wallet).toMatchObject({
      balance: 'UGX\u00a085,000',
      after: 'UGX\u00a035,000',
      missing: null,
      topUp: null,
    })
    const bought = await browser.call(unlock, `${page}?pay=wallet`, { params: { postId }, form: form(opened) })
    expect(bought.status).toBe(303)
    expect(bought.toast).toMatchObject({ title: 'Unlocked' })
    expect(await balanceOf(fan)).toBe(35_000n)
    const again = await browser.call(unlock, `${page}?pay=wallet`, { params: { postId }, form: form(opened) })
    expect(again.status).toBe(303)
    expect(await balanceOf(fan)).toBe(35_000n)

    const { rows } = (await browser.call(wallet, '/wallet')).data as { rows: Record<string, string>[] }
    expect(rows[0]).toMatchObject({ title: 'Unlock, A Fan', sum: '\u2212 UGX\u00a050,000', inward: false })
    const purchaseId = rows[0]!.href!.split('/').at(-1)!
    const shown = await browser.call(receipt, rows[0]!.href!, { params: { purchaseId } })
    expect(shown.data).toMatchObject({ amount: 'UGX\u00a050,000', method: 'Wallet', word: 'Paid', buyer: 'A Fan' })
    const other = aBrowser(await entitledFan())
    expect((await other.call(receipt, rows[0]!.href!, { params: { purchaseId } })).status).toBe(404)
  })

  it('WALLET-01 with too little money the missing amount is offered as a top-up, or the whole is paid directly', async () => {
    const fan = await entitledFan(49_900)
    const { postId } = await fixture.lockedPost()
    const browser = aBrowser(fan)
    const page = `/posts/${postId}/unlock`
    const opened = await browser.call(unlock, page, { params: { postId } })
    expect(opened.data).toMatchObject({
      wallet: {
        missing: 'UGX\u00a0100',
        topUp: { sum: 'UGX\u00a01,000', href: `/wallet/top-up?amount=1000&intent=unlock&post=${postId}` },
      },
      directHref: `${page}?pay=direct`,
    })
    const pressed = await browser.call(unlock, `${page}?pay=wallet`, { params: { postId }, form: form(opened) })
    expect(pressed.status).toBe(409)
    expect(JSON.stringify(pressed.data)).toContain('you need UGX\u00a0100 more. Nothing was paid.')
    expect((await browser.call(unlock, `${page}?pay=direct`, { params: { postId } })).data.wallet).toBeNull()
  })

  it('WALLET-01 a changed price, a form without its token and invalid input get a message, and nothing is posted', async () => {
    const fan = await entitledFan(80_000)
    const { postId } = await fixture.lockedPost()
    const browser = aBrowser(fan)
    const page = `/posts/${postId}/unlock?pay=wallet`
    const opened = await browser.call(unlock, page, { params: { postId } })
    const before = await entriesOf(fan)
    const changed = await browser.call(unlock, page, { params: { postId }, form: form(opened, { shown: '4900000' }) })
    expect(changed.status).toBe(409)
    expect(JSON.stringify(changed.data)).toContain('The price has changed. It is UGX\u00a050,000 now.')
    const bare = await browser.call(unlock, page, { params: { postId }, form: { attempt: '' } })
    expect(bare.status).toBe(400)
    const gone = newId()
    const missing = await browser.call(unlock, page, { params: { postId: gone }, form: form(opened) })
    expect(missing.status).toBe(409)
    expect(await entriesOf(fan)).toBe(before)
  })

  it('WALLET-01 a visitor’s form spends no money', async () => {
    const { postId } = await fixture.lockedPost()
    const answer = await aBrowser(null).call(unlock, `/posts/${postId}/unlock?pay=wallet`, {
      params: { postId },
      form: { attempt: randomToken(), shown: '' },
    })
    expect(answer).toMatchObject({ status: 303, location: `/posts/${postId}/unlock` })
  })
})

it('FEED-03 a fan whose pass has ended reads that it has expired', async () => {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  await fixture.pay(started.value.reference, 'approve')
  await fixture.advance(31 * 86_400)
  const { data } = await aBrowser(fan).call(publicFeed, '/public-feed?expired=true')
  expect(data).toMatchObject({ expired: true, newcomer: false })
})
