import { describe, expect, it } from 'vitest'
import { hasPass, hasUnlock } from '#app/domain/entitlements/queries.server.ts'
import { newId } from '#app/platform/id.ts'
import { aBrowser, type RouteAnswer } from '#tests/support/routes.ts'
import { HASH, usePaymentFixture } from '#tests/support/payments.ts'
import * as webhook from '#app/web/webhooks/flutterwave.ts'
import * as callback from './payment-callback.tsx'
import * as subscribe from './subscribe.tsx'

const fixture = usePaymentFixture()

type Dialog = {
  attempt: string
  action: string
  payer: { name: string; email: string } | null
  card: { price: string; priceMinor: string }
}

function formOf(answer: RouteAnswer, change: Record<string, string> = {}): Record<string, string> {
  const dialog = answer.data.dialog as Dialog
  return {
    name: 'Brian O.',
    email: `${newId()}@fans.example`,
    method: 'mobile_money',
    phone: '0772 123 456',
    network: '',
    attempt: dialog.attempt,
    shown: dialog.card.priceMinor,
    ...change,
  }
}

async function paidUp(
  browser: ReturnType<typeof aBrowser>,
  path = '/subscribe?pay=monthly&currency=UGX',
  change: Record<string, string> = {},
) {
  const opened = await browser.call(subscribe, path)
  const form = formOf(opened, change)
  const answer = await browser.call(subscribe, path, { form })
  const { links } = await fixture.atGateway(
    (
      await fixture.one<{ r: string }>(
        'select flutterwave_tx_ref as r from transactions order by created_at desc limit 1',
      )
    ).r,
  )
  return {
    opened,
    form,
    answer,
    link: links[0]?.url ?? null,
    txRef: (links[0] as unknown as { tx_ref: string } | undefined)?.tx_ref ?? '',
  }
}

describe('/subscribe', () => {
  it('SUB-01 shows both plans, the best deal, what a year saves, and what the pass opens', async () => {
    const { data } = await aBrowser().call(subscribe, '/subscribe')
    expect(data.plans).toMatchObject([
      { name: 'monthly', price: 'UGX\u00a0180,000', per: 'a month', best: false },
      {
        name: 'annual',
        price: 'UGX\u00a01,500,000',
        per: 'a year',
        best: true,
        note: 'UGX\u00a0125,000 a month, save 31%',
      },
    ])
    expect((data.plans as { features: string[] }[])[0]!.features).toEqual([
      'Unlocked profiles',
      'Paid private chats',
      'New peaches weekly',
    ])
    expect(data.dialog).toBeNull()
    expect(data.selected).toBe('annual')
  })

  it('SUB-08a the fan can choose the currency; dollars have their own prices', async () => {
    const { data } = await aBrowser().call(subscribe, '/subscribe?currency=USD&plan=monthly')
    expect((data.plans as { price: string }[]).map((plan) => plan.price)).toEqual(['US$4.99', 'US$49.99'])
    expect(data.selected).toBe('monthly')
    expect((await aBrowser().call(subscribe, '/subscribe?currency=EUR')).data.currency).toBe('UGX')
  })

  it('SUB-02 a pass holder sees the notice and is redirected to the feed; a renewal is allowed', async () => {
    const fan = await fixture.person()
    await fixture
      .owner()
      .query(
        `insert into user_access (id, user_id, reason, expires_at) values ($1, $2, 'test', app_now() + interval '5 days')`,
        [newId(), fan.id],
      )
    const answer = await aBrowser(fan).call(subscribe, '/subscribe?pay=monthly')
    expect(answer).toMatchObject({ status: 303, location: '/unblocked-feed', toast: { title: 'Already Subscribed!' } })
    expect((await aBrowser(fan).call(subscribe, '/subscribe?from=renewal')).data.renewal).toBe(true)
  })

  it('SUB-05 a missing plan shows the specified message and the built-in plan', async () => {
    await fixture.owner().query(`update subscription_plans set is_substitute = true where name = 'monthly'`)
    const { data } = await aBrowser().call(subscribe, '/subscribe')
    await fixture.owner().query(`update subscription_plans set is_substitute = false where name = 'monthly'`)
    expect(data.incomplete).toBe('Unable to load subscription plans. Please try again.')
    expect((data.plans as { price: string }[])[0]!.price).toBe('UGX\u00a0180,000')
  })

  it('SUB-01 the visitor’s chosen action is carried along, only from fixed lists', async () => {
    const { data } = await aBrowser().call(
      subscribe,
      '/subscribe?from=public-feed&creator=amina_k&intent=chat&evil=1&next=//evil.example',
    )
    expect(data.hidden).toEqual([
      ['from', 'public-feed'],
      ['intent', 'chat'],
      ['creator', 'amina_k'],
      ['currency', 'UGX'],
    ])
  })
})

describe('the payment form', () => {
  it('PAY-01 missing fields show the sentences in the summary and the short titles at the fields, and keep what was typed', async () => {
    const browser = aBrowser()
    const opened = await browser.call(subscribe, '/subscribe?pay=monthly')
    const answer = await browser.call(subscribe, '/subscribe?pay=monthly', {
      form: formOf(opened, { name: ' ', email: '', phone: '' }),
    })
    expect(answer.status).toBe(400)
    expect(answer.data.errors).toEqual({
      title: 'There is a problem',
      summary: [
        { fieldId: 'name', message: 'Please fill in all required fields' },
        { fieldId: 'phone', message: 'Phone number is required for mobile money payments' },
      ],
      fields: { name: 'Missing Information', email: 'Missing Information', phone: 'Phone Number Required' },
    })
    const typed = await browser.call(subscribe, '/subscribe?pay=monthly', {
      form: formOf(opened, { email: 'nonsense', name: 'Brian' }),
    })
    expect(typed.data.values).toMatchObject({ name: 'Brian', email: 'nonsense', phone: '0772 123 456' })
  })

  it('PAY-02a redirects to the payment page with 303 and sets the browser cookie', async () => {
    const browser = aBrowser()
    const { answer, link, form } = await paidUp(browser)
    expect(answer.status).toBe(303)
    expect(answer.location).toBe(link)
    expect(answer.headers.getSetCookie().join()).toMatch(/peach_checkout=[A-Za-z0-9_-]{40,}.*HttpOnly/)
    const again = await browser.call(subscribe, '/subscribe?pay=monthly&currency=UGX', { form })
    expect(again.location).toBe(link)
    expect(await fixture.one('select count(*)::int as n from transactions where email = $1', [form.email])).toEqual({
      n: 1,
    })
  })

  it('SUB-03 prices sent by the browser are ignored', async () => {
    const browser = aBrowser()
    const opened = await browser.call(subscribe, '/subscribe?pay=annual&currency=UGX')
    const tampered = await browser.call(subscribe, '/subscribe?pay=annual&currency=UGX', {
      form: formOf(opened, { shown: '100', amount: '1', currency: 'USD' }),
    })
    expect(tampered.status).toBe(409)
    expect(JSON.stringify(tampered.data.errors)).toContain('The price has changed. It is UGX\u00a01,500,000 now.')
    const email = `${newId()}@fans.example`
    await browser.call(subscribe, '/subscribe?pay=annual&currency=UGX', {
      form: formOf(opened, {
        email,
        amount: '1',
        currency: 'USD',
        tx_ref: 'mine',
        redirect_url: 'https://evil.example',
      }),
    })
    expect(await fixture.one('select amount_minor, currency from transactions where email = $1', [email])).toEqual({
      amount_minor: 150_000_000n,
      currency: 'UGX',
    })
  })

  it.each([
    ['P32', 'Payment Error', 'currency is not supported for this merchant', 409],
    ['P33', 'Payment Error', 'Failed to initialize payment', 409],
    ['P31', 'Payment Error', 'Payment link not received', 409],
  ])('PAY-02b %s: %s / %s', async (scenario, title, message, status) => {
    const email = `${newId()}@fans.example`
    await fixture.scenario(scenario, { email }, 3)
    const { answer } = await paidUp(aBrowser(), '/subscribe?pay=monthly&currency=UGX', { email })
    expect(answer.status).toBe(status)
    expect(answer.data.errors).toMatchObject({ title, summary: [{ message }] })
    expect(answer.data.values).toMatchObject({ email })
  })

  it('PAY-02b a database that refuses rows: Failed to create transaction record', async () => {
    const browser = aBrowser()
    const opened = await browser.call(subscribe, '/subscribe?pay=monthly')
    await fixture.owner().query('revoke insert on purchases from peach_app')
    const answer = await browser.call(subscribe, '/subscribe?pay=monthly', { form: formOf(opened) })
    await fixture.owner().query('grant insert on purchases to peach_app')
    expect(answer.data.errors).toMatchObject({
      title: 'Payment Error',
      summary: [{ message: 'Failed to create transaction record' }],
    })
  })

  it.each([
    { attempt: 'x' },
    { attempt: "' or 1=1 --" },
    { method: 'cash' },
    { name: '\u0000' },
    { email: 'a@b' },
    { phone: '٠٧٧٢' },
    { shown: '-1', phone: 'x' },
  ])('PAY-01 %j returns the form, never an internal error', async (change) => {
    const browser = aBrowser()
    const opened = await browser.call(subscribe, '/subscribe?pay=monthly')
    const answer = await browser.call(subscribe, '/subscribe?pay=monthly', {
      form: formOf(opened, change as unknown as Record<string, string>),
    })
    expect(answer.status).toBe(400)
  })
})

describe('/payment-callback', () => {
  const at = (txRef: string, status?: string) => `/payment-callback?tx_ref=${txRef}${status ? `&status=${status}` : ''}`

  it.each([
    '',
    '?tx_ref=',
    "?tx_ref=' or 1=1",
    '?status=successful',
    '?tx_ref=peach_pass_monthly_1_unknown&status=successful',
  ])('PAY-04a %j: Invalid payment reference', async (query) => {
    expect((await aBrowser().call(callback, `/payment-callback${query}`)).data).toMatchObject({
      view: 'invalid',
      title: 'Invalid payment reference',
      facts: null,
    })
  })

  it.each(['successful', 'completed', 'failed', 'cancelled', 'anything'])(
    'PAY-04 our own check decides, not status=%s',
    async (status) => {
      const fan = await fixture.person()
      const browser = aBrowser(fan)
      const { txRef } = await paidUp(browser, undefined, { email: fan.email })
      await fixture.scenario('P14', { tx_ref: txRef })
      await fixture.pay(txRef, 'approve')
      expect((await browser.call(callback, at(txRef, status))).data).toMatchObject({
        view: 'success',
        seconds: 2,
        continueHref: '/unblocked-feed',
      })
      expect(await hasPass(fan.id)).toBe(true)
    },
  )

  it('PAY-04 status successful without a payment waits and grants nothing', async () => {
    const fan = await fixture.person()
    const browser = aBrowser(fan)
    const { txRef, link } = await paidUp(browser, undefined, { email: fan.email })
    expect((await browser.call(callback, at(txRef, 'successful'))).data).toMatchObject({ view: 'waiting', link })
    expect(await hasPass(fan.id)).toBe(false)
  })

  it('PAY-04b cancelled is shown after a check that found no payment, and the payment page is closed then', async () => {
    const browser = aBrowser()
    const { txRef } = await paidUp(browser)
    expect((await browser.call(callback, at(txRef, 'cancelled'))).data).toMatchObject({
      view: 'cancelled',
      tryAgainHref: '/viewer-onboarding?step=3&plan=monthly',
    })
    expect((await fixture.atGateway(txRef)).links[0]!.state).toBe('disabled')
  })

  it('PAY-04 another browser can’t end a payment and sees nothing of it', async () => {
    const { txRef, form } = await paidUp(aBrowser())
    const answer = await aBrowser().call(callback, at(txRef, 'cancelled'))
    expect((await fixture.atGateway(txRef)).links[0]!.state).toBe('open')
    expect(JSON.stringify(answer.data)).not.toContain(form.email)
    expect(JSON.stringify(answer.data)).not.toContain('180,000')
  })

  it('PAY-04 declined and timed-out payments show the real reason', async () => {
    const browser = aBrowser()
    const { txRef } = await paidUp(browser)
    await fixture.pay(txRef, 'decline')
    await fixture.advance(4)
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({
      view: 'failed',
      title: 'You declined the payment. Nothing was charged.',
      declined: true,
    })
    await fixture.pay(txRef, 'timeout')
    await fixture.advance(4)
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({ view: 'waiting', onTheWay: true })
    await fixture.advance(16 * 60)
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({
      view: 'failed',
      reason: expect.stringContaining('ran out of time'),
    })
  })

  it('PAY-04d an unreachable gateway: Payment verification failed. Please try again.', async () => {
    const browser = aBrowser()
    const { txRef } = await paidUp(browser)
    await fixture.scenario('P35.html', { path: '/v3/transactions' }, 6)
    expect((await browser.call(callback, at(txRef, 'cancelled'))).data).toMatchObject({ view: 'check_failed' })
    await fixture.advance(4)
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({ view: 'check_failed' })
    await fixture.advance(4)
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({ view: 'waiting' })
  })

  it('PAY-09b I have approved: shows Failed to verify payment if the check fails, else the current page', async () => {
    const browser = aBrowser()
    const { txRef } = await paidUp(browser)
    await fixture.scenario('P35.html', { path: '/v3/transactions' }, 3)
    const failed = await browser.call(callback, at(txRef), { form: { tx_ref: txRef } })
    expect(failed).toMatchObject({
      status: 303,
      location: `/payment-callback?tx_ref=${txRef}`,
      toast: { title: 'Verification Error', description: 'Failed to verify payment' },
    })
  })

  it('PAY-05a a visitor with a new account is asked to check the email; no one is signed in', async () => {
    const browser = aBrowser()
    const { txRef, form } = await paidUp(browser)
    await fixture.pay(txRef, 'approve')
    const answer = await browser.call(callback, at(txRef, 'successful'))
    expect(answer.data).toMatchObject({
      view: 'success',
      email: form.email,
      codeHref: '/auth/code',
      codeAction: '/auth/code',
      continueHref: null,
    })
    expect([...browser.jar.keys()].toSorted()).toEqual(['peach_browser', 'peach_checkout'])
    expect((await aBrowser().call(callback, at(txRef, 'successful'))).data).toMatchObject({
      view: 'success',
      email: null,
      codeHref: null,
      codeAction: null,
    })
  })

  it('PAY-05b a visitor with an account is redirected to sign-in after three seconds', async () => {
    const fan = await fixture.person()
    const browser = aBrowser()
    const { txRef } = await paidUp(browser, undefined, { email: fan.email })
    await fixture.pay(txRef, 'approve')
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({
      view: 'success',
      continueHref: '/auth?message=payment-success',
      seconds: 3,
    })
  })

  it('PAY-05c a signed-in fan without a complete profile is redirected to it after two seconds', async () => {
    const fan = await fixture.person({ profileCompleted: false })
    const browser = aBrowser(fan)
    const { txRef } = await paidUp(browser)
    await fixture.pay(txRef, 'approve')
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({
      continueHref: '/profile-setup?returnTo=%2Funblocked-feed',
      seconds: 2,
    })
  })

  it('PAY-05 a fan who wanted something from a creator is led back there', async () => {
    const fan = await fixture.person()
    const { postId, creatorId } = await fixture.lockedPost()
    const username = (
      await fixture.one<{ username: string }>('select username from profiles where id = $1', [creatorId])
    ).username
    const browser = aBrowser(fan)
    const path = `/subscribe?pay=monthly&currency=UGX&creator=${username}&intent=follow`
    const { txRef } = await paidUp(browser, path)
    await fixture.pay(txRef, 'approve')
    expect((await browser.call(callback, at(txRef))).data).toMatchObject({ continueHref: `/${username}` })
    expect(await fixture.one('select fan_id from follows where creator_id = $1', [creatorId])).toEqual({
      fan_id: fan.id,
    })
    expect(await hasUnlock(fan.id, postId)).toBe(false)
  })
})

describe('a payment without an answer', () => {
  it('PAY-07 its page says so, and after a day lets only its buyer stop waiting', async () => {
    const fan = await fixture.person()
    const browser = aBrowser(fan)
    const { txRef } = await paidUp(browser)
    await fixture.scenario('P18', { tx_ref: txRef })
    await fixture.pay(txRef, 'approve')
    const page = `/payment-callback?tx_ref=${txRef}`
    await browser.call(callback, page)
    const early = await browser.call(callback, `${page}&stop`, { form: {} })
    expect([early.location, early.toast?.title]).toEqual([page, 'Still waiting for an answer'])
    await fixture.advance(86_400 + 60)
    expect((await browser.call(callback, page)).data).toMatchObject({ view: 'unanswered', waits: { open: true } })
    const stranger = aBrowser(await fixture.person())
    expect((await stranger.call(callback, page)).data).toMatchObject({ view: 'unanswered', waits: null })
    expect((await stranger.call(callback, `${page}&stop`, { form: {} })).status).toBe(404)
    const stopped = await browser.call(callback, `${page}&stop`, { form: {} })
    expect([stopped.location, stopped.toast?.title]).toEqual([
      '/viewer-onboarding?step=3&plan=monthly',
      'You can pay again',
    ])
    expect((await browser.call(callback, page)).data).toMatchObject({ view: 'failed' })
  })
})

describe('/webhooks/flutterwave', () => {
  async function post(body: BodyInit, headers: Record<string, string>): Promise<number> {
    const request = new Request('http://localhost:3000/webhooks/flutterwave', { method: 'POST', body, headers })
    return (await webhook.action({ request } as never)).status
  }

  it('PAY-06 responds 200 to everything that is stored, 401 to a wrong hash, 413 to a body that is too long', async () => {
    const right = { 'verif-hash': HASH }
    expect(await post('{"event":"charge.completed"}', right)).toBe(200)
    expect(await post('garbage', right)).toBe(200)
    expect(await post(new Uint8Array([0, 255, 254, 0]), right)).toBe(200)
    expect(await post('{}', {})).toBe(401)
    expect(await post('garbage', { 'verif-hash': 'wrong' })).toBe(401)
    expect(await post('x'.repeat(300_000), right)).toBe(413)
    expect(await post('x'.repeat(300_000), {})).toBe(401)
    expect((await aBrowser().call(webhook, '/webhooks/flutterwave')).status).toBe(405)
  })
})
