import { redirect } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { askProofCode, type AskProofRefusal, findAwaitedProof } from '#app/domain/identity/ask-proof-code.server.ts'
import { provesByMail } from '#app/domain/identity/fresh-proof.ts'
import { proveSessionByCode, proveSessionByPasskey } from '#app/domain/identity/prove-session.server.ts'
import { factorFacts } from '#app/domain/identity/verify-second-factor.server.ts'
import { PROOF, STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import { proveStaff, type StaffProofRefusal } from '#app/domain/staff/prove-staff.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { orOutage } from '#app/web/auth/answers.server.ts'
import { personContext, requestFactsContext } from '#app/web/context.server.ts'
import { readCookie, setCookie } from '#app/web/cookies.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import { type FormRefused, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { keptFormOf, returnToAfterProof } from '#app/web/fresh-proof.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { ConfirmIdentityView } from './confirm-identity-view.tsx'
import { factorOf } from '#app/web/auth/staff-answers.server.ts'
import { STAFF_TEXTS, triesText, waitText } from './staff-texts.ts'
import { codeTooSoon, tooManyCodesUntil } from '#app/web/code-texts.ts'
import { inLine, SIGN_IN_TEXTS } from './texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/confirm-identity'

export const handle = {
  audience: 'everyone',
  policy: { GET: { who: 'signed_in', enrolling: true }, POST: { who: 'signed_in', enrolling: true } },
  beforeAgreements: true,
  title: 'Confirm that it is you',
  screen: { shell: 'focused' },
} satisfies RouteHandle

/**
 * Asks a signed-in person to confirm their identity before an action that a stolen session must not do. Skipped if they did so just now.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const returnTo = returnToAfterProof(url, context)
  if (person.freshlyProved) {
    const kept = await keptFormOf(request, url, person)
    if (!kept) throw redirect(returnTo, 303)
    return { by: 'nothing' as const, returnTo, kept }
  }
  const facts = await factorFacts(person.id)
  if (!provesByMail(person))
    return { by: 'password' as const, returnTo, owner: person.userType === 'owner', email: person.email, ...facts }
  const awaited = await findAwaitedProof(person.sessionId)
  return {
    by: 'mail' as const,
    returnTo,
    here: url.pathname + url.search,
    email: person.email,
    passkeys: facts.passkeys,
    awaited: awaited && { waitSeconds: awaited.waitSeconds, sentAt: awaited.sentAt.getTime() },
  }
}

const ProofForm = z.object({
  intent: z.enum(['send', 'resend', 'verify', 'password']).default('verify'),
  code: z.string().max(200).default(''),
  credential: z.string().max(20_000).default(''),
  secret: z.string().max(2_000).default(''),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const here = url.pathname + url.search
  if (person.freshlyProved)
    return redirect((await keptFormOf(request, url, person)) ? here : returnToAfterProof(url, context), 303)
  const form = await parseForm(request, ProofForm)
  if (!form.ok) return refuseForm({ status: 400, field: 'code', description: inLine(SIGN_IN_TEXTS.verificationFailed) })
  const kept = await keptFormOf(request, url, person)
  const next = kept ? { page: here, sends: true } : { page: returnToAfterProof(url, context), sends: false }
  if (!provesByMail(person)) return proveByPassword(request, person, form.value, context, next)
  const { intent, code, credential } = form.value
  if (intent === 'send' || intent === 'resend') return sendCode(person, here)
  const { browser } = browserWithCookie(request)
  const result = await orOutage(
    credential === '' ? proveSessionByCode(person, code) : proveSessionByPasskey(person, { credential, browser }),
  )
  if (result.ok) return goOn(next, result.value.sessionToken)
  switch (result.refusal.kind) {
    case 'wrong':
      return credential === ''
        ? refuseForm({ status: 400, field: 'code', description: inLine(SIGN_IN_TEXTS.invalidCode) })
        : refuseForm({
            status: 400,
            description: 'This passkey does not belong to your account. Use the code from your email.',
          })
    case 'sign_in_required':
    case 'not_by_mail':
      return redirect(to.signIn, 303)
    case 'outage':
      return refuseForm(OUTAGE)
    default:
      return unreachable(result.refusal)
  }
}

/** The page after the proof: the one that asked, or this one, which sends on the form that waits. */
type Next = { page: string; sends: boolean }

/** Redirects there, with the session's new cookie. */
function goOn({ page, sends }: Next, sessionToken: string): Response {
  if (sends) return redirect(page, { status: 303, headers: { 'set-cookie': setCookie('session', sessionToken) } })
  return redirectWithToast(
    page,
    { title: 'Confirmed', description: `You can continue. It lasts ${PROOF.freshMinutes} minutes.` },
    [setCookie('session', sessionToken)],
  )
}

async function sendCode(person: Person, here: string) {
  const asked = await orOutage(askProofCode(person))
  return asked.ok ? redirectWithToast(here, SIGN_IN_TEXTS.codeSent) : refuseForm(sendRefusal(asked.refusal))
}

const OUTAGE: FormRefused = { status: 503, description: SIGN_IN_TEXTS.outage.description }

function sendRefusal(refusal: AskProofRefusal | { kind: 'outage' }): FormRefused {
  switch (refusal.kind) {
    case 'too_soon':
      return { status: 429, description: codeTooSoon(refusal.waitSeconds) }
    case 'too_many_codes':
      return { status: 429, description: tooManyCodesUntil(refusal.freeAt) }
    case 'sign_in_required':
    case 'not_by_mail':
    case 'outage':
      return OUTAGE
    default:
      return unreachable(refusal)
  }
}

async function proveByPassword(
  request: Request,
  person: Person,
  typed: z.infer<typeof ProofForm>,
  context: Route.ActionArgs['context'],
  next: Next,
) {
  const secret = typed.secret.trim()
  if (secret === '')
    return refuseForm({ status: 400, field: 'secret', description: 'Enter your secret key or password' })
  const { network } = context.get(requestFactsContext)
  const result = await orOutage(
    proveStaff(person, {
      secret,
      factor: factorOf(request, typed),
      network,
      deviceCookie: readCookie(request, 'staff_device'),
    }),
  )
  return result.ok ? goOn(next, result.value.sessionToken) : passwordRefusal(result.refusal)
}

function passwordRefusal(refusal: StaffProofRefusal | { kind: 'outage' }) {
  switch (refusal.kind) {
    case 'wrong':
      return refuseForm({
        status: 401,
        field: 'secret',
        description: 'This secret key or password is wrong.',
        note: triesText(refusal.left, STAFF_SIGN_IN.wrongPerAddress, STAFF_SIGN_IN.windowMinutes),
      })
    case 'factor_needed':
      return refuseForm({ status: 400, field: 'code', description: 'Give your second factor as well' })
    case 'wrong_factor':
      return refuseForm({ status: 401, field: 'code', description: inLine(STAFF_TEXTS.wrongFactor) })
    case 'wait':
      return refuseForm({ status: 429, description: waitText(refusal.waitSeconds).description })
    case 'busy':
      return refuseForm({ status: 503, description: STAFF_TEXTS.busy.description })
    case 'not_staff':
    case 'session_ended':
      return redirect(to.staffSignIn, 303)
    case 'outage':
      return refuseForm(OUTAGE)
    default:
      return unreachable(refusal)
  }
}

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmIdentityView page={loaderData} answer={actionData} />
}
