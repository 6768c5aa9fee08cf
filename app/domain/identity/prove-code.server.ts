import { sql } from 'kysely'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { isRightCode } from '#app/platform/mailed-code.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import type { Browser } from './browser.server.ts'
import { finishProof } from './internal/finish-proof.server.ts'
import { lockAccountOf } from './internal/lock-account.server.ts'
import { type CodePause, findCodePause, recordWrongCode } from './internal/wrong-codes.server.ts'
import type { Device, Proof, ProofRefusal } from './proof.ts'

export type CodeRefusal = ProofRefusal | { kind: 'invalid_code' } | CodePause

/**
 * Signs in with a typed code. It is valid only in the browser that requested it; each try is counted before it is compared, so that
 * parallel guesses get no more tries than sequential ones. Too many wrong codes, from one network, of one address or of everybody, pause
 * codes: links still work.
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
  const compared = await inTransaction((tx) => compare(tx, asked, input))
  if (!compared.ok) return compared
  return inTransaction(async (tx) => {
    await lockAccountOf(tx, asked.email)
    const mail = await consume(tx, asked.id)
    return mail ? finishProof(tx, mail, input.device, 'code') : refuse({ kind: 'invalid_code' })
  })
}

/** Whether the code is right. A wrong one is counted when the transaction commits, before the answer is sent. */
async function compare(
  tx: Tx,
  asked: { id: string; email: string },
  input: { code: string; device: Device },
): Promise<Result<null, { kind: 'invalid_code' } | CodePause>> {
  const from = { email: asked.email, network: input.device.network }
  const pause = await findCodePause(tx, from)
  if (pause) return refuse(pause)
  const counted = await countTry(tx, asked.id)
  if (!counted) return refuse({ kind: 'invalid_code' })
  if (isRightCode('sign_in', { id: asked.id, code_hash: counted.code_hash }, input.code)) return ok(null)
  await recordWrongCode(tx, from)
  return refuse({ kind: 'invalid_code' })
}

/** Uses one of the tries of a code that is still valid; undefined where none is left: then nothing is compared. */
function countTry(tx: Tx, id: string) {
  return tx
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
