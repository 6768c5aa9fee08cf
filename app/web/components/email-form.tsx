import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { FormErrorSummary } from './form-error-summary.tsx'
import { ConsentNote, NeutralSenderNote } from './sign-in-notes.tsx'

/** The email page of a wizard: the same for new people and for those with an account. */
export function EmailStep({ lead, answer }: { lead: string; answer: FormAnswer | undefined }) {
  const { error, value } = readAnswer(answer)
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow wizard stack stack-24">
      <div className="stack stack-8">
        <h1 className="text-h1">First, your email</h1>
        <p className="text-lead">{lead}</p>
      </div>
      <FormErrorSummary answer={answer} />
      <Form method="post" className="stack stack-16" noValidate>
        <EmailField label="Email" defaultValue={value('email')} error={error('email')} />
        <Button variant="primary" wide pending={pending} pendingLabel="Sending code...">
          Send Login Code
        </Button>
      </Form>
      <ConsentNote />
      <NeutralSenderNote />
    </div>
  )
}
