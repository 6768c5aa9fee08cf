import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSWORD_LENGTH, passwordProblems } from './password.ts'

const ruth = { email: 'ruth.nakato@peach.example', name: 'Ruth Nakato' }

describe('a password', () => {
  test.each([
    ['', ['too_short']],
    ['1234567', ['too_short']],
    ['   short   ', ['too_short']],
    ['x'.repeat(201), ['too_long']],
    ['password1', ['too_common']],
    ['Password123!', ['too_common']],
    ['qwertyuiop', ['too_common']],
    ['kampala256', ['too_common']],
    ['zzzzzzzzzz', ['one_sign']],
    ['23456789', ['a_row']],
    ['hgfedcba', ['a_row']],
    ['12345678', ['too_common', 'a_row']],
    ['nakato2026', ['names_you']],
    ['ruth.nakato@peach.example', ['names_you']],
    ['ruth.nakato1', ['names_you']],
  ])('ONB-A-04 AUTH-11 "%s" is weak, with every reason', (typed, problems) => {
    expect(passwordProblems(typed, ruth)).toEqual(problems)
  })

  test.each([
    'a mango tree by the lake',
    'Trc9!vfq',
    'nakato walks to the lake at dawn',
    'пароль-из-слов',
    '🍑🍑🍋🍑🥭🍑🍑🍍',
  ])('ONB-A-04 "%s" is accepted: there are no rules about kinds of characters', (typed) =>
    expect(passwordProblems(typed, ruth)).toEqual([]),
  )

  test('ONB-A-04 length is counted in characters, without spaces around it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 0, maxLength: 300 }), (typed) => {
        const length = Array.from(typed.normalize('NFKC').trim()).length
        const problems = passwordProblems(typed, { email: 'x@y.example', name: null })
        expect(problems.includes('too_short')).toBe(length < PASSWORD_LENGTH.min)
        expect(problems.includes('too_long')).toBe(length > PASSWORD_LENGTH.max)
      }),
    )
  })
})
