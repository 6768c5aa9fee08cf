import { expect, test } from 'vitest'
import { closesAt, isOpen, percents, readPoll, type TypedPoll } from './poll.ts'

const typed: TypedPoll = { question: 'Which song?', options: ['Slow', 'Fast'], openHours: 24 }

test('PROF-07i a poll has a question, two to six different options, and one hour to fourteen days', () => {
  expect(readPoll({ question: ' Which\u202e \n song? ', options: [' Slow', '', 'Fast  one'], openHours: 336 })).toEqual(
    {
      poll: { question: 'Which song?', options: ['Slow', 'Fast one'], openHours: 336 },
      problems: null,
    },
  )
})

test.each<[string, Partial<TypedPoll>, string[]]>([
  ['no question', { question: ' ' }, ['question missing']],
  ['a question that is too long', { question: 'x'.repeat(121) }, ['question too_long']],
  ['one option', { options: ['Slow', ' '] }, ['options too_few']],
  ['seven options', { options: ['1', '2', '3', '4', '5', '6', '7'] }, ['options too_many']],
  ['an option twice', { options: ['Slow', 'slow '] }, ['options same']],
  ['an option that is too long', { options: ['Slow', 'x'.repeat(61)] }, ['option too_long']],
  ['no hours', { openHours: null }, ['openHours out_of_bounds']],
  ['zero hours', { openHours: 0 }, ['openHours out_of_bounds']],
  ['more than two weeks', { openHours: 337 }, ['openHours out_of_bounds']],
  ['half an hour', { openHours: 0.5 }, ['openHours out_of_bounds']],
  ['several faults', { question: '', options: [] }, ['question missing', 'options too_few']],
])('PROF-07i a poll with %s is refused', (_, change, expected) => {
  const { poll, problems } = readPoll({ ...typed, ...change })
  expect([poll, problems?.map(({ field, problem }) => `${field} ${problem}`)]).toEqual([null, expected])
})

test('PROF-07i the time of a poll runs from the moment in which its post is published', () => {
  const publishedAt = new Date('2026-11-23T12:00:00Z')
  const poll = { closesAt: closesAt(publishedAt, 24) }
  expect(poll.closesAt).toEqual(new Date('2026-11-24T12:00:00Z'))
  expect(isOpen(poll, new Date('2026-11-24T11:59:59Z'))).toBe(true)
  expect(isOpen(poll, new Date('2026-11-24T12:00:00Z'))).toBe(false)
  expect(isOpen({ closesAt: closesAt(null, 24) }, publishedAt)).toBe(false)
})

test.each([
  [[], []],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [2, 1],
    [67, 33],
  ],
  [
    [84, 0],
    [100, 0],
  ],
  [
    [1, 999],
    [0, 100],
  ],
])('PROF-07i the percents of a poll add up to a hundred: %j', (votes, expected) => {
  expect(percents(votes)).toEqual(expected)
})
