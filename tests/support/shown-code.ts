import { setTimeout as sleep } from 'node:timers/promises'
import { fromBase32, TOTP_STEP_SECONDS, totpCode, totpStep } from '#app/domain/identity/totp.ts'

const STEP_MS = TOTP_STEP_SECONDS * 1_000
/** The maximum time a test needs between reading a code and sending it. */
const ROOM_MS = 3_000

/**
 * The code that an authenticator app shows `aside` steps from now. Shortly before a step ends it waits for the next one: a code of the step
 * before would be two steps old when it arrives, and refused.
 */
export async function shownCode(secret: string, aside = 0): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < ROOM_MS) await sleep(left)
  return totpCode(fromBase32(secret)!, totpStep(new Date()) + aside)
}
