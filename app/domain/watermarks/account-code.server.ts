import { randomBytes } from 'node:crypto'
import { db } from '#app/platform/db.server.ts'

const MAX_REMEMBERED = 20_000
const known = new Map<string, number>()

/** The code of an account in the marks of the photos that it opens; made when it opens the first one. */
export async function codeOfAccount(accountId: string): Promise<number> {
  const remembered = known.get(accountId)
  if (remembered !== undefined) return remembered
  const code = (await find(accountId)) ?? (await create(accountId))
  if (known.size >= MAX_REMEMBERED) known.clear()
  known.set(accountId, code)
  return code
}

async function find(accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('watermark_codes')
    .select('code')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? Number(row.code) : null
}

async function create(accountId: string): Promise<number> {
  for (;;) {
    // The code of somebody else, or a request beside this one was first.
    await db
      .insertInto('watermark_codes')
      .values({ account_id: accountId, code: BigInt(randomBytes(4).readUInt32BE()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const code = await find(accountId)
    if (code !== null) return code
  }
}

/** The account with this code, or null. */
export async function findAccountOfCode(code: number): Promise<string | null> {
  const row = await db
    .selectFrom('watermark_codes')
    .select('account_id')
    .where('code', '=', BigInt(code))
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Reads everything from the table again: for tests. */
export function forgetCodes(): void {
  known.clear()
}
