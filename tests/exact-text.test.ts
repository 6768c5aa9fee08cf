import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { losesLetters, sanitiseUsername } from '#app/domain/identity/sanitise-username.ts'
import { readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { amountOf, codeOf, digitsOf, exactText } from '#app/platform/exact-text.ts'

const MARKS = ['\u202a', '\u2068', '\u2069', '\u200b', '\u200e', '\ufeff', '\u00ad', '\u2060', '\u061c', '\u0000']

describe('text where an exact form is expected', () => {
  test.each([
    ['\u2068123\u00a0456\u2069', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३-४५६', '123456'],
    ['123\u2011456', '123456'],
  ])('the code %s is %s', (typed, code) => expect(codeOf(typed)).toBe(code))

  test('every digit of every script is its value', () => {
    for (const zero of ['٠', '۰', '०', '০', '໐', '๐', '𝟎', '𞥐'])
      for (let value = 0; value < 10; value += 1)
        expect(exactText(String.fromCodePoint(zero.codePointAt(0)! + value))).toBe(String(value))
  })

  test('marks that nobody sees change nothing, wherever they stand, and doing it twice changes nothing more', () => {
    const marked = fc.string({ unit: fc.constantFrom('0', '7', '+', ' ', '-', 'a', '@', '.', ...MARKS) })
    fc.assert(
      fc.property(marked, (text) => {
        const plain = exactText(text)
        expect(plain).toBe(exactText(MARKS.reduce((rest, mark) => rest.replaceAll(mark, ''), text)))
        expect(exactText(plain)).toBe(plain)
      }),
    )
  })

  test('amounts, addresses and usernames are read so too', () => {
    expect(amountOf('\u200e50\u202f000')).toBe('50000')
    expect(readSum('UGX\u00a0５０,０００')).toBe(5_000_000n)
    expect(normaliseEmail('\u202abrian\u2011o@example.com\u202c')).toBe('brian-o@example.com')
    expect(sanitiseUsername('\u2068Amina_K\u2069')).toBe('amina_k')
    expect(digitsOf('+256 (0) 772')).toBe('2560772')
  })

  test.each([
    ['аmina', true],
    ['Éloïse', true],
    ['amina٣', false],
    ['Brian O! _42', false],
    ['ＡＢＣ', false],
  ])('SETUP-01 whether %s loses letters as a username: %s', (typed, loses) => expect(losesLetters(typed)).toBe(loses))
})
