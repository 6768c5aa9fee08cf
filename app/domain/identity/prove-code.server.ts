import { sql } from 'kysely'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { keyedHash, readingHashes, sameBytes } from '#app/platform/secrets.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import type { Browser } from './browser.server.ts'
import { finishProof } from './internal/finish-proof.server.ts'
import { codeSecret } from './internal/issue-code.server.ts'
import { countHits, recordHit } from './internal/limits.server.ts'
import type { Device, Proof, ProofRefusal } from './proof.ts'

export type CodeRefusal = ProofRefusal | { kind: 'invalid_code' } | { kind: 'codes_paused' }

const WRONG_CODE = 'wrong-code'
const WRONG_CODES_PER_ADDRESS_AND_DAY = 30

/**
 * Signs in by a typed code. It counts only in the browser that asked for it; each try is counted before it is looked at, so that
 * parallel guesses get no more tries than one after another. Too many wrong codes, of one address or of everybody, pause codes: links
 * still work.
 */
export async function proveCode(input: {
  code: string
  browser: Browser
  device: Device
}): Promise<Result<Proof, CodeRefusal>> {
  const asked = await db
    .selectFrom('sign_in_codes')
    .select(['id', 'email'])
    .where('browser_hash', 'in', input.browser.hashes)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!asked) return refuse({ kind: 'invalid_code' })
  const subject = keyedHash('token', asked.email).toString('hex')
  const [wrong, limits] = await Promise.all([countHits(db, WRONG_CODE, subject), settings()])
  if (wrong.hour >= limits.wrongCodesPerHour || wrong.ofSubjectInDay >= WRONG_CODES_PER_ADDRESS_AND_DAY)
    return refuse({ kind: 'codes_paused' })

  const counted = await countTry(asked.id)
  if (!counted) return refuse({ kind: 'invalid_code' })
  const right = readingHashes('code', codeSecret(asked.id, input.code)).some((hash) =>
    sameBytes(hash, counted.code_hash),
  )
  if (!right) {
    await recordHit(db, WRONG_CODE, subject)
    return refuse({ kind: 'invalid_code' })
  }
  return inTransaction(async (tx) => {
    const mail = await consume(tx, asked.id)
    return mail ? finishProof(tx, mail, input.device, 'code') : refuse({ kind: 'invalid_code' })
  })
}

/** Takes one of the tries of a code that still stands, or answers undefined: then nothing is compared. */
function countTry(id: string) {
  return db
    .updateTable('sign_in_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', SIGN_IN.triesPerCode)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning('code_hash')
    .executeTakeFirst()
}

function consume(tx: Tx, id: string) {
  return tx
    .updateTable('sign_in_codes')
    .set({ consumed_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['email', 'purpose', 'user_type as userType', 'return_to as returnTo'])
    .executeTakeFirst()
}
