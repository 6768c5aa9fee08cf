import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { composeArtwork, COVER_MOTIFS, COVER_SIZES, coverArtwork, MOTIFS, portraitArtwork } from './compose-artwork.ts'
import { PALETTE_NAMES } from './palettes.ts'
import { rasterise } from './rasterise.server.ts'

const EVERY_STYLE = MOTIFS.flatMap((motif) => PALETTE_NAMES.map((palette) => ({ motif, palette })))

const DRAWING_ELEMENTS = new Set('svg defs g rect path circle ellipse linearGradient radialGradient stop'.split(' '))

/** A small strict parser: every tag is closed by its own name and every attribute is quoted. */
function elementsOf(svg: string): string[] {
  const open: string[] = []
  const seen: string[] = []
  const rest = svg.replaceAll(/<(\/?)(\w+)((?: [\w:-]+="[^"<&]*")*)(\/?)>/g, (_, closing, name, __, selfClosing) => {
    seen.push(name)
    if (closing === '/') expect(open.pop()).toBe(name)
    else if (selfClosing === '') open.push(name)
    return ''
  })
  expect(rest).toBe('')
  expect(open).toEqual([])
  return seen
}

describe('an artwork', () => {
  test('is the same text for the same request and another for another seed', () => {
    for (const style of EVERY_STYLE) {
      const compose = (seed: string) => composeArtwork({ ...style, seed, width: 400, height: 500 })
      expect(compose('first')).toBe(compose('first'))
      expect(compose('first')).not.toBe(compose('second'))
    }
  })

  test.each(EVERY_STYLE)('of $motif in $palette is valid XML with drawing elements only', (style) => {
    const svg = composeArtwork({ ...style, seed: 'sound', width: 400, height: 500 })
    const strangers = elementsOf(svg).filter((name) => !DRAWING_ELEMENTS.has(name))
    expect(strangers).toEqual([])
    expect(svg).not.toMatch(/NaN|undefined|Infinity|href|style=/)
  })

  test('uses only paints that it defines', () => {
    for (const style of EVERY_STYLE) {
      const svg = composeArtwork({ ...style, seed: 'paints', width: 400, height: 500 })
      const asked = new Set([...svg.matchAll(/url\(#(\w+)\)/g)].map((match) => match[1]))
      const defined = new Set([...svg.matchAll(/ id="(\w+)"/g)].map((match) => match[1]))
      expect(asked).toEqual(defined)
    }
  })

  test('of every motif and palette becomes a picture with light and dark areas', { timeout: 60_000 }, async () => {
    for (const style of EVERY_STYLE) {
      const image = await rasterise(composeArtwork({ ...style, seed: 'lit', width: 240, height: 300 }), {
        width: 240,
        height: 300,
      })
      const { channels } = await sharp(image).stats()
      const contrast = Math.max(...channels.map((channel) => channel.stdev))
      expect(contrast, `${style.motif} ${style.palette}`).toBeGreaterThan(10)
    }
  })
})

describe('a portrait', () => {
  const people = Array.from({ length: 60 }, (_, index) => `person ${index}`)
  const faceOf = (seed: string, palette: (typeof PALETTE_NAMES)[number], size = 320) =>
    portraitArtwork({ seed, palette, width: size, height: size })

  test('is valid XML with drawing elements only, in every palette', () => {
    for (const [index, seed] of people.entries()) {
      const svg = faceOf(seed, PALETTE_NAMES[index % PALETTE_NAMES.length]!)
      expect(elementsOf(svg).filter((name) => !DRAWING_ELEMENTS.has(name))).toEqual([])
      expect(svg).not.toMatch(/NaN|undefined|Infinity|href|style=/)
    }
  })

  test('shows another person for each name: 60 names give 60 pictures, also in one palette', () => {
    expect(new Set(people.map((seed) => faceOf(seed, 'ember'))).size).toBe(60)
    expect(faceOf('amina_k', 'ember')).toBe(faceOf('amina_k', 'ember'))
  })
})

describe('the formats', () => {
  test('covers are 3:1 and 5:1', () => {
    const style = { seed: 'amina_k', motif: 'lake', palette: 'ember' } as const
    expect(coverArtwork({ ...style, format: 'phone' })).toContain('viewBox="0 0 1440 480"')
    expect(coverArtwork({ ...style, format: 'desktop' })).toContain('viewBox="0 0 2000 400"')
    expect(COVER_SIZES.phone.width / COVER_SIZES.phone.height).toBe(3)
    expect(COVER_SIZES.desktop.width / COVER_SIZES.desktop.height).toBe(5)
  })

  test('every cover motif is valid XML in both formats', () => {
    for (const motif of COVER_MOTIFS) {
      elementsOf(coverArtwork({ seed: 'wide', motif, palette: 'dusk', format: 'phone' }))
      elementsOf(coverArtwork({ seed: 'wide', motif, palette: 'dusk', format: 'desktop' }))
    }
  })
})

describe('rasterising', () => {
  const svg = composeArtwork({ seed: 'size', motif: 'crane', palette: 'lake', width: 400, height: 500 })

  test('returns exactly the requested size and format', async () => {
    const jpeg = await sharp(await rasterise(svg, { width: 160, height: 200 })).metadata()
    expect([jpeg.format, jpeg.width, jpeg.height]).toEqual(['jpeg', 160, 200])
    const png = await sharp(await rasterise(svg, { width: 90, height: 90, format: 'png' })).metadata()
    expect([png.format, png.width, png.height]).toEqual(['png', 90, 90])
  })

  test('refuses a text that is not an SVG', async () => {
    await expect(rasterise('<p>no picture</p>', { width: 10, height: 10 })).rejects.toThrow()
  })

  test('paints each motif at full size', { timeout: 60_000 }, async () => {
    for (const motif of MOTIFS) {
      const large = composeArtwork({ seed: 'timed', motif, palette: 'ember', width: 960, height: 1200 })
      const image = await rasterise(large, { width: 960, height: 1200 })
      const { width, height } = await sharp(image).metadata()
      expect([width, height], motif).toEqual([960, 1200])
    }
  })
})
