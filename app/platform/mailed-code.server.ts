import { randomInt } from 'node:crypto'
import { keyedHash, readingHashes, sameBytes } from './secrets.server.ts'

/** What a mailed code of six digits proves, with what its hash begins with: a code of one use is never one of another. */
const USES = {
  sign_in: '',
  session_proof: 'session-proof:',
  invite: 'invite:',
  payout_account: 'payout account ',
  deletion: 'deletion ',
} as const
type Use = keyof typeof USES

// The row's id is hashed with a code, so that equal codes don't have equal hashes.
const secretOf = (use: Use, rowId: string, code: string) => `${USES[use]}${rowId}:${code}`

export function codeHash(use: Use, rowId: string, code: string): Buffer {
  return keyedHash('code', secretOf(use, rowId, code))
}

/** A new code for a row, and the hash that the row stores. */
export function newCode(use: Use, rowId: string): { code: string; hash: Buffer } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, hash: codeHash(use, rowId, code) }
}

/** Whether this is the code of the row. Count the try before: then parallel guesses get no more tries than guesses one after another. */
export function isRightCode(use: Use, row: { id: string; code_hash: Buffer | null }, typed: string): boolean {
  const { id, code_hash: stored } = row
  return stored !== null && readingHashes('code', secretOf(use, id, typed)).some((hash) => sameBytes(hash, stored))
}

/** `freeAt`: when the next code may be asked for. */
export type CodeLimit = { kind: 'too_soon'; waitSeconds: number } | { kind: 'too_many_codes'; freeAt: Date }

/** At most `most` of these within `hours`; newest first. */
type Limit = { sent: readonly Date[]; most: number; hours: number }

const HOUR_MS = 3_600_000

/** Why no code may be mailed now: the last one was sent a moment ago, or there were too many. Null where one may be. */
export function codeLimit(
  at: Date,
  last: Date | undefined,
  resendSeconds: number,
  limits: readonly Limit[],
): CodeLimit | null {
  const since = last ? (at.getTime() - last.getTime()) / 1_000 : resendSeconds
  if (since < resendSeconds) return { kind: 'too_soon', waitSeconds: Math.ceil(resendSeconds - since) }
  // The oldest of those that fill the window has to leave it.
  const free = limits.map(({ sent, most, hours }) => (sent[most - 1]?.getTime() ?? -Infinity) + hours * HOUR_MS)
  const freeAt = Math.max(...free)
  return freeAt > at.getTime() ? { kind: 'too_many_codes', freeAt: new Date(freeAt) } : null
}
