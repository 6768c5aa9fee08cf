import type { ProductFacts } from '#app/domain/products/registry.ts'
import { describe, expect, test } from 'vitest'
import { passStatus } from './pass-status.ts'
import { dayWord, recentActivity } from './recent-activity.ts'

const ugx = (amount: number) => ({ amountMinor: BigInt(amount) * 100n, currency: 'UGX' as const })
const END = new Date('2027-11-21T09:00:00Z')
const annual = { displayName: 'Annual', endsAt: END }
const pending = { reference: 'tx-1', productName: 'Monthly pass', price: ugx(180_000) }

describe('the card of the subscription', () => {
  test('VIEW-02 a running pass shows its plan and its end, and leads to the renewal', () => {
    expect(passStatus({ held: { endsAt: END }, newest: annual, pending: null })).toMatchObject({
      state: 'active',
      name: 'Annual pass',
      word: 'Active',
      line: 'Until 21 Nov 2027, then it ends by itself',
      action: { label: 'Manage Plan', href: '/subscribe?from=renewal' },
    })
  })

  test('VIEW-02 granted access has no plan, and without an end there is nothing to renew', () => {
    expect(passStatus({ held: { endsAt: END }, newest: null, pending: null }).name).toBe('Full access')
    const endless = passStatus({ held: { endsAt: null }, newest: annual, pending: null })
    expect(endless).toMatchObject({ name: 'Full access', line: 'No end date', action: { href: '/subscription' } })
  })

  test('VIEW-02 shows a running payment as pending, an old pass as expired, and no pass as none', () => {
    expect(passStatus({ held: null, newest: annual, pending })).toMatchObject({
      state: 'pending',
      word: 'Pending',
      pendingHref: '/payment-callback?tx_ref=tx-1',
    })
    expect(passStatus({ held: null, newest: annual, pending: null })).toMatchObject({
      state: 'expired',
      action: { label: 'Manage Plan', href: '/subscribe?from=expired' },
    })
    expect(passStatus({ held: null, newest: null, pending: null })).toMatchObject({
      state: 'none',
      action: { label: 'Manage Plan', href: '/subscribe' },
    })
  })
})

describe('recent activity', () => {
  const at = new Date('2026-11-21T10:00:00Z')
  const payment = (facts: ProductFacts, productName: string, when: string) => ({
    purchaseId: `${facts.kind} ${when}`,
    reference: `${facts.kind} ${when}`,
    facts,
    productName,
    price: ugx(50_000),
    at: new Date(when),
  })
  const follow = (when: string) => ({
    creatorId: when,
    username: 'amina_k',
    displayName: 'Amina K',
    at: new Date(when),
  })

  test('VIEW-02 payments, unlocks and follows are in one list, newest first', () => {
    const rows = recentActivity(
      [
        payment(
          { kind: 'post_unlock', creatorId: 'amina', creatorName: 'Amina K' },
          'Post by Amina K',
          '2026-11-21T08:00:00Z',
        ),
        payment(
          { kind: 'pass', plan: 'annual', listMinor: '1', discountPercentage: 0, builtIn: true },
          'Annual pass',
          '2026-11-19T08:00:00Z',
        ),
      ],
      [follow('2026-11-20T08:00:00Z')],
      at,
    )
    expect(rows.map(({ title, meta, price }) => [title, meta, price])).toEqual([
      ['Unlocked a post', 'Amina K · today', 'UGX\u00a050,000'],
      ['Followed Amina K', 'yesterday', null],
      ['Annual pass', 'Payment · 19 Nov 2026', 'UGX\u00a050,000'],
    ])
  })

  test('VIEW-02 the follows of a day are one row, so that they don’t push payments out', () => {
    const rows = recentActivity(
      [],
      [follow('2026-11-20T08:00:00Z'), follow('2026-11-20T07:00:00Z'), follow('2026-11-19T07:00:00Z')],
      at,
    )
    expect(rows.map(({ title, href }) => [title, href])).toEqual([
      ['Followed Amina K and 1 more', '#favourites'],
      ['Followed Amina K', '/amina_k'],
    ])
  })

  test('VIEW-02 the list has at most eight rows', () => {
    const many = Array.from({ length: 9 }, (_, day) => follow(`2026-11-0${day + 1}T08:00:00Z`))
    expect(recentActivity([], many, at)).toHaveLength(8)
  })

  test('VIEW-02 today is the day in Kampala', () => {
    // Half past eleven in the evening in London, half past two at night in Kampala.
    expect(dayWord(new Date('2026-11-20T22:30:00Z'), at)).toBe('today')
    expect(dayWord(new Date('2026-11-20T20:30:00Z'), at)).toBe('yesterday')
  })
})
