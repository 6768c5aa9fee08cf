import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { USERNAME_LENGTH } from '#app/domain/settings/constants.ts'
import { isReservedUsername } from './reserved-usernames.ts'
import { sanitiseUsername } from './sanitise-username.ts'
import { proposeUsername, usernameProblem } from './username.ts'

describe('usernames', () => {
  test('SETUP-01 a typed username keeps lowercase letters, digits and underscores alone', () => {
    expect(sanitiseUsername(' Brian O! _42 ')).toBe('briano_42')
    expect(sanitiseUsername('ＡＢＣ')).toBe('abc')
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => /^[a-z0-9_]*$/.test(sanitiseUsername(text))))
  })

  test('SETUP-01 sanitising twice changes nothing more', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => sanitiseUsername(sanitiseUsername(text)) === sanitiseUsername(text),
      ),
    )
  })

  test('SETUP-01 a proposed username is letters and digits of the display name plus a number from 0 to 999', () => {
    expect(proposeUsername('Brian O.', 0, () => 7)).toBe('briano7')
    expect(proposeUsername('Éloïse 2', 0, () => 999)).toBe('eloise2999')
    expect(proposeUsername('A', 0, () => 5)).toBe('a50')
    const asked: number[] = []
    proposeUsername('Brian', 0, (below) => (asked.push(below), 1))
    expect(asked).toEqual([1_000])
  })

  test('SETUP-01 every display name leads to an allowed username, after a few tries at most', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('Admin', 'Chat', 'Peach', 'Support Team', '💋', 'Owner 1', 'Tips'),
    )
    fc.assert(
      fc.property(name, fc.integer({ min: 0, max: 999 }), (displayName, start) => {
        const proposals = Array.from({ length: 20 }, (_, index) =>
          proposeUsername(displayName, index, (below) => (start + index * 37) % below),
        )
        expect(proposals.every((proposal) => /^[a-z0-9_]{3,30}$/.test(proposal))).toBe(true)
        expect(proposals.some((proposal) => usernameProblem(proposal) === null)).toBe(true)
      }),
    )
  })

  test('SETUP-01 a username has 3 to 30 characters', () => {
    expect(usernameProblem('ab')).toBe('too_short')
    expect(usernameProblem('abc')).toBeNull()
    expect(usernameProblem('a'.repeat(USERNAME_LENGTH.max))).toBeNull()
    expect(usernameProblem('a'.repeat(USERNAME_LENGTH.max + 1))).toBe('too_long')
  })
})

describe('reserved usernames', () => {
  test.each([
    'admin',
    'chat',
    'subscribe',
    'dashboard',
    'public_feed',
    'publicfeed',
    'payment_callback',
    'peach',
    'support',
    'staff',
    'owner',
    'media',
    'dev',
  ])('ROUTE-04 %s can never be taken', (word) => expect(isReservedUsername(word)).toBe(true))

  test.each([
    'adm1n',
    '4dm1n',
    'admin2',
    'admin_2',
    'admins',
    'a_d_m_i_n',
    'ch4t',
    'chat_',
    '_chat',
    'chats',
    'chat2026',
    'subscr1be',
    'adrnin',
    '0wner',
    'supp0rt',
    'peach_official',
    'peachadmin',
    'real_admin',
    'amina_support',
    'auth1',
    '1auth',
    'aduit_mod',
  ])('ROUTE-04 %s looks like a reserved word and can never be taken', (word) =>
    expect(isReservedUsername(word)).toBe(true),
  )

  test.each([
    'amina_k',
    'brian_o',
    'zawadi',
    'nakato',
    'grace',
    'okello',
    'call_me_amina',
    'chatty_girl',
    'peachy',
    'modesta',
    'galiwango',
    'badminton',
    'bookworm',
    'lively',
    'feeder',
  ])('ROUTE-04 %s is an ordinary name', (word) => expect(isReservedUsername(word)).toBe(false))

  test('ROUTE-04 the product’s brand name is reserved too', () => {
    expect(isReservedUsername('mango')).toBe(false)
    expect(isReservedUsername('mango', 'Mango')).toBe(true)
    expect(isReservedUsername('m4ngo_team', 'Mango')).toBe(true)
  })
})
