import { describe, expect, test } from 'vitest'
import { answerBy } from '#app/web/chat/thread.server.ts'
import { denialText, refusalText } from '#app/web/chat/texts.ts'
import { denialMessage } from '#app/web/checkout/refusals.server.ts'
import { POST_DENIALS } from '#app/web/components/post-texts.ts'
import { askRefusal, stepRefusal } from '#app/web/fan/requests/texts.ts'
import { ugx } from '#app/domain/money/money.ts'

/** What somebody reads whom the other side has blocked, on every page that refuses: to the letter. */
const TO_THE_BLOCKED: Record<string, string> = {
  'a conversation': Object.values(denialText('blocked', 'Amina')).join('. '),
  'a message': refusalText({ kind: 'not_permitted', reason: 'blocked' }, 'Amina').text,
  'a post': POST_DENIALS.blocked.description,
  'a purchase': denialMessage('blocked')!,
  'a request': askRefusal({ kind: 'not_permitted', reason: 'blocked' }, 'Amina').description,
  'a step of a request': stepRefusal({ kind: 'not_permitted', reason: 'blocked' })!.description,
}

describe('somebody who is blocked', () => {
  test('CHAT-05a reads that it is not possible, and never that they are blocked or by whom', () => {
    expect(TO_THE_BLOCKED).toEqual({
      'a conversation': 'You can’t write here. This conversation is closed. What was written stays here.',
      'a message': 'This conversation is closed. What was written stays here.',
      'a post': 'You can’t write or vote here. What you bought stays yours.',
      'a purchase': 'This isn’t possible on this page. Nothing was charged, and what you bought stays yours.',
      'a request': 'You can’t send a request to this creator now. Nothing was held, and what you bought stays yours.',
      'a step of a request': 'You or the creator can’t do this now. Nothing was taken.',
    })
    expect(Object.values(TO_THE_BLOCKED).join(' ')).not.toMatch(/block|Amina/i)
  })

  test('CHAT-05a reads the same about a request as for a creator who is away', () => {
    expect(TO_THE_BLOCKED['a request']).toBe(
      askRefusal({ kind: 'not_permitted', reason: 'creator_away' }, 'Amina').description,
    )
  })

  test('CHAT-05a reads how to unblock where they have blocked themselves', () => {
    const unblock = 'You blocked this creator. Unblock the conversation first.'
    expect(POST_DENIALS.you_blocked.description).toBe(unblock)
    expect(denialMessage('you_blocked')).toBe(`${unblock} Nothing was charged.`)
    expect(askRefusal({ kind: 'not_permitted', reason: 'you_blocked' }, 'Amina').description).toBe(
      `${unblock} Nothing was held.`,
    )
    expect(denialText('you_blocked', 'Amina')).toEqual({
      title: 'You blocked this conversation',
      text: 'Neither of you can write until you unblock Amina.',
    })
  })
})

describe('why somebody can’t write', () => {
  test.each([
    ['pass_required', 'Your pass has ended. Renew it to write to Amina. Everything above stays yours to read.'],
    ['profile_incomplete', 'Add it once: chat is for adults.'],
    ['creator_away', 'Amina can’t be written to at the moment. What was written stays here.'],
    ['fan_away', 'This account can’t be written to any more.'],
    ['chat_off', 'Messages are paid from the wallet, and wallets are switched off. You pay nothing.'],
    ['account_closed', 'Support can tell you why.'],
    ['not_there', 'This conversation is not yours.'],
    ['sign_in_required', 'This conversation is not yours.'],
  ] as const)('CHAT-01b %s', (reason, text) => {
    expect(denialText(reason, 'Amina').text).toBe(text)
    expect(refusalText({ kind: 'not_permitted', reason }, 'Amina')).toEqual({ status: 403, text })
  })

  test.each([
    [{ kind: 'invalid', problem: 'empty' }, 400, 'Type a message first'],
    [{ kind: 'invalid', problem: 'too_long' }, 400, 'A message has at most 1,000 characters'],
    [{ kind: 'stale_form' }, 409, 'This page is out of date. Reload it and send again. Nothing was charged.'],
    [
      { kind: 'confirmation_needed', price: ugx(5_000) },
      409,
      'Each message to Amina costs UGX\u00a05,000. Agree to it first.',
    ],
    [
      { kind: 'balance_too_small', price: ugx(5_000), balance: ugx(2_000), missing: ugx(3_000) },
      409,
      'Your wallet holds UGX\u00a02,000: you need UGX\u00a03,000 more. Not sent, nothing charged.',
    ],
    [
      { kind: 'too_many' },
      429,
      'You have sent many messages in one minute. This one was not sent and not charged. Wait a minute.',
    ],
  ] as const)('CHAT-03b %o', (refusal, status, text) => {
    expect(refusalText(refusal, 'Amina')).toEqual({ status, text })
  })
})

test('CHAT-03a a paid message is answered within two days of it: the day and the clock of Kampala', () => {
  expect(answerBy(new Date('2026-11-23T09:09:00Z'))).toBe('Answer by Wed 25 Nov, 12:09')
  expect(answerBy(new Date('2026-11-23T21:00:00Z'))).toBe('Answer by Thu 26 Nov, 00:00')
  expect(answerBy(new Date('2026-11-23T20:59:00Z'))).toBe('Answer by Wed 25 Nov, 23:59')
  expect(answerBy(null)).toBeNull()
})

describe('why a request was not sent', () => {
  const missing = { price: ugx(30_000), balance: ugx(10_000), missing: ugx(20_000) }
  test.each([
    [{ kind: 'words_missing_or_long' }, 400, 'Describe what you want in up to 500 characters'],
    [{ kind: 'day_out_of_bounds' }, 400, 'Choose a day from tomorrow on, within 30 days'],
    [
      { kind: 'price_out_of_bounds', min: ugx(30_000) },
      400,
      'Offer at least UGX\u00a030,000, and at most UGX\u00a05,000,000',
    ],
    [{ kind: 'kind_is_off' }, 409, 'Amina doesn’t take this at the moment'],
    [{ kind: 'too_many_open' }, 409, 'You have 10 open requests. Wait for an answer, or withdraw one.'],
    [
      { kind: 'too_many_withdrawn' },
      429,
      'You took back 3 requests to Amina within a day. Nothing was held. Ask again tomorrow.',
    ],
    [
      { kind: 'balance_too_small', ...missing },
      409,
      'Your wallet holds UGX\u00a010,000: you need UGX\u00a020,000 more. Nothing was sent, and your words are kept.',
    ],
  ] as const)('%o', (refusal, status, description) => {
    expect(askRefusal(refusal as Parameters<typeof askRefusal>[0], 'Amina')).toMatchObject({ status, description })
  })
})
