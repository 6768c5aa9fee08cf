import { expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'
import type { MessageLine, TipLine } from '#app/web/chat/thread.server.ts'

const line = (seq: number, atMs: number, day: string) => ({ id: `m${seq}`, seq, atMs, day }) as MessageLine
const tip = (id: string, atMs: number, day: string): TipLine => ({ id, text: '', words: '', atMs, day, clock: '' })

test('TIP-01b tips stand between the messages by their time, and each day is named once', () => {
  const shown = timelineOf(
    [line(1, 10, 'Yesterday'), line(2, 30, 'Today'), line(3, 30, 'Today')],
    [tip('late', 40, 'Today'), tip('first', 20, 'Today')],
  )
  expect(shown.map((one) => ['tip' in one ? one.tip.id : one.line.seq, one.day])).toEqual([
    [1, 'Yesterday'],
    ['first', 'Today'],
    [2, null],
    [3, null],
    ['late', null],
  ])
})
