import { signOutEverywhere } from '#app/domain/identity/sign-out-everywhere.server.ts'
import { to } from '#app/links.ts'
import { setCookie } from '#app/web/cookies.server.ts'
import { proofPathTo, securityPageOf } from '#app/web/fresh-proof.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { SIGN_IN_TEXTS } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/sign-out-everywhere'

// For emergencies, so it requires no fresh proof.
export const handle = {
  audience: 'everyone',
  policy: { POST: { who: 'signed_in', enrolling: true } },
  beforeAgreements: true,
} satisfies RouteHandle

/** Ends every other session and removes the passkeys; this browser stays signed in with a new cookie. */
export async function action({ context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const page = securityPageOf(person)
  const result = await signOutEverywhere(person)
  if (!result.ok) return redirectWithToast(to.signIn, { ...SIGN_IN_TEXTS.noUser, tone: 'error' })
  const { ended, passkeysRemoved, passkeysKept, sessionToken } = result.value
  const cookie = setCookie('session', sessionToken)
  const devices = ended === 1 ? 'One other device was signed out.' : `${ended} other devices were signed out.`
  if (passkeysKept > 0)
    return redirectWithToast(
      proofPathTo(page),
      {
        title: 'Signed out everywhere else',
        description: `${devices} To remove your passkeys too, confirm that it is you and press the button again.`,
      },
      [cookie],
    )
  return redirectWithToast(
    page,
    { title: 'Signed out everywhere else', description: `${devices} ${passkeysText(passkeysRemoved)}` },
    [cookie],
  )
}

function passkeysText(removed: number): string {
  if (removed === 0) return 'You had no passkeys.'
  return removed === 1 ? 'Your passkey was removed.' : `Your ${removed} passkeys were removed.`
}
