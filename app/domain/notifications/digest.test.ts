import { expect, test } from 'vitest'
import { TOPIC_NAMES } from '#app/domain/events/topics.ts'
import { renderDigest } from './digest-mail.ts'
import { DigestForm, isInDigest, nextDigest, STANDARD_DIGEST } from './digest.ts'

const daily = { allMails: true, hour: 18 }

test('NOTIFY-01 money, security and what is urgent are never kept for the digest', () => {
  for (const preference of ['security', 'account', 'payment', 'payout', 'creator_live', 'fee_reminder'] as const)
    for (const hasMail of [true, false]) expect(isInDigest(preference, hasMail, daily), preference).toBe(false)
})

test('what has no mail of its own is mailed in the digest, the rest by choice', () => {
  expect(isInDigest('new_post', false, STANDARD_DIGEST)).toBe(true)
  expect(isInDigest('message', true, STANDARD_DIGEST)).toBe(false)
  expect(isInDigest('message', true, daily)).toBe(true)
})

test.each([
  ['before its hour, the same day', '2026-11-24T14:59:00Z', null, '2026-11-24T15:00:00.000Z'],
  ['at its hour, the next day', '2026-11-24T15:00:00Z', null, '2026-11-25T15:00:00.000Z'],
  ['in quiet hours, after them', '2026-11-24T10:00:00Z', { from: 17, to: 20 }, '2026-11-24T17:00:00.000Z'],
  ['in quiet hours over midnight', '2026-11-24T10:00:00Z', { from: 18, to: 7 }, '2026-11-25T04:00:00.000Z'],
])('the digest at 18:00 is sent %s', (_, at, quiet, sent) => {
  expect(nextDigest(new Date(at), daily, quiet).toISOString()).toBe(sent)
})

test('NOTIFY-01 the digest counts by kind and names nobody; its parts say the same in text and HTML', () => {
  const mail = renderDigest(['message', 'new_post', 'message'], {
    baseUrl: 'https://peach.example',
    brandName: 'Peach',
  })
  expect(mail.subject).toBe('Your daily summary')
  expect(mail.text).toContain('New posts: 1\nNew messages: 2')
  expect(mail.html).toContain('<th align="left">New messages</th><td translate="no">2</td>')
  for (const topic of TOPIC_NAMES.filter((name) => !['message', 'new_post'].includes(name)))
    expect(mail.text).not.toContain(`${topic}:`)
  expect(mail.link).toBe('https://peach.example/notifications')
})

test('the form takes one of two times and an hour', () => {
  expect(DigestForm.parse({ mails: 'daily', hour: '7' })).toEqual({ mails: true, hour: 7 })
  expect(DigestForm.parse({ mails: 'at_once', hour: '0' })).toEqual({ mails: false, hour: 0 })
  for (const wrong of [
    { mails: 'never', hour: '7' },
    { mails: 'daily', hour: '24' },
    { mails: 'daily' },
    { hour: '1' },
    {},
  ])
    expect(DigestForm.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})
