import { sql } from 'kysely'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { readingHashes } from '#app/platform/secrets.server.ts'
import type { Browser } from './browser.server.ts'
import { maskEmail } from './email.ts'
import { finishProof } from './internal/finish-proof.server.ts'
import { lockAccountOf } from './internal/lock-account.server.ts'
import type { Device, Proof, ProofRefusal } from './proof.ts'

export type LinkRefusal = ProofRefusal | { kind: 'link_ended' }

/** What the page of a mailed link shows before its button is pressed. Read-only: scanners open links, too. */
export async function findSignInLink(
  token: string,
  browser: Browser | null,
): Promise<{ maskedEmail: string; sameBrowser: boolean } | null> {
  const row = await db
    .selectFrom('sign_in_codes')
    .select(['email', 'browser_hash'])
    .where('link_hash', 'in', readingHashes('token', token))
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .executeTakeFirst()
  if (!row) return null
  return {
    maskedEmail: maskEmail(row.email),
    sameBrowser: browser?.hashes.some((hash) => hash.equals(row.browser_hash)) ?? false,
  }
}

/** Signs in with the mailed link, once; its code ends with it. It works in any browser: mail is often read on another device. */
export function proveLink(input: { token: string; device: Device }): Promise<Result<Proof, LinkRefusal>> {
  return inTransaction(async (tx) => {
    const hashes = readingHashes('token', input.token)
    const sent = await tx
      .selectFrom('sign_in_codes')
      .select('email')
      .where('link_hash', 'in', hashes)
      .executeTakeFirst()
    if (!sent) return refuse({ kind: 'link_ended' })
    await lockAccountOf(tx, sent.email)
    const mail = await tx
      .updateTable('sign_in_codes')
      .set({ consumed_at: sql<Date>`app_now()` })
      .where('link_hash', 'in', hashes)
      .where('consumed_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', sql<Date>`app_now()`)
      .returning(['email', 'purpose', 'user_type as userType', 'return_to as returnTo'])
      .executeTakeFirst()
    return mail ? finishProof(tx, mail, input.device, 'link') : refuse({ kind: 'link_ended' })
  })
}
