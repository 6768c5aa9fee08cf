import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseRecoveryCode, RECOVERY_CODE_BYTES, recoveryCodeOf } from './recovery-code.ts'

const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES })

test('ONB-A-04 a recovery code is two groups of five and is accepted however it is typed', () => {
  fc.assert(
    fc.property(bytes, (random) => {
      const code = recoveryCodeOf(random)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
      const spelling = code.replace('-', '')
      for (const typed of [code, code.toLowerCase(), ` ${code.replace('-', ' ')} `, spelling])
        expect(normaliseRecoveryCode(typed)).toBe(spelling)
      expect(normaliseRecoveryCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(spelling)
    }),
  )
})

test.each(['', '123456', 'ABCDE-FGHJ', 'ABCDE-FGHJKM', 'ABCDE-FGHJU', 'ABCDE FGH!K'])(
  '"%s" is no recovery code',
  (text) => expect(normaliseRecoveryCode(text)).toBeNull(),
)
