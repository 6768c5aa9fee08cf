import { beforeAll, expect, it } from 'vitest'
import { keyedHash, useSecrets } from './secrets.server.ts'

beforeAll(() => useSecrets(['r'.repeat(32)]))

// Stored beside forms, codes and sessions: another value would make a form that is sent twice a second purchase.
it.each([
  ['code', '12dc7e7275e6eaa6'],
  ['token', '38defb86a71a3ecd'],
  ['seal', '6f12b82b4da05acb'],
  ['signed-media', '3c79945a987f38ac'],
  ['checkout', '3d163149581dec8b'],
  ['document', 'e87dd47b704df7ed'],
  ['invite', '43f4298bab67d58d'],
  ['passkey', 'a5217857ed1dedf2'],
  ['payout-account', '326592a14b7b8d1e'],
] as const)('WALLET-01 the hash of a %s is the one that earlier versions stored', (purpose, start) => {
  expect(keyedHash(purpose, 'a text').toString('hex').slice(0, 16)).toBe(start)
})
