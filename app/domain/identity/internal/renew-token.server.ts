import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { keyedHash, randomToken } from '#app/platform/secrets.server.ts'

/**
 * Gives an open session another token and returns it, for the requesting browser's cookie; null for a session that has ended. Every copy
 * of the former cookie is invalid from now on.
 */
export async function renewToken(tx: Tx, sessionId: string): Promise<string | null> {
  const token = randomToken()
  const { rows } = await sql<{ renewed: boolean }>`
    select renew_session_token(${sessionId}, ${keyedHash('token', token)}) as renewed`.execute(tx)
  return rows[0]!.renewed ? token : null
}
