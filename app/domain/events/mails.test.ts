import { describe, expect, test } from 'vitest'
import { EVENTS, noticeOf, type NotifyingEvent } from './registry.ts'
import { RECORDED } from './recorded.ts'
import { renderInApp, renderNoticeMail } from './render-notice.ts'
import { renderSecretMail, SECRET_MAILS, type SecretMailName } from './secret-mails.ts'
import { TOPICS, topicOf } from './topics.ts'

const link = 'http://localhost:3000/auth/link/tok'
const site = { baseUrl: 'http://localhost:3000', brandName: 'Peach' }
const id = '0199c0de-0000-7000-8000-000000000001'
const who = { id, email: 'brian@mail.example' }
const bought = { buyer: who, productName: 'Monthly pass', amount: 'UGX 180,000' }
const refund = { ...bought, message: 'As you asked.', purchaseId: id }
const dispute = { ...bought, contact: 'hello@peach.example', receiptOf: id }
const payout = {
  creator: who,
  amount: 'UGX 818,500',
  number: 'PO-1182',
  account: 'MTN 0772 ••• 456',
  message: 'The network had a fault.',
}
const part = { creator: who, productName: 'Locked post', amount: 'UGX 20,000', owed: 'UGX 5,000' }
const pass = { fan: who, planName: 'Monthly', on: '21 Dec 2026, 19:00 EAT', price: 'UGX 180,000' }
const request = {
  fan: who,
  creator: who,
  creatorName: 'Amina K',
  requestId: id,
  what: 'Custom video',
  reference: 'CR-2087',
  price: 'UGX 75,000',
  by: '25 Nov 2026, 19:00 EAT',
}
const decided = { creator: who, message: 'The paper can\u2019t be read.', next: 'Please do it again.' }
const person = { person: who }

const payloads: Record<NotifyingEvent, object> = {
  application_approved: decided,
  application_changes_requested: decided,
  application_rejected: decided,
  authenticator_removed: person,
  authenticator_set_up: person,
  blocked_media_returned: { creator: who, postId: id },
  comment_answered: { fan: who, aboutId: id, creatorName: 'Amina K', postId: id },
  comment_received: { creator: who, postId: id },
  creator_fee_reminded: {
    creator: who,
    kind: 'one_day',
    on: '28 Nov 2026, 19:00 EAT',
    price: 'UGX 60,000',
    fromEarnings: 'short',
    available: 'UGX 12,000',
    loss: '1 subscriber gets the unused days back: you lose UGX 9,600.',
  },
  creator_income_at_risk: {
    creator: who,
    kind: 'two_days',
    on: '28 Nov 2026, 19:00 EAT',
    price: 'UGX 60,000',
    fromEarnings: null,
    available: 'UGX 12,000',
    loss: '12 subscribers get the unused days back: you lose UGX 115,200.',
  },
  fee_from_earnings_offered: { creator: who, price: 'UGX 60,000', available: 'UGX 72,000' },
  payout_account_missing: { creator: who, available: 'UGX 80,549' },
  creator_subscribed: { creator: who, price: 'UGX 120,000' },
  creator_subscription_refunded: { fan: who, creatorName: 'Amina K', amount: 'UGX 120,000' },
  creator_went_live: { creatorId: id, aboutId: id, creatorName: 'Amina K', username: 'amina_k' },
  export_made: { ...person, until: '28 Nov 2026' },
  mass_message_sent: { creatorId: id, aboutId: id, senderName: 'Amina K', massId: id },
  message_received: { reader: who, aboutId: id, senderName: 'Amina K', threadId: id },
  pass_ended: pass,
  pass_ending: { ...pass, days: 1, fromWallet: 'short' },
  pass_not_renewed: { ...pass, reason: 'too_little' },
  passkey_added: person,
  passkey_removed: person,
  passkeys_removed: person,
  payment_dispute_won: dispute,
  payment_charged_back: { ...dispute, ended: 'pass' },
  payout_account_changed: { creator: who, account: 'MTN 0772 ••• 456', from: '24 Nov 2026, 09:00 EAT' },
  payout_account_name_refused: { creator: who, account: 'MTN 0772 ••• 456' },
  payout_account_set: { creator: who, account: 'MTN 0772 ••• 456' },
  payout_account_stopped: payout,
  payout_cancelled: { ...payout, message: 'Our team cancelled it before it left.' },
  payout_completed: payout,
  payout_failed: payout,
  payout_reversed: payout,
  post_approved: { creator: who, postId: id },
  post_failed: { creator: who, postId: id },
  post_published: { creatorId: id, aboutId: id, creatorName: 'Amina K', username: 'amina_k' },
  post_rejected: { creator: who, postId: id, message: 'Somebody else is in it.' },
  creator_blocked: { creator: who, reason: 'Nobody answers for the posts.' },
  creator_reinstated: { creator: who, reason: '' },
  creator_suspended: { creator: who, reason: 'Two posts broke the rules.' },
  creator_unblocked: { creator: who, reason: '' },
  person_warned: { person: who, message: 'Please read our rules again.' },
  post_removed: { creator: who, postId: id, message: 'It breaks our rules.' },
  message_unlocked: { creator: who, price: 'UGX 15,000', threadId: id },
  post_unlocked: { creator: who, price: 'UGX 20,000' },
  purchase_completed: {
    ...bought,
    reference: 'ref-1',
    paidOn: '21 Nov 2026',
    endsOn: '21 Dec 2026',
    method: 'MTN',
    opens: '/subscription',
  },
  recovery_codes_renewed: person,
  refund_decided: refund,
  refund_declined: refund,
  refund_failed: refund,
  refund_paid_to_earnings: refund,
  refund_paid_to_wallet: refund,
  refund_sent: refund,
  release_answered: { creator: who, postId: id, name: 'Joan', answer: 'declined' },
  release_asked: { performer: who, releaseId: id, aboutId: id, creatorName: 'Amina K' },
  report_decided: { person: who, acted: true },
  request_accepted: request,
  request_declined: request,
  request_delivered: request,
  request_lapsed: { ...request, because: 'no_answer' },
  request_price_changed: request,
  request_price_confirmed: request,
  request_received: request,
  sale_charged_back: part,
  sale_refunded: part,
  sale_reinstated: part,
  staff_alerted: {
    staff: [who],
    kind: 'chargeback_received',
    count: 1,
    about: 'UGX 50,000',
    heading: EVENTS.chargeback_received.staff.one,
    description: EVENTS.chargeback_received.staff.description,
    todo: EVENTS.chargeback_received.staff.todo,
    due: '23 Nov 2026, 09:00 EAT',
    by: 'Today',
    opens: '/admin/earnings/chargebacks',
  },
  text_removed: { person: who, what: 'comment', message: 'It insults somebody.' },
  tip_received: { creator: who, price: 'UGX 10,000' },
  verification_due: { creator: who, on: '21 Nov 2027' },
  verification_expired: { creator: who, on: '21 Nov 2027' },
}
const secrets: Record<SecretMailName, object> = {
  sign_in_code: { code: '419023', link, minutes: 15 },
  identity_code: { code: '419023', minutes: 10 },
  payment_account: { ...bought, code: '419023', link, minutes: 15, reference: 'ref-1' },
  staff_invite: { link, role: 'Support', days: 7 },
  staff_code: { code: '419023', minutes: 15 },
  payout_account_code: { code: '419023', minutes: 15, account: 'MTN ••• 456' },
  deletion_code: { code: '419023', minutes: 15 },
  deletion_waiting: { link, on: '5 Dec 2026' },
}
const names = Object.keys(payloads) as NotifyingEvent[]
const mailOf = (event: NotifyingEvent, change: object = {}) =>
  renderNoticeMail(event, { ...payloads[event], ...change }, site)
const NEUTRAL = /\d|peach|creator|pass|brian|amina|UGX/i

describe('events', () => {
  test('every event that notifies somebody has a payload in this test, and no event is in both lists', () => {
    const notifying = Object.entries(EVENTS).flatMap(([name, event]) => ('notice' in event ? [name] : []))
    expect(names.toSorted()).toEqual(notifying.toSorted())
    expect(Object.keys(EVENTS).filter((name) => Object.hasOwn(RECORDED, name))).toEqual([])
  })

  test.each(names)('%s has a neutral subject, which is its push text: no code, name, amount or picture', (name) => {
    const { subject } = mailOf(name)
    expect(subject).not.toMatch(NEUTRAL)
    expect(subject.length).toBeLessThan(40)
  })

  test.each(names)(
    '%s has a recipient, two lines in the list of notifications, and leads to a page of ours',
    (name) => {
      const payload = noticeOf(name).payload.parse(payloads[name])
      const { to, toAlerted } = noticeOf(name)
      if (toAlerted) expect(toAlerted(payload)).toMatchObject({ creatorId: id })
      else expect(to(payload)).toContainEqual(who)
      const { heading, body, path } = renderInApp(name, payloads[name])
      expect(heading.length).toBeGreaterThan(5)
      expect(heading.length).toBeLessThan(80)
      expect(body.length).toBeGreaterThan(0)
      expect(`${heading} ${body}`).not.toMatch(/undefined|null|@/)
      expect(path).toMatch(/^\/[a-z]/)
    },
  )

  test.each(['post_approved', 'post_rejected', 'post_removed', 'post_failed', 'blocked_media_returned'] as const)(
    'NOTIFY-01c %s names the post in the list of notifications, and no mail quotes it',
    (name) => {
      const news = { ...payloads[name], title: 'Sunset over Jinja' }
      expect(renderInApp(name, news).body).toContain('\u201cSunset over Jinja\u201d')
      expect(JSON.stringify(renderNoticeMail(name, news, site))).not.toContain('Jinja')
    },
  )

  test.each(names)(
    'NOTIFY-01c %s: a mail that can be switched off leads to the preferences, another does not',
    (name) => {
      const topic = topicOf(noticeOf(name).preference)
      const optional = topic !== null && TOPICS[topic].always.length === 0
      expect(mailOf(name).text.includes('/profile/notifications')).toBe(optional)
    },
  )

  test('a receipt of something without an end leaves the end out', () => {
    expect(mailOf('purchase_completed').text).toContain('Ends on: 21 Dec 2026')
    expect(mailOf('purchase_completed', { endsOn: null }).text).not.toContain('Ends on')
  })

  test('SUB-06 the fan of a plan that is no longer sold reads that nothing is taken, and chooses another one', () => {
    const before = mailOf('pass_ending', { price: null, fromWallet: null }).text
    for (const fact of ['This plan is no longer sold, so it can’t be renewed', 'Choose another plan', 'See the plans'])
      expect(before).toContain(fact)
    const { text } = mailOf('pass_not_renewed', { price: null, reason: 'not_sold' })
    for (const fact of ['was not renewed', 'no longer sold', 'Choose another plan', 'We took nothing from your wallet'])
      expect(text).toContain(fact)
  })

  test('PAYOUT-01 the mail about a cancelled payout gives the reason, that nothing was sent, and what comes next', () => {
    const { text } = mailOf('payout_cancelled')
    for (const fact of ['was cancelled', 'Our team cancelled it', 'We sent nothing', 'the next payouts'])
      expect(text).toContain(fact)
  })

  test('PAY-08 the payer reads what their bank took back, what ended and where to ask, and that it is confirmed in the end', () => {
    const { text } = mailOf('payment_charged_back')
    for (const fact of [
      'took back a payment',
      'UGX 180,000',
      'Your pass has ended',
      'hello@peach.example',
      `/receipts/${id}`,
    ])
      expect(text).toContain(fact)
    const stands = mailOf('payment_dispute_won').text
    expect(stands).toContain('Your payment is confirmed')
    expect(stands).not.toContain('has ended')
  })

  test('PAY-08 a mail to staff gives the task and its deadline, and the number where there are several', () => {
    const one = mailOf('staff_alerted').text
    for (const fact of [
      'A bank took back a payment',
      'Answer with evidence',
      '23 Nov 2026',
      'UGX 50,000',
      '/admin/earnings/chargebacks',
    ])
      expect(one).toContain(fact)
    const { text } = mailOf('staff_alerted', { count: 3, about: '', due: null, by: 'Now' })
    for (const fact of ['How many: 3', 'Until: Now']) expect(text).toContain(fact)
  })

  test('text that people typed never becomes markup, and no mail has styles or outside pictures', () => {
    const mail = mailOf('purchase_completed', { productName: '<script>"&\'' })
    expect(mail.html).toContain('&lt;script&gt;&quot;&amp;&#39;')
    for (const name of names) expect(mailOf(name).html).not.toMatch(/<script|<img|style=/)
  })

  test('an unknown event and a payload of another shape are bugs and throw', () => {
    expect(() => renderNoticeMail('toString', {}, site)).toThrow('notifies anybody')
    expect(() => mailOf('purchase_completed', { amount: 1 })).toThrow()
  })
})

describe('mails with a code', () => {
  test.each(Object.keys(secrets) as SecretMailName[])(
    '%s has a neutral subject without code, name or amount',
    (name) => {
      const { subject } = renderSecretMail(name, secrets[name], 'Peach')
      expect(subject).not.toMatch(NEUTRAL)
      expect(subject.length).toBeLessThan(40)
    },
  )

  test('AUTH-03 the sign-in mail begins with the code and contains the link, in text and HTML alike', () => {
    const mail = renderSecretMail('sign_in_code', secrets.sign_in_code, 'Peach')
    expect(mail.text.indexOf('419023')).toBeLessThan(mail.text.indexOf(link))
    expect(mail.html).toContain('419023')
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail).toMatchObject({ code: '419023', link })
    expect(mail.text).toContain('15 minutes')
  })

  test('the payment mail shows the amount and what was paid for', () => {
    const mail = renderSecretMail('payment_account', secrets.payment_account, 'Peach')
    for (const fact of ['Monthly pass', 'UGX 180,000', 'ref-1', '419023']) expect(mail.text).toContain(fact)
  })

  test('an unknown template and data of another shape are bugs and throw', () => {
    expect(Object.keys(SECRET_MAILS).toSorted()).toEqual(Object.keys(secrets).toSorted())
    expect(() => renderSecretMail('toString', {}, 'Peach')).toThrow('no mail template')
    expect(() => renderSecretMail('sign_in_code', { code: 1 }, 'Peach')).toThrow()
  })
})
