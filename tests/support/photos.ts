import sharp from 'sharp'
import { composeArtwork, MOTIFS } from '#demo/artwork/compose-artwork.ts'
import { PALETTE_NAMES } from '#demo/artwork/palettes.ts'
import { rasterise } from '#demo/artwork/rasterise.server.ts'

/**
 * Pictures of many kinds for the proof of the marks, each from its number alone: the demo's flat artwork, and what photos are made of (soft
 * shapes with the noise of a camera, clouds, hair and grass, sharp edges, a dark room, a product on white, a wall with a gradient).
 */
const SHAPES = [
  [960, 1200],
  [960, 640],
  [960, 960],
  [960, 1700],
  [960, 720],
] as const

export type PhotoKind = 'artwork' | 'clouds' | 'gradient' | 'soft shapes' | 'edges' | 'texture' | 'dark' | 'on white'
const KINDS: readonly PhotoKind[] = ['clouds', 'gradient', 'soft shapes', 'edges', 'texture', 'dark', 'on white']

export function kindOf(number: number): PhotoKind {
  return number % 5 < 2 ? 'artwork' : KINDS[number % KINDS.length]!
}

/** A JPEG, 960 pixels wide. */
export async function photoOf(number: number): Promise<Buffer> {
  const kind = kindOf(number)
  if (kind === 'artwork') {
    const [width, height] = SHAPES[(number * 3) % SHAPES.length]!
    const [motif, palette] = [MOTIFS[number % MOTIFS.length]!, PALETTE_NAMES[number % PALETTE_NAMES.length]!]
    const art = composeArtwork({ seed: `photo ${number}`, motif, palette, width, height })
    return rasterise(art, { width, height })
  }
  const [width, height] = SHAPES[number % SHAPES.length]!
  const canvas = new Canvas(width, height, randomOf(number * 7_919 + 13))
  await PAINTERS[kind](canvas)
  const data = Buffer.from(Uint8ClampedArray.from(canvas.levels))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** Numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Colour = readonly [number, number, number]

class Canvas {
  readonly levels: Float32Array

  readonly width: number
  readonly height: number
  readonly random: () => number

  constructor(width: number, height: number, random: () => number) {
    this.width = width
    this.height = height
    this.random = random
    this.levels = new Float32Array(width * height * 3)
    this.cover([random() * 200 + 20, random() * 200 + 20, random() * 200 + 20])
  }

  cover(colour: Colour): void {
    for (let at = 0; at < this.levels.length; at += 1) this.levels[at] = colour[at % 3]!
  }

  add(added: (x: number, y: number) => number | Colour): void {
    for (let y = 0; y < this.height; y += 1) {
      for (let x = 0; x < this.width; x += 1) {
        const value = added(x, y)
        const at = (y * this.width + x) * 3
        for (let channel = 0; channel < 3; channel += 1)
          this.levels[at + channel]! += typeof value === 'number' ? value : value[channel]!
      }
    }
  }

  /** What a camera adds. */
  noise(strength: number): void {
    for (let at = 0; at < this.levels.length; at += 1)
      this.levels[at]! += (this.random() + this.random() + this.random() - 1.5) * strength
  }

  /** Random colours, one for each square of so many pixels, smooth between them. */
  async cloud(cell: number, strength: number): Promise<void> {
    const [across, down] = [Math.max(2, Math.ceil(this.width / cell)), Math.max(2, Math.ceil(this.height / cell))]
    const few = Buffer.from(Array.from({ length: across * down * 3 }, () => this.random() * 256))
    const many = await sharp(few, { raw: { width: across, height: down, channels: 3 } })
      .resize(this.width, this.height, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer()
    for (let at = 0; at < this.levels.length; at += 1) this.levels[at]! += ((many[at]! - 128) / 128) * strength
  }

  paint(inside: (x: number, y: number) => boolean, colour: Colour): void {
    for (let y = 0; y < this.height; y += 1)
      for (let x = 0; x < this.width; x += 1) if (inside(x, y)) this.levels.set(colour, (y * this.width + x) * 3)
  }

  colour(): Colour {
    return [this.random() * 255, this.random() * 255, this.random() * 255]
  }
}

const PAINTERS: Record<Exclude<PhotoKind, 'artwork'>, (canvas: Canvas) => void | Promise<void>> = {
  clouds: async (canvas) => {
    for (let [cell, strength] = [400, 70]; cell >= 2; cell /= 2, strength *= 0.62) await canvas.cloud(cell, strength)
  },
  gradient: (canvas) => {
    const { width, height } = canvas
    canvas.add((x, y) => {
      const [across, down] = [(x / width - 0.5) * 120, (y / height - 0.5) * 140]
      return [down - across, down, down + across]
    })
  },
  'soft shapes': (canvas) => {
    const { width, height, random } = canvas
    for (let shape = 0; shape < 14; shape += 1) {
      const [x0, y0, radius, level] = [random() * width, random() * height, 60 + random() * 300, (random() - 0.5) * 160]
      canvas.add((x, y) => {
        const away = ((x - x0) ** 2 + (y - y0) ** 2) / radius ** 2
        const added = away < 6 ? level / (1 + Math.exp((away - 1) * 8)) : 0
        return [added, added * 0.8, added * 0.6]
      })
    }
    canvas.noise(6)
  },
  edges: async (canvas) => {
    const { width, height, random } = canvas
    for (let shape = 0; shape < 60; shape += 1) {
      const [left, top, across, down] = [random() * width, random() * height, random() * 200 + 4, random() * 200 + 4]
      canvas.paint((x, y) => x >= left && x < left + across && y >= top && y < top + down, canvas.colour())
    }
    await canvas.cloud(3, 12)
  },
  texture: async (canvas) => {
    for (const [cell, strength] of [
      [300, 60],
      [2, 60],
      [4, 40],
      [9, 30],
    ] as const)
      await canvas.cloud(cell, strength)
  },
  dark: async (canvas) => {
    canvas.cover([12, 15, 18])
    await canvas.cloud(200, 18)
    canvas.noise(7)
  },
  'on white': async (canvas) => {
    const { width, height, random } = canvas
    canvas.cover([245, 245, 245])
    await canvas.cloud(500, 14)
    for (let shape = 0; shape < 8; shape += 1) {
      const [x0, y0, radius] = [random() * width, random() * height, 40 + random() * 120]
      canvas.paint((x, y) => (x - x0) ** 2 + (y - y0) ** 2 < radius ** 2, canvas.colour())
    }
  },
}
