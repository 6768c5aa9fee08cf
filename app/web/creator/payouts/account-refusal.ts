import type { AskAccountRefusal } from '#app/domain/payouts/ask-payout-account.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { codeTooSoon, tooManyCodesUntil } from '#app/web/code-texts.ts'
import type { FormRefused } from '#app/web/forms.server.ts'

/** Why no code was sent. */
export function refusalOf(refusal: AskAccountRefusal): FormRefused {
  switch (refusal.kind) {
    case 'same_account':
      return { status: 409, description: 'This is already your payout account.' }
    case 'too_many_codes':
      return { status: 429, description: tooManyCodesUntil(refusal.freeAt) }
    case 'too_soon':
      return { status: 429, description: codeTooSoon(refusal.waitSeconds) }
    case 'not_permitted':
      return {
        status: 403,
        description:
          refusal.reason === 'not_active' ? 'Your account is not active.' : 'Payout accounts are for creators.',
      }
    default:
      return unreachable(refusal)
  }
}
