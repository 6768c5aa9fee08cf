import { createHmac, randomBytes } from 'node:crypto'
import { db } from '#app/platform/db.server.ts'
import { sealFor, unsealFor } from '#app/platform/secrets.server.ts'

const SEED_BYTES = 16
const ABOUT = 'watermark key'

let reading: Promise<Buffer> | null = null

/** Where the mark is in a medium: secret, and another one in each, so that no two photos show what the mark looks like. */
export async function seedOfMedium(mediaId: string): Promise<Uint8Array> {
  reading ??= keyOfMarks()
  const key = await reading.catch((error: unknown) => {
    reading = null
    throw error
  })
  return createHmac('sha256', key).update(mediaId).digest().subarray(0, SEED_BYTES)
}

async function keyOfMarks(): Promise<Buffer> {
  const find = () => db.selectFrom('watermark_keys').select('sealed_key').executeTakeFirst()
  if (!(await find()))
    await db
      .insertInto('watermark_keys')
      .values({ id: 1, sealed_key: sealFor('watermark', randomBytes(32), ABOUT) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return unsealFor('watermark', (await find())!.sealed_key, ABOUT)
}

/** Reads the key again: for tests, each with a database of its own. */
export function forgetKeyOfMarks(): void {
  reading = null
}
