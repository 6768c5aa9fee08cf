import { describe, expect, test } from 'vitest'
import { readMessage } from '#app/domain/chat/message.ts'
import { sendAtProblem } from '#app/domain/chat/mass-message.ts'
import { readSavedReply } from '#app/domain/chat/saved-reply.ts'
import { readComment } from '#app/domain/comments/comment.ts'
import { canResume, tellsFollowers } from '#app/domain/creators/presence.ts'
import { readListName } from '#app/domain/fans/list.ts'
import { readNote } from '#app/domain/fans/note.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { heldUntil } from '#app/domain/notifications/quiet-hours.ts'
import { abandonableFrom } from '#app/domain/payments/abandonment.ts'
import { partsOf, payoutSums } from '#app/domain/payouts/payout.ts'
import { closesAt, isOpen, readPoll } from '#app/domain/polls/poll.ts'
import { canPinPost } from '#app/domain/posts/policy.ts'
import { isPostPrice } from '#app/domain/posts/price.ts'
import { isTopUp, nextPart } from '#app/domain/products/wallet-top-up/top-up.ts'
import { askAgainProblem, readNames } from '#app/domain/releases/release.ts'
import { dueAt, readReport } from '#app/domain/reports/report.ts'
import { answerTime, isRequestPrice, readWords, wantedDays } from '#app/domain/requests/request.ts'
import { passwordProblems } from '#app/domain/staff/password.ts'
import { dueNotice, isRenewalDue } from '#app/domain/subscriptions/renewal.ts'
import * as LIMITS from '#app/domain/settings/constants.ts'
import { isTipAmount, readTipMessage } from '#app/domain/tips/tip.ts'

/** Every figure here is written out: a constant that is read from the product would move with it. */
const shillings = (amount: number) => BigInt(amount) * 100n

describe('an amount at each of its bounds, and a shilling beyond', () => {
  test.each<[string, (minor: bigint) => boolean, number, number]>([
    ['TIP-01a a tip', isTipAmount, 1_000, 5_000_000],
    ['a top-up', isTopUp, 1_000, 20_000_000],
    ['the price of a post or of a message with media', isPostPrice, 1_000, 5_000_000],
    ['the price of a request', isRequestPrice, 1_000, 5_000_000],
  ])('%s', (_, isValid, min, max) => {
    const around = [min - 1, min, min + 1, max - 1, max, max + 1].map((amount) => isValid(shillings(amount)))
    expect(around).toEqual([false, true, true, true, true, false])
    // Cents are no amount.
    expect([isValid(shillings(min) + 50n), isValid(0n), isValid(-shillings(min))]).toEqual([false, false, false])
  })

  test('PAYOUT-01 a payout sends at least UGX 500 after its fee and tax: to the shilling', () => {
    expect(payoutSums(shillings(1_499), shillings(1_000))).toBeNull()
    expect(payoutSums(shillings(1_500), shillings(1_000))).toMatchObject({ netMinor: shillings(500) })
    // 6 % of 1,596 is 95.76, of which a whole shilling is withheld.
    expect(payoutSums(shillings(1_595), shillings(1_000), 600)).toBeNull()
    expect(payoutSums(shillings(1_596), shillings(1_000), 600)).toMatchObject({ netMinor: shillings(500) })
  })

  test('PAYOUT-01 a transfer carries at most UGX 5,000,000, and a run four of them', () => {
    const gross = (amount: number) =>
      partsOf(shillings(amount), shillings(1_000)).map(({ grossMinor }) => grossMinor / 100n)
    expect(gross(5_000_000)).toEqual([5_000_000n])
    expect(gross(5_001_500)).toEqual([5_000_000n, 1_500n])
    // What would be too little by itself waits.
    expect(gross(5_001_499)).toEqual([5_000_000n])
    expect(gross(20_000_000)).toHaveLength(4)
    expect(gross(30_000_000)).toHaveLength(4)
  })

  test('mobile money takes at most UGX 5,000,000 at once, and leaves no rest too small to be paid', () => {
    const next = (amount: number) => {
      const { nowMinor, restMinor } = nextPart(shillings(amount))
      return [nowMinor / 100n, restMinor / 100n]
    }
    expect(next(5_000_000)).toEqual([5_000_000n, 0n])
    expect(next(5_000_001)).toEqual([4_999_001n, 1_000n])
    expect(next(5_000_999)).toEqual([4_999_999n, 1_000n])
    expect(next(5_001_000)).toEqual([5_000_000n, 1_000n])
  })
})

describe('a text of its greatest length, and one character longer', () => {
  const poll = (change: object) =>
    readPoll({ question: 'Which?', options: ['One', 'Two'], openHours: 24, ...change }).problems === null
  const many = (count: number) => Array.from({ length: count }, (_, nth) => `Number ${nth}`)
  test.each<[string, (length: number) => boolean, number]>([
    ['CHAT-03a a message', (length) => readMessage('ü'.repeat(length)).problem === null, 1_000],
    ['PROF-07g a comment', (length) => readComment('ü'.repeat(length)).problem === null, 500],
    ['TIP-01f the message of a tip', (length) => readTipMessage('ü'.repeat(length)) !== null, 200],
    ['the words of a request', (length) => readWords('ü'.repeat(length)) !== null, 500],
    [
      'CHAT-05b the name of a saved reply',
      (length) => readSavedReply({ name: 'ü'.repeat(length), text: 'x' }).problem === null,
      24,
    ],
    ['CHAT-05c the name of a list', (length) => readListName('ü'.repeat(length)).problem === null, 60],
    ['a note about a fan', (length) => readNote('ü'.repeat(length)) !== null, 1_000],
    [
      'SAFE-01d what is wrong, in a report',
      (length) => readReport({ reason: 'other', details: 'ü'.repeat(length), email: '' }).ok,
      1_000,
    ],
    ['PROF-07i the question of a poll', (length) => poll({ question: 'ü'.repeat(length) }), 120],
    ['PROF-07i an option of a poll', (length) => poll({ options: ['One', 'ü'.repeat(length)] }), 60],
    ['PROF-07i the options of a poll', (count) => poll({ options: many(count) }), 6],
    ['PROF-07i the hours of a poll', (openHours) => poll({ openHours }), 336],
    ['the people in a post', (count) => readNames(many(count).join('\n')).problem === null, 10],
    ['DASH-03e pinned posts', (count) => canPinPost({ state: 'published', expiresAt: null }, count - 1).allowed, 3],
    ['asking one person again', (count) => askAgainProblem({ state: 'asked', askedAgain: count - 1 }) === null, 3],
    [
      'OWNER-01 a password',
      (length) =>
        !passwordProblems('aB3$xYz9'.repeat(30).slice(0, length), { email: 'o@peach.example', name: null }).includes(
          'too_long',
        ),
      200,
    ],
  ])('%s', (_, fits, max) => {
    expect([max - 1, max, max + 1].map(fits)).toEqual([true, true, false])
  })

  test('a password has eight characters, a poll two options and one hour, and nothing is empty', () => {
    const problems = (typed: string) => passwordProblems(typed, { email: 'o@peach.example', name: null })
    expect([problems('aB3$xYz'), problems('aB3$xYz9')]).toEqual([['too_short'], []])
    expect([poll({ options: ['One'] }), poll({ options: ['One', 'Two'] })]).toEqual([false, true])
    expect([poll({ openHours: 0 }), poll({ openHours: 1 }), poll({ openHours: 1.5 })]).toEqual([false, true, false])
    expect([readMessage(' ').problem, readComment(' ').problem, readWords(' ')]).toEqual(['empty', 'empty', null])
  })
})

const AT = new Date('2026-11-29T09:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (ms: number) => new Date(AT.getTime() - ms)
const inMs = (ms: number) => new Date(AT.getTime() + ms)
const WEEKS_AGO = ago(30 * DAY)

describe('a moment before its edge, at it, and after it', () => {
  const automatic = { mode: 'automatic' as const, agreedMinor: 1n, triedFor: null }
  const notice = (left: number) => dueNotice(inMs(left), AT, 'by_hand', WEEKS_AGO)
  test.each<[string, (ms: number) => unknown, number, [unknown, unknown, unknown]]>([
    [
      'CHAT-05c a message to many is at most 60 days ahead',
      (ms) => sendAtProblem(inMs(ms), AT),
      60 * DAY,
      [null, null, 'too_far'],
    ],
    ['CHAT-05c a message to many is not in the past', (ms) => sendAtProblem(inMs(ms), AT), 0, ['past', 'past', null]],
    [
      'DASH-01a a page that was closed for 15 minutes does not switch its creator live',
      (ms) => canResume(ago(ms), AT),
      15 * MINUTE,
      [true, false, false],
    ],
    [
      'NOTIFY-01d followers are told again after four hours',
      (ms) => tellsFollowers(ago(ms), AT),
      4 * HOUR,
      [false, true, true],
    ],
    [
      'PROF-07i a poll closes at its hour',
      (ms) => isOpen({ closesAt: closesAt(ago(ms), 24) }, AT),
      DAY,
      [true, false, false],
    ],
    [
      'a payment is given up a day after its start',
      (ms) => AT >= abandonableFrom({ state: 'processing', moneyArrived: false, startedAt: ago(ms) })!,
      DAY,
      [false, true, true],
    ],
    [
      'SUB-06 a pass renews six hours before its end',
      (ms) => isRenewalDue(automatic, inMs(ms), AT),
      6 * HOUR,
      [true, true, false],
    ],
    [
      'SUB-06 a pass renews until a day after its end',
      (ms) => isRenewalDue(automatic, ago(ms), AT),
      DAY,
      [true, false, false],
    ],
    ['SUB-06 the first reminder comes three days before', notice, 3 * DAY, ['three_days', 'three_days', null]],
    ['SUB-06 the last reminder comes a day before', notice, DAY, ['one_day', 'one_day', 'three_days']],
    ['SUB-06 that it has ended is no news after three days', (ms) => notice(-ms), 3 * DAY, ['ended', null, null]],
    ['SUB-06 at its end it has ended', notice, 0, ['ended', 'ended', 'one_day']],
  ])('%s', (_, at, edge, expected) => {
    expect([at(edge - 1), at(edge), at(edge + 1)]).toEqual(expected)
  })

  test('a request is answered within 48 hours, or before it would have to be delivered', () => {
    expect(answerTime(AT, inMs(48 * HOUR + 1))).toEqual(inMs(48 * HOUR))
    expect(answerTime(AT, inMs(48 * HOUR))).toEqual(inMs(48 * HOUR))
    expect(answerTime(AT, inMs(48 * HOUR - 1))).toEqual(inMs(48 * HOUR - 1))
  })

  test('a request may be wanted from tomorrow to the thirtieth day, by the days of Kampala', () => {
    expect(wantedDays(new Date('2026-11-29T20:59:59Z'))).toEqual({ first: '2026-11-30', last: '2026-12-29' })
    expect(wantedDays(new Date('2026-11-29T21:00:00Z'))).toEqual({ first: '2026-12-01', last: '2026-12-30' })
  })

  test('SAFE-01d an urgent report is looked at within the hour, any other within a day', () => {
    expect(dueAt({ urgent: true, reportedAt: AT })).toEqual(inMs(HOUR))
    expect(dueAt({ urgent: false, reportedAt: AT })).toEqual(inMs(DAY))
  })

  test('ONB-F-02 somebody is eighteen from the first second of their birthday in Kampala', () => {
    expect(isOldEnough('2008-11-30', new Date('2026-11-29T20:59:59Z'))).toBe(false)
    expect(isOldEnough('2008-11-30', new Date('2026-11-29T21:00:00Z'))).toBe(true)
    expect(isOldEnough('2008-02-29', new Date('2026-02-28T20:59:59Z'))).toBe(false)
    expect(isOldEnough('2008-02-29', new Date('2026-02-28T21:00:00Z'))).toBe(true)
  })

  test('NOTIFY-01c quiet hours begin with their first hour and end before their last', () => {
    const held = (utc: string, hours: { from: number; to: number }) =>
      heldUntil(new Date(`2026-11-29T${utc}Z`), 'message', hours) !== null
    const night = { from: 22, to: 7 }
    expect(['18:59:59', '19:00:00', '03:59:59', '04:00:00'].map((utc) => held(utc, night))).toEqual([
      false,
      true,
      true,
      false,
    ])
    const noon = { from: 12, to: 14 }
    expect(['08:59:59', '09:00:00', '10:59:59', '11:00:00'].map((utc) => held(utc, noon))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

/** The tests of these rules use the constants: only here a limit that was changed by mistake is seen. */
test('the limits of signing in, proving and inviting are these', () => {
  expect(LIMITS.SIGN_IN).toEqual({
    codeMinutes: 15,
    triesPerCode: 5,
    resendSeconds: 60,
    codesPerAddressAndHour: 5,
    codesPerAddressAndDay: 10,
    codesPerNetworkAndHour: 60,
    codesPerHour: 2_000,
    unknownPerNetworkAndHour: 5,
    unknownPerNetworkAndDay: 30,
    wrongCodesPerHour: 300,
    wrongCodesCountedPerNetwork: 5,
    wrongCodesPerNetworkAndHour: 30,
    wrongCodesPerAddressAndDay: 30,
  })
  expect(LIMITS.PROOF).toEqual({
    freshMinutes: 10,
    codeMinutes: 10,
    triesPerCode: 5,
    resendSeconds: 60,
    codesPerSessionAndHour: 5,
    codesPerSessionAndDay: 10,
    codesPerPersonAndDay: 30,
    keptFormMinutes: 30,
  })
  expect(LIMITS.STAFF_SIGN_IN).toEqual({
    windowMinutes: 15,
    wrongPerAddress: 5,
    wrongPerNetwork: 20,
    wrongEverywhere: 200,
    countedPerNetwork: 5,
    stepMinutes: 10,
    triesPerStep: 5,
    wrongCodesPerPerson: 10,
  })
  expect(LIMITS.INVITE).toEqual({
    days: 7,
    codeMinutes: 15,
    triesPerCode: 5,
    resendSeconds: 60,
    maxCodes: 10,
    setupHours: 24,
  })
  expect([LIMITS.SECOND_FACTOR, LIMITS.SESSION_DAYS, LIMITS.STAFF_SESSION_HOURS, LIMITS.STAFF_IDLE_MINUTES]).toEqual([
    { wrongPerHour: 20, enrolMinutes: 30, sheetMinutes: 60, challengeMinutes: 5 },
    { fan: { whole: 30, idle: 14 }, creator: { whole: 30, idle: 7 }, max: 90 },
    { staff: 8, owner: 24 },
    { staff: 30, owner: 15 },
  ])
})
