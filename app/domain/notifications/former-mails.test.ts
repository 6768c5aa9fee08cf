import { describe, expect, test } from 'vitest'
import { renderNoticeMail } from '#app/domain/events/render-notice.ts'
import { formerEvent } from './former-mails.ts'

const link = 'http://localhost:3000/dashboard'
const site = { baseUrl: 'http://localhost:3000', brandName: 'Peach' }
const id = '0199c0de-0000-7000-8000-000000000001'
const payout = { amount: 'UGX 818,500', number: 'PO-1182', account: 'MTN 0772 ••• 456', message: '' }
const pass = { planName: 'Monthly', on: '21 Dec 2026, 19:00 EAT', price: 'UGX 180,000' }

describe('mails that an earlier release queued', () => {
  const money = { productName: 'Monthly pass', amount: 'UGX 180,000' }
  const FORMER: [string, object, string][] = [
    [
      'receipt',
      { ...money, reference: 'r', paidOn: 'd', endsOn: null, method: 'MTN', link: `${site.baseUrl}/feed?x=1` },
      '/feed?x=1',
    ],
    ['refund', { ...money, state: 'decided', message: '', link: `${site.baseUrl}/receipts/${id}` }, `/receipts/${id}`],
    ['refund', { ...money, state: 'to_wallet', message: '', link: `${site.baseUrl}/receipts/${id}` }, 'in your wallet'],
    ['refund', { ...money, state: 'failed', message: '', link: `${site.baseUrl}/receipts/${id}` }, 'could not be sent'],
    [
      'payment_disputed',
      { ...money, news: 'taken_back', ended: 'pass', contact: 'c', link: `${site.baseUrl}/subscription` },
      '/subscription',
    ],
    [
      'payment_disputed',
      { ...money, news: 'stands', ended: 'nothing', contact: 'c', link: `${site.baseUrl}/receipts/${id}` },
      'confirmed',
    ],
    ['pass_reminder', { ...pass, kind: 'three_days', fromWallet: null, reason: null, link }, 'in 3 days'],
    [
      'pass_reminder',
      { ...pass, kind: 'not_renewed', fromWallet: 'short', reason: 'not_sold', link },
      'no longer sold',
    ],
    ['creator_subscription_ended', { creatorName: 'Amina', amount: 'UGX 1', link }, 'of Amina'],
    ['export_ready', { link, until: 'tomorrow' }, 'until tomorrow'],
    ['security_notice', { change: 'passkey_added' }, 'A passkey was added'],
    ['application_decided', { decision: 'rejected', message: 'No.', next: 'Appeal.', link }, 'Not approved'],
    ['payout_account_changed', { account: 'MTN', from: null, link }, 'was set'],
    ['payout_account_changed', { account: 'MTN', from: 'noon', link }, 'before noon'],
    ['payout_account_refused', { account: 'MTN', link }, 'name does not match'],
    ['earnings_news', { ...money, news: 'charged_back', owed: null, link }, 'A bank took back'],
    ['payout_news', { ...payout, news: 'refused', link }, 'does not take payments'],
    ['payout_news', { ...payout, news: 'reversed', link }, 'was returned'],
    ['verification_due', { on: 'noon', days: 0, link }, 'has ended'],
    ['verification_due', { on: 'noon', days: 7, link }, 'before noon'],
    [
      'fee_reminder',
      { kind: 'hidden', on: 'noon', price: 'p', fromEarnings: null, available: 'a', link },
      'hidden now',
    ],
    [
      'staff_alert',
      { kind: 'payouts_halted', count: 2, about: '', due: null, link: `${site.baseUrl}/admin` },
      'more than once',
    ],
  ]
  test.each(FORMER)('%s (%#) is still sent, with its text and its link', (template, data, fact) => {
    const { event, payload } = formerEvent(template, data as Record<string, unknown>)!
    expect(renderNoticeMail(event, payload, site).text).toContain(fact)
  })
})
