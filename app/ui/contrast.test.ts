import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const UI = import.meta.dirname
const tokens = readFileSync(join(UI, 'tokens.css'), 'utf8')
const [light, dark] = tokens.split('@media screen and (prefers-color-scheme: dark)') as [string, string]
const coloursIn = (sheet: string) =>
  Object.fromEntries([...sheet.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name!, hex!]))
const THEMES = { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark) } }

/** The relative luminance of WCAG 2.2 for "#rrggbb". */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

const SURFACES = ['bg', 'surface', 'sunken', 'raised']
const TEXTS = ['text', 'text2', 'muted', 'link', 'success', 'warn', 'danger', 'info']
/** Colours that always stand on one of their own. */
const PAIRS = [
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-accent-soft', 'accent-soft'],
  ['on-locked', 'locked'],
  ['on-locked-soft', 'locked-soft'],
  ['success', 'success-soft'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
  ['info', 'info-soft'],
  ['on-danger', 'danger'],
  ['on-inverse', 'inverse'],
  ['inverse-link', 'inverse'],
  ...['accent-soft', 'locked-soft', 'success-soft', 'warn-soft', 'danger-soft', 'info-soft'].flatMap((soft) => [
    ['text', soft],
    ['text2', soft],
  ]),
] as [string, string][]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colours = THEMES[theme]
  const ratio = (one: string, other: string) => contrast(colours[one]!, colours[other]!)

  test('every text can be read on every surface (4.5 to 1)', () => {
    const all = [...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)), ...PAIRS]
    const weak = all.filter(([text, surface]) => ratio(text, surface) < 4.5)
    expect(weak.map(([text, surface]) => `${text} on ${surface}: ${ratio(text, surface).toFixed(2)}`)).toEqual([])
  })

  test('the edges of controls, the focus ring and what is filled stand out from every surface (3 to 1)', () => {
    const weak = ['control', 'focus', 'primary', 'online'].flatMap((edge) =>
      SURFACES.filter((surface) => ratio(edge, surface) < 3).map(
        (surface) => `${edge} on ${surface}: ${ratio(edge, surface).toFixed(2)}`,
      ),
    )
    expect(weak).toEqual([])
  })

  test('what a rule of any sheet writes in a colour on a colour can be read', () => {
    const rules = globSync('**/*.css', { cwd: join(UI, '..') }).flatMap((file) =>
      [...readFileSync(join(UI, '..', file), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
        where: `${file}: ${selector!.trim()}`,
        text: /(?:^|[\s;])color:\s*var\(--([\w-]+)\)/.exec(body!)?.[1],
        on: /(?:^|[\s;])background(?:-color)?:\s*var\(--([\w-]+)\)\s*;/.exec(body!)?.[1],
      })),
    )
    // A bar has no text: its colour is what is done.
    const both = rules.filter(
      ({ where, text, on }) => text && on && colours[text] && colours[on] && !where.endsWith(': .progress'),
    )
    expect(both.length).toBeGreaterThan(20)
    expect(
      both
        .filter(({ text, on }) => ratio(text!, on!) < 4.5)
        .map(({ where, text, on }) => `${where}: ${text} on ${on}, ${ratio(text!, on!).toFixed(2)}`),
    ).toEqual([])
  })
})

test('the ratio is the one of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
})
