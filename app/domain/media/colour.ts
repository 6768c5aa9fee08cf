/** How a video says its numbers mean light, in the prober's words; null where it doesn't say. */
export type Colour = {
  primaries: string | null
  transfer: string | null
  matrix: string | null
  fullRange: boolean
}

/** The transfer functions of high dynamic range: HLG, as most phones record it, and PQ (HDR10, Dolby Vision). */
const HIGH_RANGE = new Set(['arib-std-b67', 'smpte2084'])
/** Primaries that hold more colours than BT.709: BT.2020 and the two kinds of P3. */
const WIDE = new Set(['bt2020', 'smpte431', 'smpte432'])
/** What the converter can read; anything else is taken for BT.709. */
const MATRICES = new Set(['bt709', 'bt470bg', 'smpte170m', 'bt2020nc', 'bt2020c', 'gbr'])
const TRANSFERS = new Set(['bt709', 'smpte170m', 'bt2020-10', 'bt2020-12', 'iec61966-2-1'])

/** Light of a white page, in candela per square metre (ITU-R BT.2408): it becomes nearly the white of an ordinary screen. */
const REFERENCE_WHITE = 203
/** The brightest that is told apart; phones record up to here. */
const PEAK = 1_000
/** Up to this share of the reference white light stays as it is; what is brighter is compressed into the rest. */
const KNEE = 0.6

function isHighRange({ transfer }: Colour): boolean {
  return transfer !== null && HIGH_RANGE.has(transfer)
}

/**
 * The filters that bring every video to BT.709 in 8 bits, the only colours that every browser and phone shows alike. They follow `scale`
 * (without a size), so that they work on small pictures. What is brighter than a screen can show is toned down, wide colours are converted.
 */
export function toScreenColours(colour: Colour, shortEdge: number): string {
  return [...conversion(colour, shortEdge), 'format=yuv420p', TAGS].join(',')
}

const TAGS = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'

function conversion(colour: Colour, shortEdge: number): string[] {
  const range = colour.fullRange ? 'pc' : 'tv'
  if (isHighRange(colour)) {
    const matrix = colour.matrix !== null && MATRICES.has(colour.matrix) ? colour.matrix : 'bt2020nc'
    const primaries = colour.primaries === 'bt709' || WIDE.has(colour.primaries ?? '') ? colour.primaries : 'bt2020'
    return [
      `zscale=min=${matrix}:tin=${colour.transfer}:pin=${primaries}:rin=${range}:t=linear:npl=${REFERENCE_WHITE}`,
      'format=gbrpf32le',
      'zscale=p=bt709',
      `tonemap=mobius:param=${KNEE}:peak=${(PEAK / REFERENCE_WHITE).toFixed(2)}`,
      'zscale=t=bt709:m=bt709:r=tv:d=ordered',
    ]
  }
  if (colour.primaries !== null && WIDE.has(colour.primaries)) {
    const matrix = colour.matrix !== null && MATRICES.has(colour.matrix) ? colour.matrix : 'bt709'
    const transfer = colour.transfer !== null && TRANSFERS.has(colour.transfer) ? colour.transfer : 'bt709'
    return [
      `zscale=min=${matrix}:tin=${transfer}:pin=${colour.primaries}:rin=${range}:p=bt709:t=bt709:m=bt709:r=tv:d=ordered`,
    ]
  }
  return [`scale=in_color_matrix=${matrixOf(colour.matrix, shortEdge)}:out_color_matrix=bt709:out_range=tv`]
}

/** What says nothing is read as players read it: small pictures as television of old, others as BT.709. */
function matrixOf(matrix: string | null, shortEdge: number): string {
  if (matrix === 'bt470bg' || matrix === 'smpte170m') return 'bt601'
  if (matrix === 'bt2020nc' || matrix === 'bt2020c') return 'bt2020'
  return matrix === null && shortEdge <= 576 ? 'bt601' : 'bt709'
}
