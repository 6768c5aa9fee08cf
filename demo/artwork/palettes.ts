/** Seven papers that belong together, from the lightest sheet to the ink of the shadows. */
export interface Palette {
  readonly light: string
  readonly sky: string
  readonly sun: string
  readonly warm: string
  readonly deep: string
  readonly dark: string
  readonly ink: string
}

export const PALETTE_NAMES = ['ember', 'dusk', 'lake', 'gold', 'leaf', 'berry', 'night', 'clay'] as const

export type PaletteName = (typeof PALETTE_NAMES)[number]

export const PALETTES: Readonly<Record<PaletteName, Palette>> = {
  ember: papers('#FFE3C7', '#F59B6C', '#FFF3DC', '#DE6540', '#A8402F', '#64252F', '#2B121C'),
  dusk: papers('#FBC9B0', '#B85F8B', '#FFD892', '#863766', '#5A2356', '#381846', '#1D0D28'),
  lake: papers('#FDE8C8', '#86C2BA', '#FF9F68', '#3A8C90', '#226574', '#164358', '#0C2537'),
  gold: papers('#FFEFC6', '#F5BE5C', '#EA6A40', '#CF8526', '#934F1E', '#5C321C', '#2E1A11'),
  leaf: papers('#F9F0CD', '#ABCB93', '#F6A850', '#5A9A64', '#327350', '#1F4E3C', '#0F2D26'),
  berry: papers('#FFDCCB', '#EC7C80', '#FFCB78', '#C23E60', '#85234D', '#52173F', '#2B0D26'),
  night: papers('#D9D0EE', '#6C66B4', '#FFC984', '#484292', '#302C6E', '#1F1C4E', '#100F2E'),
  clay: papers('#FDE7D8', '#E2A987', '#C4532F', '#B46A47', '#834430', '#552B21', '#2B1613'),
}

/** The warm lamplight and the two bird colours that stay the same in every palette. */
export const LAMPLIGHT = '#FFE9C9'
export const CROWN_GOLD = '#FFD27A'
export const CHEEK_WHITE = '#FDF9F6'
export const WATTLE_RED = '#D8443C'

function papers(
  light: string,
  sky: string,
  sun: string,
  warm: string,
  deep: string,
  dark: string,
  ink: string,
): Palette {
  return { light, sky, sun, warm, deep, dark, ink }
}
