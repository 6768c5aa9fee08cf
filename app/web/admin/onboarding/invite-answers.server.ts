import { data } from 'react-router'
import type { AcceptRefusal } from '#app/domain/staff/accept-invite.server.ts'
import type { RequestCodeRefusal } from '#app/domain/staff/request-invite-code.server.ts'
import { config } from '#app/platform/config.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { INVITE_TEXTS, onlyOfficial } from '#app/web/admin/texts.ts'

export type InviteShown = { email: string; error?: string; emailError?: string; codeError?: string }

/** The first step's answer to a refusal: its message and what was typed. */
export function inviteAnswer(refusal: AcceptRefusal | RequestCodeRefusal, email: string) {
  const { status, ...message } = textOf(refusal)
  return data<InviteShown>({ email, ...message }, status)
}

function textOf(refusal: AcceptRefusal | RequestCodeRefusal): Omit<InviteShown, 'email'> & { status: number } {
  switch (refusal.kind) {
    case 'no_token':
      return { status: 400, error: INVITE_TEXTS.noToken }
    case 'email_missing':
      return { status: 400, emailError: INVITE_TEXTS.emailRequired }
    case 'not_official':
      return { status: 400, emailError: onlyOfficial(config().brandName) }
    case 'invalid_invite':
      return { status: 410, error: INVITE_TEXTS.invalid }
    case 'has_account':
      return { status: 409, error: INVITE_TEXTS.hasAccount }
    case 'invalid_code':
      return { status: 400, codeError: INVITE_TEXTS.invalidCode }
    case 'too_soon':
      return { status: 429, error: INVITE_TEXTS.tooSoon }
    case 'too_many_codes':
      return { status: 429, error: INVITE_TEXTS.tooManyCodes }
    default:
      return unreachable(refusal)
  }
}
