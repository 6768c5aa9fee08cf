import { listWorking } from '#app/domain/settings/features.ts'
import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { EmailField, FieldGroup } from '#app/ui/field.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { userTypeOf } from '#app/domain/identity/actor.ts'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { requestSignInCode, type SignInRefusal } from '#app/domain/identity/request-sign-in-code.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { type FormRefused, parseForm, refuseForm, showForm } from '#app/web/forms.server.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { PasskeySignIn } from '#app/web/components/passkey-sign-in.tsx'
import { ConsentNote, NeutralSenderNote } from '#app/web/components/sign-in-notes.tsx'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { orOutage } from '#app/web/auth/answers.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import { landingOf } from '#app/web/auth/after-sign-in.server.ts'
import { codeTooSoon, tooManyCodesUntil } from '#app/web/code-texts.ts'
import { inLine, SIGN_IN_TEXTS, wrongEmail } from './texts.ts'
import { beforeAgreements, openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/sign-in'

export const handle = beforeAgreements(
  openForm('Sign in', { shell: 'focused', bottomBar: true, tab: 'profile', backHref: to.home }),
)

type Mode = 'sign-in' | 'sign-up'

export async function loader({ url, context }: Route.LoaderArgs) {
  const message = url.searchParams.get('message')
  if (message === 'subscribe-required') throw redirect(to.subscribe, 303)
  const returnTo = readReturnTo(url.searchParams, context)
  const actor = context.get(actorContext)
  if (actor) throw redirect(await landingOf(actor, returnTo), 303)
  const mode: Mode = url.searchParams.get('mode') === 'sign-up' ? 'sign-up' : 'sign-in'
  const hrefs = {
    'sign-in': withReturnTo(`${to.signIn}?mode=sign-in`, returnTo),
    'sign-up': withReturnTo(`${to.signIn}?mode=sign-up`, returnTo),
  }
  return { mode, returnTo, hrefs, paid: message === 'payment-success' }
}

const SignInForm = z.object({
  email: z.string().max(320).default(''),
  mode: z.enum(['sign-in', 'sign-up']).optional(),
  user_type: z.string().max(20).optional(),
  // The button that keeps the typed email address and switches to sign-up.
  show: z.literal('sign-up').optional(),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await parseForm(request, SignInForm)
  const fallback: Mode = url.searchParams.get('mode') === 'sign-up' ? 'sign-up' : 'sign-in'
  if (!form.ok) return refuseForm({ ...SIGN_IN_TEXTS.outage, status: 400 }, { mode: fallback })
  const typed = form.value
  const mode = typed.show ?? typed.mode ?? fallback
  const userType = userTypeOf(typed.user_type ?? 'fan')
  const values = { mode, email: typed.email.trim(), user_type: userType ?? 'fan' }
  if (typed.show) return showForm(values)
  const email = normaliseEmail(typed.email)
  if (!email) return refuseForm({ ...AT_EMAIL, description: wrongEmail(typed.email) }, values)
  if (!userType)
    return refuseForm({ status: 400, field: 'user_type', only: 'field', description: 'Choose Fan or Creator' }, values)

  const { browser, cookie } = browserWithCookie(request)
  const { network } = context.get(requestFactsContext)
  const returnTo = readReturnTo(url.searchParams, context)
  const codePage = withReturnTo(to.signInCode, returnTo)
  const attempt = mode === 'sign-up' ? ({ mode, userType } as const) : ({ mode } as const)
  const result = await orOutage(requestSignInCode({ email, attempt, browser, network, returnTo }))
  if (result.ok) {
    return redirectWithToast(
      codePage,
      result.value.accountCreated ? SIGN_IN_TEXTS.fanAccountCreated : SIGN_IN_TEXTS.checkInbox,
      [cookie],
    )
  }
  if (result.refusal.kind === 'too_soon' && result.refusal.sameBrowser)
    return redirect(codePage, { status: 303, headers: { 'set-cookie': cookie } })
  const { offer = '', ...refused } = refusalOf(result.refusal, mode)
  return refuseForm(refused, { ...values, offer })
}

const AT_EMAIL = { status: 400, field: 'email', only: 'field' } as const

/** `offer` is the mode that would work with this email address. */
function refusalOf(refusal: SignInRefusal | { kind: 'outage' }, mode: Mode): FormRefused & { offer?: Mode } {
  const title = mode === 'sign-up' ? 'Sign Up Error' : 'Authentication Error'
  switch (refusal.kind) {
    case 'account_not_found':
      return { ...AT_EMAIL, description: inLine(SIGN_IN_TEXTS.accountNotFound), offer: 'sign-up' }
    case 'account_already_exists':
      return { ...AT_EMAIL, description: inLine(SIGN_IN_TEXTS.accountExists), offer: 'sign-in' }
    case 'too_soon':
      return { status: 429, title, description: codeTooSoon(refusal.waitSeconds) }
    case 'too_many_codes':
      return { status: 429, title, description: tooManyCodesUntil(refusal.freeAt) }
    case 'outage':
      return { ...SIGN_IN_TEXTS.outage, ...(mode === 'sign-up' && { title }), status: 503 }
    default:
      return unreachable(refusal)
  }
}

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { error, value } = readAnswer(actionData)
  const mode = value('mode', loaderData.mode)
  const offer = value('offer')
  const pending = useNavigation().state === 'submitting'
  const signsUp = mode === 'sign-up'
  return (
    <div className="container container-narrow auth-column stack stack-24">
      {loaderData.paid && (
        <Banner tone="success" title={SIGN_IN_TEXTS.paymentSuccess.title}>
          {SIGN_IN_TEXTS.paymentSuccess.description}
        </Banner>
      )}
      <SegmentedLinks
        label="Sign in or sign up"
        segments={[
          { label: 'Sign In', href: loaderData.hrefs['sign-in'], active: !signsUp },
          { label: 'Sign Up', href: loaderData.hrefs['sign-up'], active: signsUp },
        ]}
      />
      <div className="stack stack-4">
        <h1 className="text-h1">{signsUp ? 'Create your account' : 'Sign in with your email'}</h1>
        <p className="text-secondary">
          {signsUp ? 'One account can be a fan and a creator.' : 'No password. We send a 6-digit code to your inbox.'}
        </p>
      </div>
      <FormErrorSummary answer={actionData} />
      <Form method="post" className="stack stack-16" key={mode} noValidate>
        <EmailField label="Email" defaultValue={value('email')} error={error('email')} />
        {signsUp && <AccountType chosen={value('user_type', 'fan')} error={error('user_type')} />}
        <div className="stack stack-8">
          <Button variant="primary" wide name="mode" value={mode} pending={pending} pendingLabel="Sending code...">
            Send Login Code
          </Button>
          {offer === 'sign-up' && (
            <Button wide name="show" value="sign-up">
              Sign Up with this email
            </Button>
          )}
          {offer === 'sign-in' && (
            <Button wide name="mode" value="sign-in">
              Sign In with this email
            </Button>
          )}
        </div>
      </Form>
      {!signsUp && <PasskeySignIn action={to.passkeySignIn} fields={{ returnTo: loaderData.returnTo ?? '' }} />}
      {signsUp ? <ConsentNote /> : <NeutralSenderNote />}
    </div>
  )
}

const FAN_DOES = listWorking(['Follow', 'unlock', { text: 'chat', needs: 'chat' }, { text: 'call', needs: 'calls' }])

function AccountType({ chosen, error }: { chosen: string; error?: string }) {
  return (
    <FieldGroup label="Account type" name="user_type" error={error}>
      <div className="options">
        <OptionCard
          name="user_type"
          value="fan"
          title="Fan"
          description={FAN_DOES}
          icon="heart"
          defaultChecked={chosen === 'fan'}
        />
        <OptionCard
          name="user_type"
          value="creator"
          title="Creator"
          description="Post and earn, paid every week"
          icon="sparkles"
          defaultChecked={chosen === 'creator'}
        />
      </div>
    </FieldGroup>
  )
}
