import { backdrop, circle, ellipse, type Paper, path, type Point, repeat, round, stroke } from '../paper.ts'
import { cutFigure } from '../shadow.ts'
import { sun } from '../sky.ts'

/** Papers for skin, with a lighter one where light falls and a darker one below the chin. */
const SKINS = [
  { skin: '#5B3425', light: '#744532', shade: '#40231A' },
  { skin: '#6F4430', light: '#885640', shade: '#4F2E20' },
  { skin: '#83553A', light: '#9C694B', shade: '#603B27' },
  { skin: '#4A2A20', light: '#613A2D', shade: '#331B14' },
  { skin: '#95653F', light: '#AC7A52', shade: '#6F482B' },
] as const
const HAIRS = ['#1B1213', '#2A1A17', '#3B211B', '#231623'] as const
const LIPS = ['#B5484A', '#8E3340', '#C76A5B', '#7A2E3B'] as const

const HAIR_STYLES = ['afro', 'crop', 'bun', 'braids', 'locs', 'wrap', 'puffs', 'bob'] as const
const EARRINGS = ['hoops', 'drops', 'studs', 'none'] as const
const NECKS = ['beads', 'collar', 'scarf', 'bare'] as const
const GROUNDS = ['sun', 'rays', 'dots', 'arch'] as const

type Skin = (typeof SKINS)[number]
/** Everything that differs between two people. The head is at (0, 0); a hundredth of the size is the unit. */
interface Look {
  readonly skin: Skin
  readonly hair: string
  readonly lips: string
  readonly style: (typeof HAIR_STYLES)[number]
  readonly earrings: (typeof EARRINGS)[number]
  readonly neck: (typeof NECKS)[number]
  /** How wide the face is: 0.92 to 1.08. */
  readonly width: number
  /** Which way the person looks: -1 or 1. */
  readonly turn: number
  readonly smiles: boolean
}

/** A person from the shoulders up, of cut paper: nobody who exists. */
export function drawPortrait(paper: Paper): string {
  const { width, height, unit, palette, random } = paper
  const look: Look = {
    skin: random.pick(SKINS),
    hair: random.pick(HAIRS),
    lips: random.pick(LIPS),
    style: random.pick(HAIR_STYLES),
    earrings: random.pick(EARRINGS),
    neck: random.pick(NECKS),
    width: random.between(0.92, 1.08),
    turn: random.chance(0.5) ? 1 : -1,
    smiles: random.chance(0.55),
  }
  // A wide picture shows the person in the middle; a tall one leaves room for the hair.
  const size = Math.min(unit, height * 0.9) * 0.86
  const at: Point = [width * 0.5, height * (height > width ? 0.44 : 0.45)]
  const layer = (figure: string, outline = figure) => cutFigure(paper, at, size, figure, { outline })
  return [
    backdrop(paper, palette.sky, palette.deep),
    ground(paper, random.pick(GROUNDS), at, size),
    layer(behind(look, paper)),
    layer(shoulders(look, paper), SHOULDERS),
    layer(neck(look)),
    layer(necklace(look, paper)),
    layer(face(look, paper), headShape(look)),
    layer(hairInFront(look, paper)),
    layer(earrings(look, paper)),
  ].join('')
}

function ground(paper: Paper, kind: (typeof GROUNDS)[number], at: Point, size: number): string {
  const { width, height, palette, random } = paper
  if (kind === 'sun') return sun(paper, [at[0] + size * random.between(-0.18, 0.18), at[1] - size * 0.08], size * 0.46)
  if (kind === 'arch')
    return path(
      `M${round(at[0] - size * 0.52)} ${height}V${round(at[1])}a${round(size * 0.52)} ${round(size * 0.52)} 0 0 1 ${round(size * 1.04)} 0V${height}Z`,
      palette.warm,
    )
  if (kind === 'rays')
    return repeat(14, (index) => {
      const from = (index / 14) * Math.PI * 2
      const to = from + Math.PI / 14
      const far = Math.hypot(width, height)
      const point = (angle: number) => `${round(at[0] + Math.cos(angle) * far)} ${round(at[1] + Math.sin(angle) * far)}`
      return path(`M${round(at[0])} ${round(at[1])}L${point(from)}L${point(to)}Z`, palette.warm, 'opacity=".55"')
    })
  const step = size * 0.2
  const rows = Math.ceil(height / step) + 1
  const columns = Math.ceil(width / step) + 1
  return repeat(rows * columns, (index) => {
    const row = Math.floor(index / columns)
    const shift = row % 2 === 0 ? 0 : step / 2
    return circle((index % columns) * step + shift, row * step, step * 0.16, palette.warm, 'opacity=".7"')
  })
}

const SHOULDERS = path('M-52 78C-52 46 -30 37 -12 32H12C30 37 52 46 52 78V130H-52Z', 'none')

function shoulders(look: Look, paper: Paper): string {
  const { palette, random } = paper
  const cloth = random.pick([palette.warm, palette.sun, palette.light, palette.dark])
  const trim = cloth === palette.light ? palette.warm : palette.light
  const body = path('M-52 78C-52 46 -30 37 -12 32H12C30 37 52 46 52 78V130H-52Z', cloth)
  const opening = path('M-13 31.5C-9 45 9 45 13 31.5Z', look.skin.skin)
  const pattern = random.pick([
    repeat(5, (index) => stroke(`M${-36 + index * 18} 48L${-44 + index * 22} 80`, trim, 1.6, 'opacity=".8"')),
    repeat(9, (index) => circle(-36 + index * 9, 58 + (index % 2) * 9, 2.3, trim, 'opacity=".85"')),
    stroke('M-46 62C-20 52 20 52 46 62', trim, 2.2, 'opacity=".85"') +
      stroke('M-48 72C-20 62 20 62 48 72', trim, 1.1, 'opacity=".7"'),
    '',
  ])
  return body + pattern + opening + stroke('M-13 31.5C-9 45 9 45 13 31.5', trim, 1.5)
}

function neck({ skin }: Look): string {
  return path('M-9 14C-9 27 -10 31 -13 33C-6 40 6 40 13 33C10 31 9 27 9 14Z', skin.shade)
}

function necklace({ neck: worn }: Look, { palette }: Paper): string {
  if (worn === 'bare') return ''
  if (worn === 'scarf')
    return path('M-14 29C-8 36 8 36 14 29C17 34 15 41 9 43C3 45 -3 45 -9 43C-15 41 -17 34 -14 29Z', palette.sun)
  if (worn === 'collar')
    return repeat(4, (row) =>
      stroke(
        `M${-10.5 - row * 1.1} ${29 + row * 2.6}C-5 ${35 + row * 2.6} 5 ${35 + row * 2.6} ${10.5 + row * 1.1} ${29 + row * 2.6}`,
        row % 2 === 0 ? palette.sun : palette.light,
        1.9,
      ),
    )
  return repeat(13, (index) => {
    const along = index / 12 - 0.5
    return circle(along * 25, 41 - along * along * 38, 1.55, index % 3 === 0 ? palette.light : palette.sun)
  })
}

/** A face is an egg; it leans a little to the side that it looks to. */
function headShape({ width: w, skin }: Look): string {
  const x = (value: number) => round(value * w)
  return path(
    `M${x(-17)} -8C${x(-17)} -25 ${x(-9)} -31 0 -31C${x(9)} -31 ${x(17)} -25 ${x(17)} -8C${x(17)} 8 ${x(9)} 21 0 22C${x(-9)} 21 ${x(-17)} 8 ${x(-17)} -8Z`,
    skin.skin,
  )
}

function face(look: Look, paper: Paper): string {
  const { skin, turn, smiles, lips, width: w } = look
  const shift = turn * 1.6
  const eye = (side: number) =>
    stroke(`M${round(side * 7.4 * w + shift - 3.4)} -4.6q3.4 ${smiles ? 2.6 : 2} 6.8 0`, paper.palette.ink, 1.1) +
    stroke(`M${round(side * 7.6 * w + shift - 4)} -10.2q4 -2.8 8 -.4`, skin.shade, 1.3)
  const nose = stroke(
    `M${round(shift + turn * 0.6)} -4.5C${round(shift + turn * 2.6)} 1 ${round(shift + turn * 3.4)} 3.6 ${round(shift - turn * 0.4)} 4.8`,
    skin.shade,
    1.15,
  )
  const mouth = smiles
    ? path(
        `M${round(shift - 5.6)} 10.2Q${round(shift)} 17 ${round(shift + 5.6)} 10.2Q${round(shift)} 12.6 ${round(shift - 5.6)} 10.2Z`,
        lips,
      )
    : path(
        `M${round(shift - 4.8)} 11.6Q${round(shift - 2)} 9.2 ${round(shift)} 10.4Q${round(shift + 2)} 9.2 ${round(shift + 4.8)} 11.6Q${round(shift)} 15 ${round(shift - 4.8)} 11.6Z`,
        lips,
      )
  // Light from one side, cut out of a lighter paper.
  const light = path(
    `M${round(turn * 16.6 * w)} -8C${round(turn * 16.6 * w)} 7 ${round(turn * 9 * w)} 20 ${round(turn * 1)} 21.6C${round(turn * 7)} 14 ${round(turn * 11)} 4 ${round(turn * 10.5)} -10C${round(turn * 12)} -18 ${round(turn * 15)} -17 ${round(turn * 16.6 * w)} -8Z`,
    skin.light,
    'opacity=".75"',
  )
  const ears = circle(-17.4 * w, -2, 3.1, skin.shade) + circle(17.4 * w, -2, 3.1, skin.skin)
  return ears + headShape(look) + light + eye(-1) + eye(1) + nose + mouth
}

/** Hair that falls behind the shoulders. */
function behind({ style, hair, width: w }: Look, { palette, random }: Paper): string {
  switch (style) {
    case 'afro':
      return (
        circle(0, -15, 32 * w, hair) +
        repeat(16, (index) => {
          const angle = (index / 16) * Math.PI * 2
          return circle(Math.cos(angle) * 28 * w, -15 + Math.sin(angle) * 28, 7.5, hair)
        })
      )
    case 'braids':
    case 'locs':
      return repeat(9, (index) => {
        const x = -24 + index * 6
        const length = random.between(34, 50)
        return stroke(
          `M${round(x * 0.7)} -22C${x} 0 ${round(x * 1.15)} 18 ${round(x * 1.1)} ${round(length)}`,
          hair,
          style === 'locs' ? 6.4 : 4.2,
        )
      })
    case 'bob':
      return path('M-25 18C-30 -20 -20 -40 0 -40C20 -40 30 -20 25 18C18 24 -18 24 -25 18Z', hair)
    case 'puffs':
      return circle(-20 * w, -30, 14, hair) + circle(20 * w, -30, 14, hair)
    case 'bun':
      return circle(0, -43, 12.5, hair)
    case 'wrap':
      return path('M-20 -20C-34 -30 -24 -62 2 -58C30 -62 36 -32 20 -20Z', palette.warm)
    case 'crop':
      return ''
    default:
      return style satisfies never
  }
}

function hairInFront({ style, hair, width: w, turn }: Look, { palette }: Paper): string {
  const x = (value: number) => round(value * w)
  const cap = (low: number) =>
    path(
      `M${x(-17.6)} ${low}C${x(-20)} -26 ${x(-11)} -35 0 -35C${x(11)} -35 ${x(20)} -26 ${x(17.6)} ${low}C${x(13)} -19 ${x(7)} -24 0 -24.5C${x(-7)} -24 ${x(-13)} -19 ${x(-17.6)} ${low}Z`,
      hair,
    )
  if (style === 'wrap')
    return (
      path(
        `M${x(-18.4)} -13C${x(-22)} -38 ${x(-10)} -46 0 -46C${x(10)} -46 ${x(22)} -38 ${x(18.4)} -13C${x(10)} -22 ${x(-10)} -22 ${x(-18.4)} -13Z`,
        palette.warm,
      ) +
      stroke(`M${x(-18)} -17C${x(-8)} -30 ${x(8)} -33 ${x(17)} -26`, palette.sun, 2.4) +
      stroke(`M${x(-17)} -26C${x(-6)} -38 ${x(8)} -41 ${x(15)} -37`, palette.light, 1.3, 'opacity=".9"')
    )
  if (style === 'bob')
    return (
      cap(-4) +
      path(
        `M${x(-17.6)} -8C${x(-16)} -24 ${x(turn * 4)} -27 ${x(turn * 14)} -20C${x(4)} -26 ${x(-8)} -22 ${x(-17.6)} -8Z`,
        hair,
      )
    )
  if (style === 'braids' || style === 'locs')
    return (
      cap(-12) +
      repeat(5, (index) =>
        stroke(`M${x(-10 + index * 5)} -34.5L${x(-9 + index * 4.5)} -25`, palette.ink, 0.8, 'opacity=".55"'),
      )
    )
  if (style === 'puffs') return cap(-13) + stroke(`M0 -35V-25`, palette.ink, 0.9, 'opacity=".6"')
  return cap(style === 'afro' ? -9 : -13)
}

function earrings({ earrings: worn, width: w }: Look, { palette }: Paper): string {
  const both = (draw: (x: number) => string) => draw(-18 * w) + draw(18 * w)
  if (worn === 'hoops')
    return both((x) => `<circle cx="${round(x)}" cy="7" r="5" fill="none" stroke="${palette.sun}" stroke-width="1.5"/>`)
  if (worn === 'drops')
    return both((x) => stroke(`M${round(x)} 2.5V6`, palette.sun, 0.9) + ellipse(x, 9.6, 2, 3.8, palette.light))
  return worn === 'studs' ? both((x) => circle(x, 2.6, 1.5, palette.light)) : ''
}
