import { expect, test } from 'vitest'
import { decideStore, type StoreFacts } from './store-identity.ts'

const NEW: StoreFacts = { kept: null, found: null, holdsOurs: null, empty: true }

test.each<[string, Partial<StoreFacts>, string]>([
  ['a first start', {}, 'name'],
  ['an older installation, with its store', { holdsOurs: true, empty: false }, 'name'],
  ['an older installation, with another store', { holdsOurs: false, empty: false }, 'pictures_missing'],
  ['a start that was cut off', { found: 'a' }, 'adopt'],
  ['an old backup of the database beside its store', { found: 'a', holdsOurs: true, empty: false }, 'adopt'],
  ['a new database beside a store in use', { found: 'a', empty: false }, 'store_of_another_database'],
  [
    'a database beside another\u2019s store',
    { found: 'a', holdsOurs: false, empty: false },
    'store_of_another_database',
  ],
  ['the next start', { kept: 'a', found: 'a', holdsOurs: true, empty: false }, 'same'],
  ['another store', { kept: 'a', found: 'b', holdsOurs: true, empty: false }, 'another_store'],
  ['a store without an identity', { kept: 'a' }, 'identity_missing'],
])('%s: %s', (_, facts, expected) => {
  const verdict = decideStore({ ...NEW, ...facts })
  expect(verdict.kind === 'refuse' ? verdict.because : verdict.kind).toBe(expected)
})
