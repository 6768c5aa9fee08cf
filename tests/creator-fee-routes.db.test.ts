import { describe, expect, it } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { credit, debit } from '#app/domain/ledger/chart.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { aBrowser, type RouteAnswer } from '#tests/support/routes.ts'
import { fillWallet } from '#tests/support/spending.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import * as fansCallback from '#app/web/public/payment-callback.tsx'
import * as callback from '#app/web/creator/creator-subscription-callback.tsx'
import * as page from '#app/web/creator/creator-subscription.tsx'
import * as dashboard from '#app/web/creator/dashboard.tsx'

const fixture = usePaymentFixture()
const HOME = '/creator-subscription'
const at = (txRef: string, more = '') => `/creator-subscription-callback?tx_ref=${txRef}${more}`

async function creatorWho(
  verification: 'draft' | 'in_review' | 'approved' | 'rejected',
  change: Partial<Person> = {},
): Promise<Person> {
  const person = await fixture.person({ userType: 'creator', ...change })
  await fixture
    .owner()
    .query('insert into creators (profile_id, verification_status) values ($1, $2)', [person.id, verification])
  return person
}

function formOf(opened: RouteAnswer, change: Record<string, string> = {}): Record<string, string> {
  const dialog = opened.data.dialog as { attempt: string; shownMinor: string }
  return {
    name: 'Amina K',
    email: 'somebody-else@fans.example',
    method: 'mobile_money',
    phone: '0772 123 456',
    network: '',
    attempt: dialog.attempt,
    shown: dialog.shownMinor,
    ...change,
  }
}

async function started(creator: Person) {
  const browser = aBrowser(creator)
  const path = `${HOME}?pay=1`
  const opened = await browser.call(page, path)
  const answer = await browser.call(page, path, { form: formOf(opened) })
  const row = await fixture.one<{ r: string }>(
    'select flutterwave_tx_ref as r from transactions where user_id = $1 order by created_at desc limit 1',
    [creator.id],
  )
  return { browser, answer, txRef: row.r }
}

/** Money that a creator may spend, as if it had been earned long ago. */
async function earned(creator: Person, amountMinor: bigint): Promise<void> {
  await inTransaction((tx) =>
    postEntry(tx, {
      kind: 'opening',
      idempotencyKey: `opening:${creator.id}`,
      causeKind: 'test',
      causeId: creator.id,
      happenedAt: now(),
      lines: [
        debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, amountMinor),
        credit({ purpose: 'creator_available', ownerId: creator.id, currency: 'UGX' }, amountMinor),
      ],
    }),
  )
}

describe('/creator-subscription from earnings', () => {
  const BALANCE = `${HOME}?pay=1&with=earnings`

  it('CSUB-01c shows what is available and what is left afterwards, and pays with one press', async () => {
    const creator = await creatorWho('approved')
    await earned(creator, 11_800_000n)
    const browser = aBrowser(creator)
    const { data } = await browser.call(page, BALANCE)
    const dialog = data.dialog as { kind: string; attempt: string; shownMinor: string }
    expect(dialog).toMatchObject({
      kind: 'balance',
      account: { from: 'earnings', balance: 'UGX\u00a0118,000', after: 'UGX\u00a058,000', missing: null },
    })
    const form = { attempt: dialog.attempt, shown: dialog.shownMinor }
    const paid = { status: 303, location: '/dashboard', toast: { title: 'Paid from your earnings' } }
    expect(await browser.call(page, BALANCE, { form })).toMatchObject(paid)
    // The same press again is the same week.
    expect(await browser.call(page, BALANCE, { form })).toMatchObject(paid)
    expect(await fixture.all('select 1 from creator_fee_weeks where creator_id = $1', [creator.id])).toHaveLength(1)
  })

  it.each([
    ['nothing suffices', 0n, 0, ['gateway', 'earnings']],
    ['the wallet is too small', 0n, 1_000, ['gateway', 'earnings', 'wallet']],
    ['the earnings suffice', 6_000_000n, 1_000, ['earnings', 'gateway', 'wallet']],
    ['the wallet suffices', 0n, 60_000, ['wallet', 'gateway', 'earnings']],
    ['both suffice', 6_000_000n, 60_000, ['earnings', 'wallet', 'gateway']],
  ])('CSUB-01c what suffices stands first and is chosen, where %s', async (_, earnings, wallet, ways) => {
    const creator = await creatorWho('approved')
    if (earnings > 0n) await earned(creator, earnings)
    if (wallet > 0) await fillWallet(creator, wallet)
    expect((await aBrowser(creator).call(page, HOME)).data).toMatchObject({ ways, chosen: ways[0] })
  })

  it('CSUB-01 with too little money, another price or no token there is a clear message, and nothing is charged', async () => {
    const creator = await creatorWho('approved')
    await earned(creator, 1_200_000n)
    const browser = aBrowser(creator)
    const { data } = await browser.call(page, BALANCE)
    const { attempt, shownMinor: shown } = data.dialog as { attempt: string; shownMinor: string }
    expect(data.dialog).toMatchObject({ account: { missing: 'UGX\u00a048,000', after: null } })
    for (const [form, message] of [
      [{ attempt, shown }, 'you need UGX\u00a048,000 more'],
      [{ attempt, shown: '100' }, 'The price has changed'],
      [{ attempt: 'x', shown }, 'too old'],
    ] as [Record<string, string>, string][]) {
      const answer = await browser.call(page, BALANCE, { form })
      expect([400, 409]).toContain(answer.status)
      expect(JSON.stringify(answer.data)).toContain(message)
    }
    expect(await fixture.all('select 1 from purchases where buyer_id = $1', [creator.id])).toEqual([])
  })

  it('CSUB-03 only creators switch the weekly payment on and off', async () => {
    const creator = await creatorWho('approved')
    const browser = aBrowser(creator)
    const choice = async () => ((await browser.call(page, HOME)).data.autoPay as { state: string }).state
    expect(await choice()).toBe('off')
    const on = await browser.call(page, `${HOME}?auto=on`, { form: { shown: '6000000' } })
    expect(on).toMatchObject({ status: 303, location: HOME, toast: { title: 'Paid from your earnings each week' } })
    expect(await choice()).toBe('on')
    await browser.call(page, `${HOME}?auto=off`, { form: {} })
    expect(await choice()).toBe('off')
    for (const form of [{}, { shown: '5000000' }, { shown: '-6000000' }, { shown: 'all' }] as Record<string, string>[])
      expect(await browser.call(page, `${HOME}?auto=on`, { form })).toMatchObject({
        status: 303,
        toast: { title: 'The fee has changed' },
      })
    expect(await choice()).toBe('off')
    const fan = await aBrowser(await fixture.person()).call(page, `${HOME}?auto=on`, { form: {} })
    expect(fan).toMatchObject({ status: 303, location: '/public-feed' })
    // Before the approval there is no week to continue.
    expect((await aBrowser(await creatorWho('in_review')).call(page, HOME)).data.autoPay).toBeNull()
  })
})

describe('/creator-subscription', () => {
  it('CSUB-01a shows the price, the plan and when a week paid now would end', async () => {
    const { data, headers } = await aBrowser(await creatorWho('approved')).call(page, HOME)
    expect(data).toMatchObject({
      state: 'open',
      price: 'UGX\u00a060,000',
      days: 7,
      share: 80,
      chip: null,
      refused: null,
    })
    expect(data.until).toMatch(/EAT$/)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await aBrowser(await creatorWho('in_review')).call(page, HOME)).data).toMatchObject({
      until: null,
      chip: { text: 'In review' },
    })
  })

  it('CSUB-01f Authentication Required / Please sign in to subscribe, for the page and for the payment', async () => {
    const notified = {
      status: 303,
      location: '/auth?returnTo=%2Fcreator-subscription',
      toast: { title: 'Authentication Required', description: 'Please sign in to subscribe' },
    }
    expect(await aBrowser().call(page, HOME)).toMatchObject(notified)
    expect(await aBrowser().call(page, HOME, { form: { method: 'card' } })).toMatchObject(notified)
  })

  it('CSUB-01e everybody is redirected to their own page', async () => {
    const visible = await creatorWho('approved', { username: 'visible_one' })
    const nameless = await creatorWho('approved', { username: null })
    for (const creator of [visible, nameless])
      await fixture
        .owner()
        .query(
          `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at) values (gen_random_uuid(), $1, 'grant', gen_random_uuid(), app_now(), app_now() + interval '1 day')`,
          [creator.id],
        )
    const cases: [Person, string][] = [
      [await fixture.person(), '/public-feed'],
      [await fixture.person({ userType: 'admin', staffRole: 'support' }), '/admin'],
      [await fixture.person({ userType: 'creator' }), '/onboarding'],
      [await creatorWho('draft'), '/onboarding'],
      [await creatorWho('rejected'), '/dashboard'],
      [visible, '/visible_one'],
      [nameless, '/profile-setup'],
    ]
    for (const [actor, path] of cases)
      expect(await aBrowser(actor).call(page, HOME)).toMatchObject({ status: 303, location: path })
    // The payment is refused as well, wherever the form came from.
    for (const [actor, path] of cases.slice(0, 2))
      expect(await aBrowser(actor).call(page, HOME, { form: { method: 'card' } })).toMatchObject({ location: path })
    const fresh = formOf(await aBrowser(await creatorWho('approved')).call(page, `${HOME}?pay=1`))
    for (const [actor] of cases.slice(2))
      expect(await aBrowser(actor).call(page, HOME, { form: fresh })).toMatchObject({ status: 303, location: HOME })
    expect(await fixture.all('select 1 from transactions')).toEqual([])
    expect((await aBrowser(visible).call(page, `${HOME}?renew=1`)).data).toMatchObject({ renewal: true, refused: null })
    // The dashboard says why.
    expect(await aBrowser(await creatorWho('approved', { isBlocked: true })).call(page, HOME)).toMatchObject({
      location: '/dashboard',
    })
  })

  it('CSUB-01f Error / Failed to check subscription status', async () => {
    const creator = await creatorWho('approved')
    await fixture.owner().query('revoke select on creator_listings from peach_app')
    try {
      const answer = await aBrowser(creator).call(page, HOME)
      expect(answer).toMatchObject({ status: 503, data: { state: 'failed', retryHref: HOME } })
    } finally {
      await fixture.owner().query('grant select on creator_listings to peach_app')
    }
  })

  it('CSUB-01b leads to the payment page, for the signed-in creator and with its own callback', async () => {
    const creator = await creatorWho('approved')
    const { answer, txRef } = await started(creator)
    expect(answer.status).toBe(303)
    expect(answer.location).toMatch(/hosted\/pay/)
    expect(
      await fixture.one(
        'select email, amount_minor, currency, status from transactions where flutterwave_tx_ref = $1',
        [txRef],
      ),
    ).toEqual({ email: creator.email, amount_minor: 6_000_000n, currency: 'UGX', status: 'pending' })
  })

  it.each([
    ['P33', 'Failed to process subscription'],
    ['P32', 'currency is not supported for this merchant'],
  ])('CSUB-01 %s: Payment Error / %s', async (scenario, message) => {
    const creator = await creatorWho('approved')
    const browser = aBrowser(creator)
    const opened = await browser.call(page, `${HOME}?pay=1`)
    await fixture.scenario(scenario, { email: creator.email }, 3)
    const answer = await browser.call(page, `${HOME}?pay=1`, { form: formOf(opened) })
    expect(answer.status).toBe(409)
    expect(answer.data.errors).toMatchObject({ title: 'Payment Error', summary: [{ message }] })
  })

  it('CSUB-01f a database that refuses rows: Failed to process subscription', async () => {
    const browser = aBrowser(await creatorWho('approved'))
    const opened = await browser.call(page, `${HOME}?pay=1`)
    await fixture.owner().query('revoke insert on purchases from peach_app')
    const answer = await browser.call(page, `${HOME}?pay=1`, { form: formOf(opened) })
    await fixture.owner().query('grant insert on purchases to peach_app')
    expect(answer.data.errors).toMatchObject({
      title: 'Payment Error',
      summary: [{ message: 'Failed to process subscription' }],
    })
  })
})

describe('/creator-subscription-callback', () => {
  it('CSUB-02a success leads after 3 seconds to the creator\u2019s page', async () => {
    const creator = await creatorWho('approved', { username: 'paid_up' })
    const { browser, txRef } = await started(creator)
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({ view: 'waiting' })
    await fixture.pay(txRef, 'approve')
    const { data } = await browser.call(callback, at(txRef, '&status=successful'))
    expect(data).toMatchObject({ view: 'success', continueHref: '/paid_up', seconds: 3 })
    expect(data.until).toMatch(/EAT$/)
  })

  it('CSUB-02 without a username it leads to /profile-setup, and before the approval to the application status', async () => {
    const nameless = await creatorWho('approved', { username: null })
    const one = await started(nameless)
    await fixture.pay(one.txRef, 'approve')
    expect((await one.browser.call(callback, at(one.txRef))).data).toMatchObject({ continueHref: '/profile-setup' })
    const waiting = await started(await creatorWho('in_review'))
    await fixture.pay(waiting.txRef, 'approve')
    expect((await waiting.browser.call(callback, at(waiting.txRef))).data).toMatchObject({
      view: 'success',
      until: null,
      continueHref: '/dashboard',
    })
    // A creator who has paid is not asked to pay again while the application waits.
    expect(await waiting.browser.call(page, HOME)).toMatchObject({ location: '/dashboard' })
  })

  it('CSUB-02b shows a cancelled payment after a check that found none; a claimed success is ignored', async () => {
    const { browser, txRef } = await started(await creatorWho('approved'))
    expect((await browser.call(callback, at(txRef, '&status=successful'))).data).toMatchObject({ view: 'waiting' })
    await fixture.advance(4)
    expect((await browser.call(callback, at(txRef, '&status=cancelled'))).data).toMatchObject({
      view: 'cancelled',
      title: 'Payment was cancelled',
    })
  })

  it('CSUB-02 a payment that is cancelled in the address but was paid is a success', async () => {
    const { browser, txRef } = await started(await creatorWho('approved'))
    fixture.state.deliver = false
    await fixture.pay(txRef, 'approve')
    expect((await browser.call(callback, at(txRef, '&status=cancelled'))).data).toMatchObject({ view: 'success' })
  })

  it.each(['', '?tx_ref=', "?tx_ref=' or 1=1", '?status=successful', '?tx_ref=peach_creator_weekly_1_unknown'])(
    'CSUB-02c %j: Payment failed or invalid callback',
    async (query) => {
      expect((await aBrowser().call(callback, `/creator-subscription-callback${query}`)).data).toMatchObject({
        view: 'invalid',
        title: 'Payment failed or invalid callback',
      })
    },
  )

  it('CSUB-02 a declined payment is an issue with the same title, and with what happened', async () => {
    const { browser, txRef } = await started(await creatorWho('approved'))
    await fixture.pay(txRef, 'decline')
    await fixture.advance(4)
    const { data } = await browser.call(callback, at(txRef))
    expect(data).toMatchObject({ view: 'failed', title: 'Payment failed or invalid callback' })
    expect(data.reason).toBeTruthy()
  })

  it('CSUB-04 Verification Failed with the reason, if the check fails', async () => {
    const { browser, txRef } = await started(await creatorWho('approved'))
    await fixture.scenario('P35.html', { path: '/v3/transactions' }, 6)
    expect(await browser.call(callback, at(txRef), { form: { tx_ref: txRef } })).toMatchObject({
      status: 303,
      location: at(txRef),
      toast: {
        title: 'Verification Failed',
        description: expect.stringContaining('We could not reach the payment service just now'),
      },
    })
    await fixture.advance(4)
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({
      view: 'check_failed',
      failed: expect.stringContaining('could not reach'),
    })
  })

  it('CSUB-02 another person can neither see the payment nor end it', async () => {
    const { txRef } = await started(await creatorWho('approved'))
    for (const actor of [null, await creatorWho('approved'), await fixture.person()]) {
      const { data } = await aBrowser(actor).call(callback, at(txRef, '&status=cancelled'))
      expect(data).toMatchObject({ facts: { receipt: null } })
    }
    expect(await fixture.one('select status from transactions where flutterwave_tx_ref = $1', [txRef])).toEqual({
      status: 'pending',
    })
  })

  it('each kind of payment has its own page', async () => {
    const { browser, txRef } = await started(await creatorWho('approved'))
    expect(await browser.call(fansCallback, `/payment-callback?tx_ref=${txRef}&status=failed`)).toMatchObject({
      status: 303,
      location: at(txRef, '&status=failed'),
    })
  })
})

describe('/dashboard', () => {
  const titleOf = async (creator: Person) =>
    ((await aBrowser(creator).call(dashboard, '/dashboard')).data.page as { title: string }).title

  it('ONB-C-05 shows each creator their status', async () => {
    expect(await titleOf(await creatorWho('in_review'))).toBe('In review. Usually within 1 hour, at most 48 hours')
    expect(await titleOf(await creatorWho('approved'))).toBe('Approved. One step left')
    expect(await titleOf(await creatorWho('rejected'))).toBe('Your application was not approved')
    expect(await titleOf(await creatorWho('approved', { isBlocked: true }))).toBe('Your page is blocked')
    expect(await titleOf(await creatorWho('approved', { accountStatus: 'suspended' }))).toBe('Your page is suspended')
    expect(await aBrowser(await creatorWho('draft')).call(dashboard, '/dashboard')).toMatchObject({
      location: '/onboarding',
    })
    expect(await aBrowser(await fixture.person({ userType: 'creator' })).call(dashboard, '/dashboard')).toMatchObject({
      location: '/onboarding',
    })
    const paid = await creatorWho('approved')
    const { txRef } = await started(paid)
    await fixture.pay(txRef, 'approve')
    expect(await titleOf(paid)).toBe('Your page is visible')
  })
})
