import { expect, test } from 'vitest'
import { readSavedReply, repliesFor } from './saved-reply.ts'

const REPLIES = ['custom', 'friday', 'friends'].map((name) => ({ id: name, name, body: `About ${name}` }))

test.each<[string, string[] | null]>([
  ['/', ['custom', 'friday', 'friends']],
  ['/fri', ['friday', 'friends']],
  ['/FRID', ['friday']],
  ['/none', null],
  ['/friday at 8', null],
  ['', null],
  ['Hello /friday', null],
  ['//', null],
])('CHAT-05b %j shows the saved replies %j', (typed, names) => {
  expect(repliesFor(typed, REPLIES)?.map(({ name }) => name) ?? null).toEqual(names)
})

test('CHAT-05b the name of a saved reply is one word, with or without its slash', () => {
  expect(readSavedReply({ name: ' /Friday ', text: 'Live at 8\n' }).value).toEqual({
    name: 'friday',
    body: 'Live at 8',
  })
  expect(readSavedReply({ name: 'Ölçü_2', text: 'x' }).value?.name).toBe('ölçü_2')
  expect(readSavedReply({ name: '', text: '' }).problem).toEqual({ name: 'missing', body: 'empty' })
  for (const name of ['two words', 'a/b', 'x'.repeat(25), '<b>'])
    expect(readSavedReply({ name, text: 'x' }).problem).toEqual({ name: 'not_a_word' })
  expect(readSavedReply({ name: 'long', text: 'x'.repeat(1_001) }).problem).toEqual({ body: 'too_long' })
})
