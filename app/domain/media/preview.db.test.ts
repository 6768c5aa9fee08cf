import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { previewSql } from './preview.server.ts'

const database = useDatabase()

test('PROF-07 the blurred preview of a page is every byte of the stored one, in one line; a medium without one has none', async () => {
  const previewOf = async (stored: Uint8Array | null) => {
    const text = `select ${previewSql('m')} as preview from (select $1::bytea as preview) m`
    const { rows } = await database.owner().query<{ preview: string | null }>(text, [stored])
    return rows[0]!.preview
  }
  // The database breaks base64 into lines of 76 characters.
  for (const length of [1, 57, 58, 400, 2_000]) {
    const stored = randomBytes(length)
    const [, base64] = /^data:image\/webp;base64,(\S+)$/.exec((await previewOf(stored))!)!
    expect(Buffer.from(base64!, 'base64').equals(stored)).toBe(true)
  }
  expect(await previewOf(null)).toBeNull()
})
