import { expect, test } from 'vitest'
import { DECOY_HASH, hashSecret, verifySecret } from './password-hash.server.ts'

test('OWNER-01 a hashed text is recognised, with any spaces around it, and nothing else is', async () => {
  const stored = await hashSecret(' a secret of some length ')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifySecret('a secret of some length', stored)).toBe(true)
  for (const other of ['', 'a secret of some lengt', 'A secret of some length', 'a  secret of some length'])
    expect(await verifySecret(other, stored)).toBe(false)
})

test('the same secret has another hash each time', async () => {
  expect(await hashSecret('same')).not.toBe(await hashSecret('same'))
})

test('the same letters in another Unicode form are the same secret', async () => {
  expect(await verifySecret('cafe\u0301 au lait', await hashSecret('caf\u00e9 au lait'))).toBe(true)
})

test('no text has the hash that unknown addresses are compared with', async () => {
  for (const text of ['', 'decoy', DECOY_HASH]) expect(await verifySecret(text, DECOY_HASH)).toBe(false)
})

test('a stored hash of another kind is a fault of ours, not a wrong secret', async () => {
  await expect(verifySecret('x', 'plain text')).rejects.toThrow(/no known kind/)
})

test('hashing does not block the event loop', async () => {
  const hashes = Array.from({ length: 6 }, () => hashSecret('busy'))
  let concurrencyLimit = 0
  const timer = setInterval(() => (concurrencyLimit += 1), 5)
  await Promise.all(hashes)
  clearInterval(timer)
  expect(concurrencyLimit).toBeGreaterThan(10)
})
