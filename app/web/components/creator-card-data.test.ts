import { expect, test } from 'vitest'
import { cardPicture } from './creator-card-data.ts'

const creator = { cardMediaId: null, avatarMediaId: null, displayName: 'Amina K' }

test('FEED-01 a card shows the card picture, else the creator’s avatar, else a plain background', () => {
  const both = { ...creator, cardMediaId: 'the-card', avatarMediaId: 'the-face' }
  expect(cardPicture(both)).toMatchObject({ src: '/media/the-card/w480.jpeg', alt: 'Picture by Amina K' })
  const own = cardPicture({ ...creator, avatarMediaId: 'the-face' })
  expect(own).toMatchObject({ src: '/media/the-face/w320.jpeg', alt: 'Picture by Amina K' })
  expect(own.sources[0]!.srcset).toContain('/media/the-face/w160.avif 160w')
  expect(cardPicture(creator)).toMatchObject({ sources: [], alt: '' })
})
