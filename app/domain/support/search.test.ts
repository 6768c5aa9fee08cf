import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSearch, startOf } from './search.ts'

const phone = (text: string) => (/^\+?[\d ]{9,15}$/.test(text) ? `+256${text.replaceAll(/\D/g, '').slice(-9)}` : null)
const read = (text: string) => readSearch(text, phone)

describe('what support types', () => {
  test.each([
    ['PCH-7F2A-0931', { kind: 'payment', tail: '7F2A0931' }],
    [' pch7f2a0931 ', { kind: 'payment', tail: '7F2A0931' }],
    ['PO-1182', { kind: 'payout', number: 1182n }],
    ['po1182', { kind: 'payout', number: 1182n }],
    ['Amina@Demo.Peach.example', { kind: 'email', email: 'amina@demo.peach.example' }],
    ['0772 123 456', { kind: 'phone', phone: '+256772123456' }],
    ['@amina_k', { kind: 'words', words: 'amina_k' }],
    ['Amina', { kind: 'words', words: 'Amina' }],
    ['a\u0000b', { kind: 'words', words: 'ab' }],
    ['a\nb', { kind: 'words', words: 'a b' }],
    ["'; drop table profiles; --", { kind: 'words', words: "'; drop table profiles; --" }],
  ])('ADMIN-05a %s', (typed, search) => expect(read(typed)).toEqual(search))

  test.each(['', '   ', '@', 'x'.repeat(201), '\u0000'])('nothing is found by %j', (typed) =>
    expect(read(typed)).toBeNull(),
  )

  test('a pattern matches what begins with the words, and nothing else', () => {
    const matches = (pattern: string, text: string) => {
      const source = pattern.replaceAll(
        /\\(.)|([%_])|([\s\S])/g,
        (_all, escaped?: string, wild?: string, plain?: string) =>
          wild === '%'
            ? '[\\s\\S]*'
            : wild === '_'
              ? '[\\s\\S]'
              : (escaped ?? plain)!.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      )
      return new RegExp(`^${source}$`).test(text)
    }
    fc.assert(
      fc.property(fc.string(), fc.string(), (words, other) => {
        expect(matches(startOf(words), words.toLowerCase() + other)).toBe(true)
        if (!other.startsWith(words.toLowerCase())) expect(matches(startOf(words), other)).toBe(false)
      }),
    )
  })
})
