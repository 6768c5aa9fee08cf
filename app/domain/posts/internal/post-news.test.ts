import { expect, test } from 'vitest'
import { newsOfPost } from './post-news.ts'

const post = { id: 'p', creator_id: 'c', kind: 'video' } as const

test.each([
  ['Sunset  over\nJinja', 'Sunset over Jinja'],
  ['', 'A video without a caption'],
  [`${'a'.repeat(58)}🎉bc`, `${'a'.repeat(58)}🎉…`],
  ['👨‍👩‍👧'.repeat(61), `${'👨‍👩‍👧'.repeat(59)}…`],
])('NOTIFY-01 a post with the caption %j is named %j where its creator is told about it', (caption, title) => {
  expect(newsOfPost({ ...post, caption }).title).toBe(title)
})
