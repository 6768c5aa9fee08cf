import { drawBark } from './motifs/bark.ts'
import { drawBars } from './motifs/bars.ts'
import { drawBasket } from './motifs/basket.ts'
import { drawCrane } from './motifs/crane.ts'
import { drawDancer } from './motifs/dancer.ts'
import { drawDrum } from './motifs/drum.ts'
import { drawHills } from './motifs/hills.ts'
import { drawKitenge } from './motifs/kitenge.ts'
import { drawLake } from './motifs/lake.ts'
import { drawLantern } from './motifs/lantern.ts'
import { drawLeaves } from './motifs/leaves.ts'
import { drawPortrait } from './motifs/portrait.ts'
import { drawSails } from './motifs/sails.ts'
import { layPaper, type Paper } from './paper.ts'
import { PALETTES, type PaletteName } from './palettes.ts'
import { seededRandom } from './seeded-random.ts'

export const MOTIFS = [
  'dancer',
  'lake',
  'leaves',
  'basket',
  'drum',
  'crane',
  'kitenge',
  'hills',
  'bars',
  'lantern',
  'sails',
  'bark',
] as const

export type Motif = (typeof MOTIFS)[number]

/** What a picture shows: a motif, or a person. */
type Subject = Motif | 'portrait'

/** Motifs that fill a wide banner; a single figure would look lost in one. */
export const COVER_MOTIFS = ['lantern', 'lake', 'hills', 'sails', 'kitenge'] as const

export type CoverMotif = (typeof COVER_MOTIFS)[number]

const DRAWINGS: Readonly<Record<Subject, (paper: Paper) => string>> = {
  portrait: drawPortrait,
  dancer: drawDancer,
  lake: drawLake,
  leaves: drawLeaves,
  basket: drawBasket,
  drum: drawDrum,
  crane: drawCrane,
  kitenge: drawKitenge,
  hills: drawHills,
  bars: drawBars,
  lantern: drawLantern,
  sails: drawSails,
  bark: drawBark,
}

export interface ArtworkRequest {
  readonly seed: string
  readonly motif: Subject
  readonly palette: PaletteName
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
}

/** A cut-paper picture as SVG. The same request gives the same text, character for character. */
export function composeArtwork({ seed, motif, palette, width, height }: ArtworkRequest): string {
  const papers = PALETTES[palette]
  const paper = layPaper(width, height, papers, seededRandom(`${motif} ${palette} ${seed}`))
  const picture = DRAWINGS[motif](paper)
  const definitions = [...paper.definitions.values()].map(({ markup }) => markup).join('')
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  const ground = `<rect width="${width}" height="${height}" fill="${papers.deep}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} preserveAspectRatio="xMidYMid slice"><defs>${definitions}</defs>${ground}${picture}</svg>`
}

export interface PortraitRequest {
  /** Whose: the same name gives the same face in every size. */
  readonly seed: string
  readonly palette: PaletteName
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
}

/** A person who doesn't exist, for avatars, cards and share cards. The same name has the same face in each of them. */
export function portraitArtwork(request: PortraitRequest): string {
  return composeArtwork({ ...request, motif: 'portrait' })
}

/** The two banners of a profile: 3:1 for phones, 5:1 for wide screens. */
export const COVER_SIZES = {
  phone: { width: 1440, height: 480 },
  desktop: { width: 2000, height: 400 },
} as const

export interface CoverRequest {
  readonly seed: string
  readonly motif: CoverMotif
  readonly palette: PaletteName
  readonly format: keyof typeof COVER_SIZES
}

/** A banner scene. Each format is composed anew, so neither is a crop of the other. */
export function coverArtwork({ seed, motif, palette, format }: CoverRequest): string {
  return composeArtwork({ seed: `${seed} cover`, motif, palette, ...COVER_SIZES[format] })
}

/** The picture part of a 1200 by 630 share card; the row with the name is below it. */
export const SHARE_CARD_ART = { width: 1200, height: 452 } as const
