import { expect, test } from 'vitest'
import { shownPosts } from './post-card-markup.tsx'
import type { LockedCard, OpenCard, PostCardData } from './post-card-data.ts'

const PAGE = new Request('http://localhost/gal/1')
const LOCKED: LockedCard = {
  open: false,
  preview: null,
  typeLine: 'Photo',
  price: 'UGX 5,000',
  unlockHref: '/posts/1/unlock',
}
const picture = { sources: [], src: '/media/secret/w640.jpeg', width: 640, height: 800, alt: 'Photo' }
const OPEN: OpenCard = {
  open: true,
  chip: 'Bought',
  photos: [{ picture, fullHref: '/media/secret/original' }],
  voice: null,
  videos: [],
  storyHours: null,
}

const post = (content: PostCardData['content']): PostCardData => ({
  id: '1',
  caption: 'Sunset',
  meta: 'Yesterday',
  tips: null,
  tipHref: null,
  content,
})

test('who has bought a post and who has not get their own markup of it, also right after each other', () => {
  for (let turn = 0; turn < 2; turn += 1) {
    expect(shownPosts(PAGE, [post(OPEN)])[0]!.markup).toContain('/media/secret/')
    const locked = shownPosts(PAGE, [post(LOCKED)])[0]!.markup
    expect(locked).toContain('Unlock this Peach')
    expect(locked).not.toContain('/media/secret/')
  }
})

test('a page has a post as markup only, and as data if it has a player; the router in the browser gets data only', () => {
  const voice = { src: '/media/v/audio', duration: '0:10', size: '0.1 MB', waveform: [] }
  const [photo, spoken] = shownPosts(PAGE, [post(OPEN), post({ ...OPEN, photos: [], voice })])
  expect(JSON.parse(JSON.stringify(photo))).toEqual({ id: '1' })
  expect(photo!.caption).toBe('Sunset')
  expect([spoken!.markup, Object.keys(spoken!).length]).toEqual([undefined, 6])
  const [asked] = shownPosts(new Request('http://localhost/gal/1.data'), [post(OPEN)])
  expect([asked!.markup, asked!.content]).toEqual([undefined, OPEN])
})
