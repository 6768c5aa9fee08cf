import { unreachable, type Result } from '#app/platform/result.ts'
import type { Proof, ProofRefusal } from '#app/domain/identity/proof.ts'
import { newDeviceToken, recordDevice } from '#app/domain/identity/record-device.server.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { redirect, type RouterContextProvider } from 'react-router'
import { requestFactsContext } from '#app/web/context.server.ts'
import { clearCookie, readCookie, setCookie } from '#app/web/cookies.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { readReturnTo, storedReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { landingOf } from './after-sign-in.server.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** The command's result, or the refusal `outage` if something it needs was down: the form then keeps what was typed. */
export function orOutage<Value, Refusal extends { kind: string }>(
  answer: Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | { kind: 'outage' }>> {
  return refuseOutage(answer, 'sign-in failed because of an internal error')
}

/** The request that signs in. */
type Arrival = { request: Request; context: Readonly<RouterContextProvider> }

/** The response to a verified email address: session cookie, toast, and a redirect to the person's own page. */
export async function welcome(
  proof: Proof,
  { request, context }: Arrival,
  description?: { title: string; description: string },
): Promise<Response> {
  if (proof.kind === 'staff')
    return redirect(withReturnTo(to.staffSignIn, readReturnTo(new URL(request.url).searchParams, context)), {
      status: 303,
      headers: { 'set-cookie': clearCookie('browser') },
    })
  const path = await landingOf(proof.person, storedReturnTo(proof.returnTo, context))
  const toast = description ?? (proof.accountCreated ? SIGN_IN_TEXTS.accountCreated : SIGN_IN_TEXTS.emailVerified)
  const device = await rememberDevice(request, context, proof.person.id)
  return redirectWithToast(path, toast, [setCookie('session', proof.sessionToken), clearCookie('browser'), ...device])
}

/** Records this browser and returns the cookie that identifies it; sign-in never fails because of this. */
async function rememberDevice(request: Request, context: Arrival['context'], profileId: string): Promise<string[]> {
  const token = readCookie(request, 'device') ?? newDeviceToken()
  try {
    await recordDevice(profileId, token, context.get(requestFactsContext).network)
  } catch (error) {
    log.error({ err: error }, 'a device could not be recorded')
    return []
  }
  return [setCookie('device', token)]
}

/** The response to a verified email address that opens no account: back to the form, with the specification's text. */
export function refusalResponse(refusal: ProofRefusal): Response {
  switch (refusal.kind) {
    case 'account_not_found':
      return redirectWithToast(`${to.signIn}?mode=sign-up`, { ...SIGN_IN_TEXTS.accountNotFound, tone: 'error' })
    case 'already_registered':
      return redirectWithToast(`${to.signIn}?mode=sign-in`, {
        title: 'Account Creation Error',
        description: SIGN_IN_TEXTS.accountExists.description,
        tone: 'error',
      })
    case 'account_not_active':
      return redirectWithToast(to.signIn, {
        title: 'Authentication Error',
        description:
          refusal.status === 'suspended'
            ? 'This account is suspended. Please contact support.'
            : 'This account is closed. If you asked us to delete it, use the link in our email to keep it.',
        tone: 'error',
      })
    default:
      return unreachable(refusal)
  }
}
