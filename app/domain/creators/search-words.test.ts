import { describe, expect, test } from 'vitest'
import { allowedErrors, errorsBetween, foldWords, queryWords, variantsOf, wordsOfCreator } from './search-words.ts'

describe('the words that creators are found by', () => {
  test.each([
    ['Amina K', ['amina', 'k']],
    ['ÉLOÏSE  de   Saint-Exupéry', ['eloise', 'de', 'saint', 'exupery']],
    ["Ng’ang’a O'Neil", ['nganga', 'oneil']],
    ['amina_k256', ['amina', 'k', '256']],
    ['A\u200Bmi\u202Ana', ['amina']],
    ['Søren Łukasz Straße', ['soren', 'lukasz', 'strasse']],
    ['Ａｍｉｎａ', ['amina']],
    ['Анна አሚና', ['анна', 'አሚና']],
    ['👑🔥 !?\u0000%_\\', []],
  ])('FEED-09a %j is compared as %j', (text, words) => {
    expect(foldWords(text)).toEqual(words)
  })

  test('FEED-09a a query is at most four words of at most sixty letters, each once', () => {
    expect(queryWords('amina Amina AMINA gulu one two three')).toEqual(['amina', 'gulu', 'one', 'two'])
    expect(queryWords('a'.repeat(61))).toEqual([])
    expect(queryWords('a'.repeat(60))[0]).toHaveLength(24)
  })

  test('FEED-09a a creator is found by names, also written as one word, by city and by tags', () => {
    expect(
      wordsOfCreator({
        displayName: 'Amina K',
        username: 'amina_k22',
        formerUsernames: ['mina_star'],
        city: 'Fort Portal',
        tags: ['dancer'],
      }),
    ).toEqual(['amina', 'k', 'aminak', '22', 'mina', 'star', 'minastar', 'fort', 'portal', 'dancer'])
  })

  test.each([
    ['amina', 'amina', 0],
    ['aminna', 'amina', 1],
    ['amnia', 'amina', 1],
    ['amna', 'amina', 1],
    ['qwenda', 'brenda', 2],
    ['', 'abc', 3],
  ])('FEED-09a from %j to %j it is %i typing errors', (one, other, errors) => {
    expect(errorsBetween(one, other)).toBe(errors)
    expect(errorsBetween(other, one)).toBe(errors)
  })

  test('FEED-09a two words within the allowed errors always share a variant, wherever the errors are', () => {
    const letters = 'abcdefghij'
    let seed = 7
    const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
    const misspell = (word: string): string => {
      const at = random(word.length)
      const letter = letters[random(letters.length)]!
      const kinds = [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
        word.slice(0, at) + (word[at + 1] ?? '') + word[at]! + word.slice(at + 2),
      ]
      return kinds[random(4)]!
    }
    let compared = 0
    for (let round = 0; round < 3_000; round += 1) {
      const word = Array.from({ length: 4 + random(9) }, () => letters[random(letters.length)]).join('')
      let typed = word
      for (let errors = 0; errors < allowedErrors(word); errors += 1) typed = misspell(typed)
      // A query is forgiven as many errors as its own length allows.
      if (errorsBetween(typed, word) > Math.min(allowedErrors(typed), allowedErrors(word))) continue
      compared += 1
      const variants = new Set(variantsOf(word))
      expect(
        variantsOf(typed).some((variant) => variants.has(variant)),
        `${typed} for ${word}`,
      ).toBe(true)
    }
    expect(compared).toBeGreaterThan(2_000)
  })
})
