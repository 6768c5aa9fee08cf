/** A fingerprint as PostgreSQL writes a string of bits. */
export function bitsOf(fingerprint: Uint8Array): string {
  return Array.from(fingerprint, (byte) => byte.toString(2).padStart(8, '0')).join('')
}
