import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a notice has one of our secret hashes: the plain one in `verif-hash`, or a signature of the raw body made with it. Two hashes
 * are accepted while one replaces the other. Compared through digests, so that the time taken reveals nothing.
 */
export function isOurWebhook(headers: Headers, body: Uint8Array, hashes: readonly string[]): boolean {
  const plain = headers.get('verif-hash')
  const signature = headers.get('flutterwave-signature')
  let ours = false
  for (const hash of hashes) {
    if (hash === '') continue
    if (plain !== null && sameText(plain, hash)) ours = true
    if (signature !== null && sameText(signature, createHmac('sha256', hash).update(body).digest('base64'))) ours = true
  }
  return ours
}

function sameText(left: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest())
}
