import { redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { beginTotp, confirmTotp, type EnrolRefusal } from '#app/domain/identity/enrol-totp.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { renewedCookie } from '#app/web/cookies.server.ts'
import { refuseForm } from '#app/web/forms.server.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { FACTOR_TEXTS } from './texts.ts'

type Typed = { intent: 'begin' | 'confirm'; current?: string; code: string }

/** Answers the two forms that set up an authenticator app, on `page`: of somebody who has a second factor, or who has to set one up. */
export async function answerTotpSetup(person: Person, { intent, current = '', code }: Typed, page: string) {
  if (intent === 'begin') {
    const begun = await beginTotp(person, current)
    return begun.ok ? redirect(page, 303) : factorRefused(begun.refusal, page)
  }
  const confirmed = await confirmTotp(person, code)
  return confirmed.ok
    ? redirectWithToast(page, FACTOR_TEXTS.totpReady, renewedCookie(confirmed.value.sessionToken))
    : factorRefused(confirmed.refusal, page)
}

export function factorRefused(refusal: EnrolRefusal, page: string) {
  switch (refusal.kind) {
    case 'denied': {
      if (refusal.reason === 'proof_needed') return redirect(proofPathTo(page), 303)
      const { lastFactor, denied } = FACTOR_TEXTS
      return refuseForm({ status: 403, description: refusal.reason === 'last_factor' ? lastFactor : denied })
    }
    case 'nothing_begun':
      return refuseForm({ description: FACTOR_TEXTS.nothingBegun, status: 409 })
    case 'wrong_current':
      return refuseForm({ description: FACTOR_TEXTS.wrongCurrent, field: 'current', status: 400 })
    case 'wrong_code':
      return refuseForm({ description: FACTOR_TEXTS.wrongCode, field: 'code', status: 400 })
    default:
      return unreachable(refusal)
  }
}
