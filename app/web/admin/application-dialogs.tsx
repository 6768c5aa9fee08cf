import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { REVIEWED_STEPS, STEP_NAMES, TEXT_LENGTH } from '#app/domain/moderation/application.ts'
import { REASON_LENGTH } from '#app/domain/documents/document.ts'
import type { ReviewAnswer } from '#app/web/admin/application-decision.server.ts'
import type { Ask, ApplicationPage } from './application-page.ts'

type Props = { page: ApplicationPage; answer: ReviewAnswer | null }

const TEXTS: Record<Ask, { title: string; label: string; hint: string; button: string }> = {
  changes: {
    title: 'Request changes',
    label: 'What must the creator change?',
    hint: 'The creator sees this exactly as written.',
    button: 'Request changes',
  },
  reject: {
    title: 'Reject the application',
    label: 'Reason',
    hint: 'The creator sees this exactly as written and can appeal.',
    button: 'Reject application',
  },
  suspend: {
    title: 'Suspend the creator',
    label: 'Reason',
    hint: 'The creator sees this. The page leaves the feeds immediately.',
    button: 'Suspend creator',
  },
  reinstate: {
    title: 'Reinstate the creator',
    label: 'Reason',
    hint: 'Saved in the activity record.',
    button: 'Reinstate creator',
  },
  block: {
    title: 'Block the creator',
    label: 'Reason',
    hint: 'The creator sees this. The page leaves the feeds immediately.',
    button: 'Block creator',
  },
  unblock: {
    title: 'Unblock the creator',
    label: 'Reason',
    hint: 'Saved in the activity record.',
    button: 'Unblock creator',
  },
}

/** The dialog that the address names: a decision with its message, or the reason for opening a document. */
export function ApplicationDialog({ page, answer }: Props) {
  if (page.documentToOpen) return <ViewDialog page={page} answer={answer} />
  if (page.ask === null) return null
  if ((page.ask === 'changes' || page.ask === 'reject') && page.decidable !== null) return null
  if (page.ask !== 'changes' && page.ask !== 'reject' && !page.status.includes(page.ask)) return null
  return <TextDialog page={page} ask={page.ask} answer={answer} />
}

function TextDialog({ page, ask, answer }: Props & { ask: Ask }) {
  const { title, label, hint, button } = TEXTS[ask]
  return (
    <Dialog title={title} description={page.name} closeHref={page.here}>
      <form method="post" action={page.askAction} className="stack stack-16" noValidate>
        {answer && <ErrorSummary errors={answer.errors} />}
        <input type="hidden" name="intent" value={ask} />
        {page.submitted && <input type="hidden" name="submitted" value={page.submitted} />}
        {ask === 'changes' && (
          <fieldset className="peach-checks">
            <legend className="text-h3">Steps to repeat</legend>
            {REVIEWED_STEPS.map((step) => (
              <CheckboxField
                key={step}
                name={`step_${step}`}
                label={STEP_NAMES[step]}
                defaultChecked={answer?.values[`step_${step}`] === 'on'}
              />
            ))}
          </fieldset>
        )}
        <AreaField
          label={label}
          name="message"
          rows={4}
          maxLength={TEXT_LENGTH.max}
          hint={hint}
          defaultValue={answer?.values.message ?? ''}
          error={answer?.errors.find((error) => error.fieldId === 'message')?.message}
        />
        <div className="peach-acts">
          <Button variant={ask === 'reject' || ask === 'suspend' || ask === 'block' ? 'danger' : 'primary'}>
            {button}
          </Button>
          <LinkButton href={page.here}>Cancel</LinkButton>
        </div>
      </form>
    </Dialog>
  )
}

function ViewDialog({ page, answer }: Props) {
  const document = page.documents.find((one) => one.id === page.documentToOpen)!
  return (
    <Dialog title={`Open: ${document.name}`} description={page.name} closeHref={page.here}>
      <form method="post" action={page.viewAction} className="stack stack-16" noValidate>
        {answer && <ErrorSummary errors={answer.errors} />}
        <input type="hidden" name="intent" value="look" />
        <input type="hidden" name="document" value={document.id} />
        <TextField
          label="Why do you need to see it?"
          name="reason"
          maxLength={REASON_LENGTH.max}
          hint="You can see it for two minutes. The audit log keeps your name, the time and the reason."
          defaultValue={answer?.values.reason ?? 'Review of the application'}
          error={answer?.errors.find((error) => error.fieldId === 'reason')?.message}
        />
        <div className="peach-acts">
          <Button variant="primary" icon="eye">
            Open
          </Button>
          <LinkButton href={page.here}>Cancel</LinkButton>
        </div>
      </form>
    </Dialog>
  )
}
