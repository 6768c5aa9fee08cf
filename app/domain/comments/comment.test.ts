import { expect, test } from 'vitest'
import { readComment } from './comment.ts'

test.each([
  ['  Well done!  ', 'Well done!'],
  ['one\r\ntwo\n\n\n\n\nthree', 'one\ntwo\n\nthree'],
  ['a\u0000b\u001bc\u200bd', 'abcd'],
  ['\u202egnp.exe\u2066\u2069', 'gnp.exe'],
  ['see https://example.com', 'see https://example.com'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['🍑'.repeat(500), '🍑'.repeat(500)],
])('PROF-07g a comment keeps what was typed, without invisible and direction characters: %j', (typed, body) => {
  expect(readComment(typed)).toEqual({ body, problem: null })
})

test.each([
  ['', 'empty'],
  [' \n\t\u200b ', 'empty'],
  ['x'.repeat(501), 'too_long'],
  ['🍑'.repeat(501), 'too_long'],
] as const)('PROF-07g a comment has one to five hundred characters', (typed, problem) => {
  expect(readComment(typed)).toEqual({ body: null, problem })
})
