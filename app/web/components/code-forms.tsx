import { digitsOf } from '#app/platform/exact-text.ts'
import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Glyph } from '#app/ui/card.tsx'
import { CodeField } from '#app/ui/code-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { FormErrorSummary } from './form-error-summary.tsx'

export type CodePageData = { email: string; waitSeconds: number; sentAt: number }

/** "Check your inbox": the code field and "Resend code". `changeHref` is where the address can be changed. */
export function CodeForms({
  page,
  answer,
  changeHref,
}: {
  page: CodePageData
  answer: FormAnswer | undefined
  changeHref: string
}) {
  return (
    <>
      <Glyph icon="mail" large />
      <div className="stack stack-4">
        <h1 className="text-h1">Check your inbox</h1>
        <p className="text-secondary">We sent a 6-digit code to</p>
        <p className="row row-wrap">
          <b translate="no">{page.email}</b>
          <a className="link link-target" href={changeHref}>
            Change
          </a>
        </p>
      </div>
      <FormErrorSummary answer={answer} />
      <VerifyForm error={readAnswer(answer).error('code')} />
      <ResendForm key={page.sentAt} waitSeconds={page.waitSeconds} />
      <hr className="divider" />
      <p className="row row-top text-secondary">
        <Icon name="link" />
        <span>You can also use the link in the email. Both work for {SIGN_IN.codeMinutes} minutes.</span>
      </p>
    </>
  )
}

type VerifyFormProps = {
  error?: string
  /** The page that takes the code, where it is another one. */
  action?: string
}

export function VerifyForm({ error, action }: VerifyFormProps) {
  const navigation = useNavigation()
  const pending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'verify'
  // Without script the button is always enabled and the server validates; with script it waits for the sixth digit.
  const [digits, setDigits] = useState(6)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Text typed or filled in before script loaded counts too.
    const frame = requestAnimationFrame(() => setDigits(digitsIn(form.current)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Form
      method="post"
      action={action}
      className="stack stack-16"
      onInput={() => setDigits(digitsIn(form.current))}
      ref={form}
    >
      <input type="hidden" name="intent" value="verify" />
      <CodeField label="6-digit code" name="code" error={error} />
      <Button
        variant="primary"
        wide
        pending={pending}
        pendingLabel="Verifying..."
        disabledReason={digits < 6 ? 'Enter all 6 digits first.' : null}
      >
        Verify code
      </Button>
    </Form>
  )
}

function digitsIn(form: HTMLFormElement | null): number {
  const typed = form && new FormData(form).get('code')
  return typeof typed === 'string' ? digitsOf(typed).length : 0
}

/** Asks for another email once the waiting time is over. */
export function ResendForm({ waitSeconds, fields = {} }: { waitSeconds: number; fields?: Record<string, string> }) {
  const navigation = useNavigation()
  const pending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'resend'
  const { seconds, live } = useCountdown(waitSeconds)
  return (
    <Form method="post" className="stack stack-8 text-center">
      <input type="hidden" name="intent" value="resend" />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {seconds > 0 && (
        <p className="text-secondary">
          Resend in{' '}
          <b className="money" translate="no">
            {clockText(seconds)}
          </b>
        </p>
      )}
      {(seconds === 0 || !live) && (
        <Button variant="quiet" pending={pending} pendingLabel="Sending code...">
          Resend code
        </Button>
      )}
    </Form>
  )
}

/** Seconds left; `live` once script counts them. A new email restarts it. */
function useCountdown(from: number): { seconds: number; live: boolean } {
  const [state, setState] = useState({ seconds: from, live: false })
  useEffect(() => {
    const end = performance.now() + from * 1_000
    const tick = () => setState({ seconds: Math.max(0, Math.ceil((end - performance.now()) / 1_000)), live: true })
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [from])
  return state
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
