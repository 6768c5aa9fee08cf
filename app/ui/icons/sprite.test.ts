import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { iconNames } from './names.ts'

test('the sprite contains exactly the named icons', async () => {
  const sprite = await readFile(new URL('./sprite.svg', import.meta.url), 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1])
  expect(drawn).toEqual([...iconNames])
})
