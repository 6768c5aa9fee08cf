import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { type Denial, denyVisit, refusalResponse } from './refusals.server.ts'
import { addressAt, type Sale } from './sale.ts'

const PLACES = {
  entry: '/enter',
  setup: '/set-up',
  page: '/page',
  entitled: { path: '/yours', title: 'Already open', description: 'It is open to you.' },
}
const SALE: Sale = {
  order: { kind: 'creator_fee', renewal: false },
  from: 'gateway',
  address: addressAt('/sale', { renew: '1' }),
}
const values = { name: 'Brian O.', attempt: 'a-token' }
const toastOf = (answer: Response) =>
  decodeURIComponent(answer.headers.getSetCookie().find((line) => line.includes('flash=')) ?? '')

beforeAll(() => useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' })))

describe('somebody who may not buy', () => {
  test.each([
    ['sign_in_required', '/enter'],
    ['pass_required', '/enter'],
    ['profile_incomplete', '/set-up'],
    ['own_post', '/page'],
    ['own_page', '/page'],
    ['already_unlocked', '/page'],
    ['already_visible', '/page'],
    ['wallet_off', '/page'],
    ['already_entitled', '/yours'],
    ['not_a_creator', '/public-feed'],
    ['application_missing', '/onboarding'],
    ['application_rejected', '/dashboard'],
    ['week_waiting', '/dashboard'],
    ['account_closed', '/page'],
  ] as [Denial, string][])('%s: the visit leads to %s', (reason, path) => {
    const answer = denyVisit(reason, PLACES)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  })

  test('reads why, where no other page says it', () => {
    expect(toastOf(denyVisit('account_closed', PLACES))).toContain('This account can\u2019t buy anything.')
    expect(toastOf(denyVisit('already_entitled', PLACES))).toContain('Already open')
    expect(toastOf(denyVisit('pass_required', PLACES))).toBe('')
  })

  test('goes back to the page of the form after a posted order, and a closed account gets a message', () => {
    const posted = (reason: Denial, sale = SALE) => refusalResponse({ kind: 'not_permitted', reason }, sale, values)
    const back = posted('pass_required') as Response
    expect([back.status, back.headers.get('location')]).toEqual([303, '/sale?renew=1'])
    expect((posted('already_entitled') as Response).headers.get('location')).toBe('/sale?renew=1')
    const owner = posted('already_entitled', { ...SALE, entitled: PLACES.entitled }) as Response
    expect(owner.headers.get('location')).toBe('/yours')
    expect(posted('account_closed')).toMatchObject({
      data: {
        errors: { title: 'Payment Error', summary: [{ message: expect.stringContaining('can\u2019t buy anything') }] },
        values,
      },
      init: { status: 403 },
    })
  })
})

describe('a refused order', () => {
  test('keeps what was typed, and a form that was replaced gets a new token', () => {
    expect(refusalResponse({ kind: 'not_for_sale' }, SALE, values)).toMatchObject({ data: { values } })
    expect(refusalResponse({ kind: 'stale_form' }, SALE, values)).toMatchObject({
      data: { values: { name: 'Brian O.', attempt: '' } },
      init: { status: 409 },
    })
  })

  test('names the account that is too small, and says the page’s own sentence if the payment page can’t open', () => {
    const money = (amountMinor: bigint) => ({ amountMinor, currency: 'UGX' as const })
    const small = {
      kind: 'balance_too_small',
      price: money(500_000n),
      balance: money(100_000n),
      missing: money(400_000n),
    } as const
    const bought = { path: '/', title: '', description: '' }
    const messageOf = (from: 'wallet' | 'earnings') =>
      JSON.stringify(
        refusalResponse(small, { ...SALE, from, bought, order: { kind: 'creator_fee', renewal: false } }, {}),
      )
    expect(messageOf('wallet')).toContain('Your wallet holds UGX\u00a01,000: you need UGX\u00a04,000 more.')
    expect(messageOf('earnings')).toContain('Your available earnings hold UGX\u00a01,000')
    const failed = refusalResponse({ kind: 'link_not_received' }, { ...SALE, failed: 'Failed here' }, {})
    expect(JSON.stringify(failed)).toContain('Failed here')
    const plain = refusalResponse({ kind: 'link_not_received' }, SALE, {})
    expect(JSON.stringify(plain)).toContain('Payment link not received')
  })

  test('a pass that costs nothing asks a visitor to sign in, and leads back to the same form', () => {
    const sale = { ...SALE, address: addressAt('/subscribe', { currency: 'UGX', pay: 'annual', promo: 'FREE-100' }) }
    const answer = refusalResponse({ kind: 'free_needs_account' }, sale, values) as Response
    expect(answer.headers.get('location')).toBe(
      '/auth?returnTo=%2Fsubscribe%3Fcurrency%3DUGX%26pay%3Dannual%26promo%3DFREE-100',
    )
  })
})
