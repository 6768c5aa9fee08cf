import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'

export type EmailAnswer = { email: string; emailError?: string; error?: { title: string; description: string } }

/** The question for the e-mail address inside of a wizard: the same for newcomers and for those who have an account. */
export function EmailForm({ answer }: { answer: EmailAnswer | undefined }) {
  const pending = useNavigation().state === 'submitting'
  return (
    <>
      {answer?.error && <ErrorSummary title={answer.error.title} errors={[{ message: answer.error.description }]} />}
      <Form method="post" className="stack stack-16" noValidate>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
          defaultValue={answer?.email}
          error={answer?.emailError}
        />
        <Button variant="primary" wide pending={pending} pendingLabel="Sending code...">
          Send Login Code
        </Button>
      </Form>
      <p className="text-secondary">
        By continuing you confirm that you are 18 or older and accept the{' '}
        <a className="link" href="/terms">
          Terms
        </a>{' '}
        and{' '}
        <a className="link" href="/privacy">
          Privacy
        </a>{' '}
        pages.
      </p>
      <p className="row row-top text-secondary">
        <Icon name="shield-check" />
        <span>Codes come from a neutral sender, with a neutral subject line.</span>
      </p>
    </>
  )
}
