import { describe, expect, test } from 'vitest'
import { renderMail, type TemplateName } from './templates.ts'

const link = 'http://localhost:3000/auth/link/tok'
const data: Record<TemplateName, object> = {
  sign_in_code: { code: '419023', link, minutes: 15 },
  payment_account: {
    code: '419023',
    link,
    minutes: 15,
    productName: 'Monthly pass',
    amount: 'UGX 180,000',
    reference: 'ref-1',
  },
  receipt: {
    productName: 'Monthly pass',
    amount: 'UGX 180,000',
    reference: 'ref-1',
    paidOn: '21 Nov 2026',
    endsOn: '21 Dec 2026',
    method: 'MTN',
    link,
  },
  refund: { state: 'sent', productName: 'Monthly pass', amount: 'UGX 180,000', message: '', link },
  payment_disputed: {
    news: 'taken_back',
    productName: 'Monthly pass',
    amount: 'UGX 180,000',
    ended: 'pass',
    contact: 'hello@peach.example',
    link,
  },
  export_ready: { link, until: '28 Nov 2026' },
  deletion_code: { code: '419023', minutes: 15 },
  deletion_waiting: { link, on: '5 Dec 2026' },
  identity_code: { code: '419023', minutes: 10 },
  staff_invite: { link, role: 'Support', days: 7 },
  staff_code: { code: '419023', minutes: 15 },
  security_notice: { change: 'passkey_added' },
  application_decided: {
    decision: 'changes_requested',
    message: 'The paper can\u2019t be read.',
    next: 'Please do it again.',
    link,
  },
  payout_account_code: { code: '419023', minutes: 15 },
  payout_account_changed: { account: 'MTN 0772 ••• 456', from: '24 Nov 2026, 9:00 AM EAT', link },
  payout_account_refused: { account: 'MTN 0772 ••• 456', link },
  earnings_news: { news: 'refunded', productName: 'Locked post', amount: 'UGX 20,000', owed: 'UGX 5,000', link },
  payout_news: {
    news: 'failed',
    amount: 'UGX 818,500',
    number: 'PO-1182',
    account: 'MTN 0772 ••• 456',
    message: 'The network had a fault.',
    link,
  },
  verification_due: { on: '21 Nov 2027', days: 30, link },
  fee_reminder: {
    kind: 'one_day',
    on: '28 Nov 2026, 7:00 PM EAT',
    price: 'UGX 60,000',
    fromEarnings: 'short',
    available: 'UGX 12,000',
    link,
  },
  pass_reminder: {
    kind: 'one_day',
    planName: 'Monthly',
    on: '21 Dec 2026, 7:00 PM EAT',
    price: 'UGX 180,000',
    fromWallet: 'short',
    reason: null,
    link,
  },
  staff_alert: { kind: 'chargeback_received', count: 1, about: 'UGX 50,000', due: '23 Nov 2026, 9:00 AM EAT', link },
  creator_subscription_ended: { creatorName: 'Amina K', amount: 'UGX 120,000', link },
}

describe('mails', () => {
  test.each(Object.keys(data) as TemplateName[])('%s has a neutral subject without code, name or amount', (name) => {
    const { subject } = renderMail(name, data[name], 'Peach')
    expect(subject).not.toMatch(/\d|peach|creator|pass/i)
    expect(subject.length).toBeLessThan(40)
  })

  test('AUTH-03 the sign-in mail begins with the code and contains the link, in text and HTML alike', () => {
    const mail = renderMail('sign_in_code', data.sign_in_code, 'Peach')
    expect(mail.text.indexOf('419023')).toBeLessThan(mail.text.indexOf(link))
    expect(mail.html).toContain('419023')
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail).toMatchObject({ code: '419023', link })
    expect(mail.text).toContain('15 minutes')
  })

  test('the payment mail shows the amount and what was paid for', () => {
    const mail = renderMail('payment_account', data.payment_account, 'Peach')
    for (const fact of ['Monthly pass', 'UGX 180,000', 'ref-1', '419023']) expect(mail.text).toContain(fact)
  })

  test('a receipt of something without an end leaves the end out', () => {
    expect(renderMail('receipt', data.receipt, 'Peach').text).toContain('Ends on: 21 Dec 2026')
    expect(renderMail('receipt', { ...data.receipt, endsOn: null }, 'Peach').text).not.toContain('Ends on')
  })

  test('PAYOUT-01 the mail about a cancelled payout gives the reason, that nothing was sent, and what comes next', () => {
    const called = { ...data.payout_news, news: 'cancelled', message: 'Our team cancelled it before it left.' }
    const { text } = renderMail('payout_news', called, 'Peach')
    for (const fact of ['was cancelled', 'Our team cancelled it', 'We sent nothing', 'the next payouts'])
      expect(text).toContain(fact)
  })

  test('PAY-08 the payer reads what their bank took back, what ended and where to ask, and that it is confirmed in the end', () => {
    const { text } = renderMail('payment_disputed', data.payment_disputed, 'Peach')
    for (const fact of ['took back a payment', 'UGX 180,000', 'Your pass has ended', 'hello@peach.example', link])
      expect(text).toContain(fact)
    const stands = renderMail('payment_disputed', { ...data.payment_disputed, news: 'stands' }, 'Peach').text
    expect(stands).toContain('Your payment is confirmed')
    expect(stands).not.toContain('has ended')
  })

  test('PAY-08 a mail to staff gives the task and its deadline, and the number where there are several', () => {
    const one = renderMail('staff_alert', data.staff_alert, 'Peach').text
    for (const fact of ['A bank took back a payment', 'Answer with evidence', '23 Nov 2026', 'UGX 50,000', link])
      expect(one).toContain(fact)
    const several = { kind: 'payouts_halted', count: 3, about: '', due: null, link }
    const { text } = renderMail('staff_alert', several, 'Peach')
    for (const fact of ['How many: 3', 'Until: Now']) expect(text).toContain(fact)
  })

  test('text that people typed never becomes markup, and no mail has styles or outside pictures', () => {
    const mail = renderMail('receipt', { ...data.receipt, productName: '<script>"&\'' }, 'Peach')
    expect(mail.html).toContain('&lt;script&gt;&quot;&amp;&#39;')
    expect(mail.html).not.toMatch(/<script|<img|style=/)
  })

  test('an unknown template and data of another shape are bugs and throw', () => {
    expect(() => renderMail('toString', {}, 'Peach')).toThrow('no mail template')
    expect(() => renderMail('sign_in_code', { code: 1 }, 'Peach')).toThrow()
  })
})
