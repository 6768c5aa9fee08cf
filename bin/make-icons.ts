// Draws app/ui/icons/sprite.svg from the icon set's own shapes: one symbol for each name in app/ui/icons/names.ts.
import { readFile, writeFile } from 'node:fs/promises'
import { iconNames } from '#app/ui/icons/names.ts'

type Shape = [tag: string, attributes: Record<string, string>]

async function readShapes(name: string): Promise<Shape[]> {
  const { __iconData: icon } = (await import(`lucide-react/icons/${name}`)) as { __iconData: { node: Shape[] } }
  return icon.node
}

/**
 * Two places after the point are a hundredth of a pixel, which nobody sees; the sprite is loaded with every page. Numbers of a path may
 * stand without a space, `5.5.999`: one whose point would go stays as it is.
 */
function rounded(value: string): string {
  return value.replace(/(\d*)(\.\d+)|\d+/g, (number, whole: string | undefined, places: string | undefined) => {
    const short = Number(places ?? 0)
      .toFixed(2)
      .replace(/^0|0+$/g, '')
    return places && places.length > 3 && /^\.\d/.test(short) ? whole + short : number
  })
}

function drawShape([tag, { key: _key, ...attributes }]: Shape): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${rounded(value)}"`)
  return `<${tag}${written.join('')}/>`
}

const symbols = await Promise.all(
  iconNames.map(async (name) => {
    const shapes = await readShapes(name)
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.map(drawShape).join('')}</symbol>`
  }),
)
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`
const target = new URL('../app/ui/icons/sprite.svg', import.meta.url)
const before = await readFile(target, 'utf8').catch(() => '')
if (process.argv.includes('--check')) {
  if (before !== sprite) {
    console.error('app/ui/icons/sprite.svg is out of date: run node bin/make-icons.ts')
    process.exit(1)
  }
} else {
  await writeFile(target, sprite)
  console.log(`${iconNames.length} icons, ${sprite.length} bytes`)
}
