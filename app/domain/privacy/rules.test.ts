import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Actor, Person } from '#app/domain/identity/actor.ts'
import { ugx } from '#app/domain/money/money.ts'
import { addDays, addMinutes } from '#app/platform/clock.ts'
import { csvOf, plainAmount } from './csv.ts'
import { fileNameOf, planArchives, type PlannedFile } from './internal/archive-plan.ts'
import {
  canDeleteAccount,
  canDownloadExport,
  canRemoveSoldPosts,
  canRequestExport,
  deletionBlockers,
  type DeletionFacts,
} from './policy.ts'

const at = new Date('2026-11-21T12:00:00Z')
const fan = { id: 'me', userType: 'fan', staffRole: null, accountStatus: 'active' } as Person
const staff = { ...fan, userType: 'admin', staffRole: 'support' } as Person
const formerStaff = { ...fan, userType: 'admin', staffRole: null } as Person
const nothingOpen: DeletionFacts = {
  openPayments: 0,
  refunds: 0,
  disputes: 0,
  payouts: 0,
  balances: [],
  soldPosts: 0,
  waitingFees: 0,
}

describe('policies', () => {
  test.each([
    [null, 'sign_in_required'],
    [staff, 'staff'],
    [formerStaff, 'staff'],
    [{ ...fan, userType: 'owner' }, 'staff'],
    [{ ...fan, accountStatus: 'suspended' }, 'not_active'],
    [{ ...fan, userType: 'creator' }, null],
  ] as [Actor, string | null][])('SAFE-02 canRemoveSoldPosts %#', (actor, reason) => {
    expect(canRemoveSoldPosts(actor)).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
  })

  test.each([
    [null, {}, 'sign_in_required'],
    [staff, {}, 'staff'],
    [formerStaff, {}, 'staff'],
    [fan, { building: true }, 'under_way'],
    [fan, { lastAskedAt: addMinutes(at, -1_439) }, 'asked_today'],
    [fan, { lastAskedAt: addMinutes(at, -1_440) }, null],
    [fan, {}, null],
  ] as [Actor, object, string | null][])('SAFE-02 canRequestExport %#', (actor, facts, reason) => {
    const verdict = canRequestExport(actor, { lastAskedAt: null, building: false, at, ...facts })
    expect(verdict).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
  })

  test.each([
    [null, {}, 'not_yours'],
    [{ ...fan, id: 'other' }, {}, 'not_yours'],
    [{ ...staff, id: 'boss', staffRole: 'owner' }, {}, 'not_yours'],
    [fan, { state: 'building' }, 'not_there'],
    [fan, { state: 'expired' }, 'not_there'],
    [fan, { expiresAt: at }, 'not_there'],
    [fan, {}, null],
  ] as [Actor, object, string | null][])('SAFE-02 canDownloadExport %#', (actor, change, reason) => {
    const copy = { profileId: 'me', state: 'ready', expiresAt: addDays(at, 1), ...change }
    const verdict = canDownloadExport(actor, copy, at)
    expect(verdict).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
  })

  test.each([
    [null, nothingOpen, 'sign_in_required'],
    [staff, nothingOpen, 'staff'],
    [formerStaff, nothingOpen, 'staff'],
    [{ ...fan, accountStatus: 'suspended' }, nothingOpen, 'not_active'],
    [fan, { ...nothingOpen, openPayments: 1 }, 'something_open'],
    [fan, { ...nothingOpen, refunds: 1 }, 'something_open'],
    [fan, { ...nothingOpen, payouts: 1 }, 'something_open'],
    [fan, { ...nothingOpen, soldPosts: 1 }, 'something_open'],
    [fan, { ...nothingOpen, waitingFees: 1 }, 'something_open'],
    [fan, { ...nothingOpen, balances: [{ purpose: 'creator_pending', owed: ugx(1) }] }, 'something_open'],
    [fan, { ...nothingOpen, balances: [{ purpose: 'creator_pending', owed: ugx(-1) }] }, 'something_open'],
    [fan, { ...nothingOpen, balances: [{ purpose: 'creator_pending', owed: ugx(0) }] }, null],
    [fan, nothingOpen, null],
  ] as [Actor, DeletionFacts, string | null][])('SAFE-02 canDeleteAccount %#', (actor, facts, reason) => {
    const verdict = canDeleteAccount(actor, facts)
    expect(verdict).toEqual(reason === null ? { allowed: true } : { allowed: false, reason })
    expect(deletionBlockers(facts).length > 0).toBe(reason === 'something_open')
  })
})

describe('statements', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+256772123456', '+256772123456'],
    ['+A1', "'+A1"],
    ['-SUM(A1)', "'-SUM(A1)"],
    ['@import', "'@import"],
    ['-5.00', '-5.00'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['\uFF1D1', "'\uFF1D1"],
    ['\u200B@A1', "'\u200B@A1"],
    ['Amina', 'Amina'],
  ])('SAFE-02 a cell %j is written %j', (text, cell) => {
    const wanted = text === '+256772123456' ? "'+256772123456" : cell
    expect(csvOf([[text]])).toBe(`${wanted}\r\n`)
  })

  test('no text begins as a formula in any cell', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const inside = csvOf([[text]]).replace(/^"/, '')
        expect(/^[=+@]/.test(inside)).toBe(false)
        expect(/^-(?!\d+(\.\d+)?\r\n)/.test(inside)).toBe(false)
      }),
    )
  })

  test('amounts keep every hundredth', () => {
    expect(plainAmount(18_000_000n)).toBe('180000.00')
    expect(plainAmount(-5n)).toBe('-0.05')
    expect(plainAmount(123_456_789_012_345_678n)).toBe('1234567890123456.78')
  })
})

describe('archives', () => {
  const file = (id: string, bytes: bigint): PlannedFile => ({ id, key: id, name: id, bytes })

  test('a new archive begins where the next file would not fit; a file that is too large has one of its own', () => {
    const plan = planArchives([file('a', 6n), file('b', 5n), file('c', 40n), file('d', 1n)], 10n)
    expect(plan.map((files) => files.map(({ id }) => id))).toEqual([['a'], ['b'], ['c'], ['d']])
    expect(planArchives([], 10n)).toEqual([[]])
  })

  test('no file is lost or duplicated, and their order stays', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 30n })), (sizes) => {
        const files = sizes.map((size, index) => file(String(index), size))
        const plan = planArchives(files, 20n)
        expect(plan.flat()).toEqual(files)
        for (const one of plan)
          expect(one.length <= 1 || one.reduce((sum, { bytes }) => sum + bytes, 0n) <= 20n).toBe(true)
      }),
    )
  })

  test('the names of files are chosen only by us', () => {
    expect(fileNameOf('id', 'image/jpeg')).toBe('media/id.jpg')
    expect(fileNameOf('id', '../evil')).toBe('media/id.bin')
  })
})
