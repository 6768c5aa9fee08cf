import { STORY_CAPTIONS, SUBJECT_CAPTIONS, VOICE_CAPTIONS } from './captions.ts'
import { MOTIFS, type Motif } from './compose-artwork.ts'
import type { DemoCreator } from './creators.ts'
import { PALETTE_NAMES, type PaletteName } from './palettes.ts'
import { type Random, seededRandom } from './seeded-random.ts'

export const POSTS_PER_CREATOR = 8

export interface PictureRecipe {
  readonly motif: Motif
  readonly palette: PaletteName
  readonly seed: string
}

export type PostAudience =
  | { readonly audience: 'public'; readonly priceUgx: null }
  | { readonly audience: 'subscribers'; readonly priceUgx: null }
  | { readonly audience: 'pay_to_unlock'; readonly priceUgx: 25_000 | 50_000 | 75_000 | 100_000 }

/** Everything needed to write one demo post. Prices are whole Uganda shillings. */
export type PostRecipe = PostAudience & {
  readonly kind: 'photo' | 'voice' | 'story'
  readonly caption: string
  /** 1 to 4; more than one makes a photo set. A voice post has one picture, its cover. */
  readonly imageCount: number
  readonly pictures: readonly PictureRecipe[]
}

type Slot = readonly [kind: PostRecipe['kind'], audience: PostRecipe['audience']]

/** Newest first: every page has these in this order, whoever the creator is. */
const SLOTS: readonly Slot[] = [
  ['photo', 'subscribers'],
  ['photo', 'public'],
  ['photo', 'pay_to_unlock'],
  ['voice', 'public'],
  ['story', 'public'],
  ['photo', 'subscribers'],
  ['photo', 'public'],
  ['voice', 'subscribers'],
]

/** A few creators also sell a recording. */
const SOLD_RECORDING: Slot = ['voice', 'pay_to_unlock']

/** The recipe of a creator's post; index 0 (newest) to 7. Throws for any other index. */
export function postRecipe(creator: DemoCreator, index: number): PostRecipe {
  const slot = slotOf(creator, index)
  if (slot === undefined)
    throw new RangeError(`A creator has ${POSTS_PER_CREATOR} posts, but number ${index} was requested`)
  const [kind, audience] = slot
  const random = seededRandom(`post ${creator.username} ${index}`)
  const imageCount = kind === 'photo' ? random.pick([1, 1, 2, 3, 4]) : 1
  const pictures = choosePictures(creator, index, imageCount, random)
  const caption = captionFor(creator, index, kind, pictures[0]?.motif ?? creator.motif)
  return { kind, caption, imageCount, pictures, ...priced(audience, random) }
}

/** All recipes of a creator, newest first. */
export function postRecipes(creator: DemoCreator): PostRecipe[] {
  return SLOTS.map((_, index) => postRecipe(creator, index))
}

function slotOf(creator: DemoCreator, index: number): Slot | undefined {
  const sings = creator.tags.includes('music')
  return index === 7 && sings ? SOLD_RECORDING : SLOTS[index]
}

function priced(audience: PostRecipe['audience'], random: Random): PostAudience {
  if (audience !== 'pay_to_unlock') return { audience, priceUgx: null }
  return { audience, priceUgx: random.pick([25_000, 50_000, 50_000, 75_000, 100_000]) }
}

/** Most pictures are of the creator's own subject; some show another side of her home. */
function choosePictures(creator: DemoCreator, index: number, count: number, random: Random): PictureRecipe[] {
  const motif = index % 3 === 1 ? random.pick(MOTIFS) : creator.motif
  const palette = index % 2 === 0 ? creator.palette : random.pick(PALETTE_NAMES)
  return Array.from({ length: count }, (_, number) => ({
    motif,
    palette: number < 2 ? palette : random.pick(PALETTE_NAMES),
    seed: `${creator.username} ${index} ${number}`,
  }))
}

/** Goes through the fitting captions from a starting point of the creator's own, so that none repeats. */
function captionFor(creator: DemoCreator, index: number, kind: PostRecipe['kind'], motif: Motif): string {
  const captions = captionsOf(kind, motif)
  const start = seededRandom(`captions ${creator.username} ${captions[0]}`).integer(0, captions.length - 1)
  const caption = captions[(start + index) % captions.length]
  if (caption === undefined) throw new Error(`There is no caption for a ${kind} of ${motif}`)
  return caption
}

function captionsOf(kind: PostRecipe['kind'], motif: Motif): readonly string[] {
  if (kind === 'voice') return VOICE_CAPTIONS
  return kind === 'story' ? STORY_CAPTIONS : SUBJECT_CAPTIONS[motif]
}
