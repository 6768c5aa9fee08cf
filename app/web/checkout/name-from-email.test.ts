import { expect, test } from 'vitest'
import { nameFromEmail } from './name-from-email.ts'

test.each([
  ['moses.k92@example.com', 'Moses K'],
  ['RUTH_achieng@example.com', 'Ruth Achieng'],
  ['amina+peach@example.com', 'Amina'],
  ["o'neil@example.com", "O'neil"],
  ['  zahara@', 'Zahara'],
  ['moses', ''],
  ['0772123456@example.com', ''],
  ['@example.com', ''],
  ['', ''],
])('PAY-01 %j suggests the name %j', (email, name) => expect(nameFromEmail(email)).toBe(name))
