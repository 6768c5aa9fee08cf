import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { iconNames } from './names.ts'

const sprite = await readFile(new URL('./sprite.svg', import.meta.url), 'utf8')
const drawn = new Map(
  [...sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/g)].map(([, id, body]) => [id, body!]),
)

test('the sprite contains exactly the named icons', () => {
  expect([...drawn.keys()]).toEqual([...iconNames])
})

type Shape = [tag: string, attributes: Record<string, string>]

async function originalOf(name: string): Promise<string> {
  const { __iconData: icon } = (await import(`lucide-react/icons/${name}`)) as { __iconData: { node: Shape[] } }
  return icon.node
    .map(
      ([tag, { key: _key, ...rest }]) =>
        `<${tag} ${Object.entries(rest)
          .map(([name, value]) => `${name}="${value}"`)
          .join(' ')}/>`,
    )
    .join('')
}

/** The grey values of an icon at 48 pixels. */
function pixelsOf(body: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2">${body}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).greyscale().raw().toBuffer()
}

test('rounded numbers leave every icon as it was drawn', async () => {
  const changed = await Promise.all(
    iconNames.map(async (name) => {
      const [before, after] = await Promise.all([originalOf(name).then(pixelsOf), pixelsOf(drawn.get(name)!)])
      const greys = before.reduce((sum, grey, at) => sum + Math.abs(grey - after[at]!), 0)
      return { name, mean: greys / before.length }
    }),
  )
  expect(changed.filter(({ mean }) => mean > 1)).toEqual([])
})
