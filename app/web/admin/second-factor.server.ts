import { redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { beginTotp, confirmTotp, type EnrolRefusal } from '#app/domain/identity/enrol-totp.server.ts'
import { unreachable } from '#app/platform/result.ts'
import type { ShownKey } from '#app/web/admin/totp-key.tsx'
import { renewedCookie } from '#app/web/cookies.server.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import { qrOf } from '#app/web/qr.server.ts'
import { isDataRequest, withServerOnly } from '#app/web/server-only.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { FACTOR_TEXTS } from './texts.ts'

/** A key for an authenticator app as its page shows it. The code is not sent a second time as data. */
export function shownKey(request: Request, { secret, address }: { secret: string; address: string }): ShownKey {
  const qr = qrOf(address)
  return isDataRequest(request) ? { secret, qr } : withServerOnly({ secret }, { qr: () => qr })
}

/** Begins to set up an authenticator app, with a code of the current factor if there is one. */
export async function answerAppKey(person: Person, current: string, page: string) {
  const begun = await beginTotp(person, current)
  return begun.ok ? redirect(page, 303) : factorRefused(begun.refusal, page)
}

/** Ends the set-up of an authenticator app with its first code. */
export async function answerAppCode(person: Person, code: string, page: string) {
  const confirmed = await confirmTotp(person, code)
  return confirmed.ok
    ? redirectWithToast(page, FACTOR_TEXTS.totpReady, renewedCookie(confirmed.value.sessionToken))
    : factorRefused(confirmed.refusal, page)
}

export function factorRefused(refusal: EnrolRefusal, page: string): FormRefused | Response {
  switch (refusal.kind) {
    case 'denied': {
      if (refusal.reason === 'proof_needed') return redirect(proofPathTo(page), 303)
      const { lastFactor, denied } = FACTOR_TEXTS
      return { status: 403, description: refusal.reason === 'last_factor' ? lastFactor : denied }
    }
    case 'nothing_begun':
      return { description: FACTOR_TEXTS.nothingBegun, status: 409 }
    case 'wrong_current':
      return { description: FACTOR_TEXTS.wrongCurrent, field: 'current', status: 400 }
    case 'wrong_code':
      return { description: FACTOR_TEXTS.wrongCode, field: 'code', status: 400 }
    default:
      return unreachable(refusal)
  }
}
