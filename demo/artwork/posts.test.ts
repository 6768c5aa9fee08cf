import { describe, expect, test } from 'vitest'
import { composeArtwork, MOTIFS } from './compose-artwork.ts'
import { DEMO_CREATORS } from './creators.ts'
import { PALETTE_NAMES } from './palettes.ts'
import { postRecipe, postRecipes, POSTS_PER_CREATOR } from './posts.ts'

describe('the demo creators', () => {
  test('are twenty-six, with Amina first', () => {
    expect(DEMO_CREATORS).toHaveLength(26)
    expect(DEMO_CREATORS[0]).toMatchObject({
      username: 'amina_k',
      displayName: 'Amina K',
      city: 'Kampala',
      motif: 'dancer',
      palette: 'ember',
    })
  })

  test('have usernames of their own, one to three tags and a bio of two short lines', () => {
    expect(new Set(DEMO_CREATORS.map((creator) => creator.username)).size).toBe(26)
    for (const creator of DEMO_CREATORS) {
      expect(creator.username).toMatch(/^[a-z0-9_]{3,20}$/)
      expect(creator.tags.length).toBeGreaterThanOrEqual(1)
      expect(creator.tags.length).toBeLessThanOrEqual(3)
      expect(new Set(creator.tags).size).toBe(creator.tags.length)
      expect(creator.bio.split('\n')).toHaveLength(2)
      expect(creator.bio.length).toBeLessThanOrEqual(90)
    }
  })

  test('show every motif and palette, every price and both presences', () => {
    const distinct = (of: (creator: (typeof DEMO_CREATORS)[number]) => unknown) => new Set(DEMO_CREATORS.map(of)).size
    expect(distinct((creator) => creator.motif)).toBe(MOTIFS.length)
    expect(distinct((creator) => creator.palette)).toBe(PALETTE_NAMES.length)
    expect(distinct((creator) => creator.dailyGoalUgx)).toBe(4)
    expect(distinct((creator) => creator.chatRateUgx)).toBe(3)
    expect(distinct((creator) => creator.online)).toBe(2)
  })
})

describe("a creator's posts", () => {
  test.each(DEMO_CREATORS)('of $username have the required counts', (creator) => {
    const posts = postRecipes(creator)
    const count = (audience: string) => posts.filter((post) => post.audience === audience).length
    expect(posts).toHaveLength(POSTS_PER_CREATOR)
    expect(new Set(posts.map((post) => post.kind)).size).toBeGreaterThanOrEqual(3)
    expect(count('public')).toBeGreaterThanOrEqual(2)
    expect(count('subscribers')).toBeGreaterThanOrEqual(1)
    expect(count('pay_to_unlock')).toBeGreaterThanOrEqual(1)
    for (const post of posts) {
      expect(post.priceUgx !== null).toBe(post.audience === 'pay_to_unlock')
      expect(post.pictures).toHaveLength(post.imageCount)
      expect(post.imageCount).toBeGreaterThanOrEqual(1)
      expect(post.imageCount).toBeLessThanOrEqual(4)
      expect(post.caption.length).toBeGreaterThan(2)
      expect(post.caption.length).toBeLessThanOrEqual(60)
    }
  })

  test('are the same every time', () => {
    for (const creator of DEMO_CREATORS) expect(postRecipes(creator)).toEqual(postRecipes(creator))
  })

  test('never repeat a caption or a picture within one profile', () => {
    for (const creator of DEMO_CREATORS) {
      const posts = postRecipes(creator)
      expect(new Set(posts.map((post) => post.caption)).size, creator.username).toBe(posts.length)
      const pictures = posts.flatMap((post) => post.pictures)
      const drawn = pictures.map((picture) => composeArtwork({ ...picture, width: 40, height: 50 }))
      expect(new Set(drawn).size, creator.username).toBe(pictures.length)
    }
  })

  test('end after the eighth', () => {
    const [amina] = DEMO_CREATORS
    if (amina === undefined) throw new Error('Amina is missing')
    expect(() => postRecipe(amina, POSTS_PER_CREATOR)).toThrow(RangeError)
    expect(() => postRecipe(amina, -1)).toThrow(RangeError)
  })
})
