import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { PROOF } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { CodeField } from '#app/ui/code-field.tsx'
import { FocusedPage } from '#app/web/components/focused-page.tsx'
import { OneTimeCodeField } from '#app/web/components/one-time-code-field.tsx'
import { ResendForm } from '#app/web/components/code-forms.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { PasskeyButton, PasskeySignIn } from '#app/web/components/passkey-sign-in.tsx'
import { PasswordField } from '#app/web/components/password-field.tsx'
import { usePasskey, usePasskeysWork } from '#app/web/components/use-passkey.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { Route } from './+types/confirm-identity'

type Page = Route.ComponentProps['loaderData']
type MailPage = Extract<Page, { by: 'mail' }>
type PasswordPage = Extract<Page, { by: 'password' }>
type SendingPage = Extract<Page, { by: 'nothing' }>

/** Asks the signed-in person to confirm their identity: with a mailed code or a passkey; staff with what they sign in with. */
export function ConfirmIdentityView({ page, answer }: { page: Page; answer: FormAnswer | undefined }) {
  if (page.by === 'nothing') return <SendOn page={page} />
  return (
    <FocusedPage
      icon="shield-check"
      title="Confirm that it is you"
      text={`We ask before anything that affects your sign-in, money or data. It lasts ${PROOF.freshMinutes} minutes, on this device only.`}
    >
      <FormErrorSummary answer={answer} />
      {page.by === 'mail' ? <ByMail page={page} answer={answer} /> : <ByPassword page={page} answer={answer} />}
      <a className="link link-target" href={backOf(page.returnTo)}>
        Not now
      </a>
    </FocusedPage>
  )
}

/** After the proof, sends the form that had asked for it, as it was typed; by a button where there is no script. */
function SendOn({ page }: { page: SendingPage }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.submit(), [])
  return (
    <FocusedPage icon="shield-check" title="Confirmed" text="What you entered is kept. We send it now.">
      <form method="post" action={page.kept.path} ref={form} className="stack stack-16">
        {page.kept.fields.map(([name, value], index) => (
          <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
        ))}
        <Button variant="primary" wide>
          Continue
        </Button>
      </form>
      <a className="link link-target" href={backOf(page.returnTo)}>
        Don’t send it
      </a>
    </FocusedPage>
  )
}

/** The way out without confirming. A page that requires it would redirect straight back here. */
function backOf(returnTo: string): string {
  return returnTo.startsWith(to.staffSignIn) ? to.home : returnTo
}

function ByMail({ page, answer }: { page: MailPage; answer: FormAnswer | undefined }) {
  const navigation = useNavigation()
  const intent = navigation.state === 'submitting' ? navigation.formData?.get('intent') : null
  return (
    <div className="stack stack-24">
      {page.awaited ? (
        <>
          <p className="text-secondary">
            We sent a 6-digit code to <b translate="no">{page.email}</b>. It is valid {PROOF.codeMinutes} minutes and
            works once.
          </p>
          <Form method="post" className="stack stack-16" noValidate>
            <input type="hidden" name="intent" value="verify" />
            <CodeField label="6-digit code" name="code" error={readAnswer(answer).error('code')} />
            <Button variant="primary" wide pending={intent === 'verify'} pendingLabel="Verifying...">
              Confirm
            </Button>
          </Form>
          <ResendForm key={page.awaited.sentAt} waitSeconds={page.awaited.waitSeconds} />
        </>
      ) : (
        <Form method="post" className="stack stack-12">
          <p className="text-secondary">
            We send a 6-digit code to <b translate="no">{page.email}</b>.
          </p>
          <Button
            variant="primary"
            wide
            name="intent"
            value="send"
            pending={intent === 'send'}
            pendingLabel="Sending code..."
          >
            Send me a code
          </Button>
        </Form>
      )}
      {page.passkeys > 0 && <PasskeySignIn action={page.here} label="Use a passkey" />}
    </div>
  )
}

function ByPassword({ page, answer }: { page: PasswordPage; answer: FormAnswer | undefined }) {
  const pending = useNavigation().state === 'submitting'
  const works = usePasskeysWork()
  const { error } = readAnswer(answer)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { busy, ask } = usePasskey('sign_in', (credential) => {
    field.current!.value = credential
    form.current!.submit()
  })
  return (
    <Form method="post" className="stack stack-16" noValidate ref={form}>
      <input type="hidden" name="intent" value="password" />
      <input type="hidden" name="credential" ref={field} />
      <p className="text-secondary">
        Signed in as <b translate="no">{page.email}</b>
      </p>
      <PasswordField
        label={page.owner ? 'Secret key' : 'Password'}
        name="secret"
        autoComplete="current-password"
        error={error('secret')}
      />
      {(page.totp || page.passkeys > 0) && (
        <OneTimeCodeField
          recovery
          label="Code"
          hint={
            page.totp
              ? 'The 6 digits of your authenticator app, or one of your recovery codes.'
              : 'One of your recovery codes, if you don’t have your passkey with you.'
          }
          error={error('code')}
        />
      )}
      <Button variant="primary" wide pending={pending} pendingLabel="Checking...">
        Confirm
      </Button>
      {works && page.passkeys > 0 && (
        <PasskeyButton busy={busy} onClick={ask}>
          Use a passkey as the second step
        </PasskeyButton>
      )}
    </Form>
  )
}
