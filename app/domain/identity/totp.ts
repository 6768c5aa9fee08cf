import { codeOf } from '#app/platform/exact-text.ts'

/** Codes of authenticator apps: RFC 4226 and RFC 6238, as every app reads them (SHA-1, six digits, half a minute). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const TOTP_DIGITS = 6
export const TOTP_STEP_SECONDS = 30
export const TOTP_SECRET_BYTES = 20
/** Phone clocks are slightly wrong: one step before and one after are valid too. */
const STEPS_ASIDE = 1

export type TotpSecret = Uint8Array<ArrayBuffer>
type Hash = 'SHA-1' | 'SHA-256' | 'SHA-512'

export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let waiting = 0
  let bits = 0
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET[(waiting >> (bits - 5)) & 31]
    waiting &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(waiting << (5 - bits)) & 31] : text
}

/** The bytes of a base32 text, with any spaces and letter case; null where it is invalid. */
export function fromBase32(text: string): TotpSecret | null {
  const letters = text.toUpperCase().replace(/[\s=-]/g, '')
  const bytes: number[] = []
  let waiting = 0
  let bits = 0
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter)
    if (value < 0) return null
    waiting = (waiting << 5) | value
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((waiting >> bits) & 255)
      waiting &= (1 << bits) - 1
    }
  }
  return Uint8Array.from(bytes)
}

/** The number of the half minute that contains a moment. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / TOTP_STEP_SECONDS)
}

/** The code of a step. Longer codes and other hashes are for the RFC's own examples. */
export async function totpCode(
  secret: TotpSecret,
  step: number,
  digits = TOTP_DIGITS,
  hash: Hash = 'SHA-1',
): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const offset = mac.getUint8(mac.byteLength - 1) & 15
  const number = mac.getUint32(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step whose code was typed, or null. Steps up to `lastStep` are used up: a used code, or one older than a used one, is not accepted
 * again.
 */
export async function matchingStep(
  secret: TotpSecret,
  typed: string,
  at: Date,
  lastStep: number,
): Promise<number | null> {
  const middle = totpStep(at)
  let found: number | null = null
  for (let step = middle - STEPS_ASIDE; step <= middle + STEPS_ASIDE; step += 1) {
    // All are computed, whichever matches: the time taken reveals nothing.
    const code = await totpCode(secret, step)
    if (code === typed && step > lastStep) found ??= step
  }
  return found
}

/** The content of the QR code; apps show issuer and account beside the code. */
export function totpAddress(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_STEP_SECONDS}`
  return `otpauth://totp/${label}?${query}`
}

/** A key in groups of four, to be typed by hand. */
export function spacedKey(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** What was typed as a code of an app, without spaces; null where it isn't six digits. */
export function typedTotp(text: string): string | null {
  const digits = codeOf(text)
  return /^\d{6}$/.test(digits) ? digits : null
}
