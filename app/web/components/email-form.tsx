import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { ConsentNote, NeutralSenderNote } from './sign-in-notes.tsx'

export type EmailAnswer = { email: string; emailError?: string; error?: { title: string; description: string } }

/** The email form of a wizard: the same for new people and for those with an account. */
export function EmailForm({ answer }: { answer: EmailAnswer | undefined }) {
  const pending = useNavigation().state === 'submitting'
  return (
    <>
      {answer?.error && <ErrorSummary title={answer.error.title} errors={[{ message: answer.error.description }]} />}
      <Form method="post" className="stack stack-16" noValidate>
        <EmailField label="Email" defaultValue={answer?.email} error={answer?.emailError} />
        <Button variant="primary" wide pending={pending} pendingLabel="Sending code...">
          Send Login Code
        </Button>
      </Form>
      <ConsentNote />
      <NeutralSenderNote />
    </>
  )
}
