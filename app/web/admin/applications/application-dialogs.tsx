import { REASON_LENGTH } from '#app/domain/documents/document.ts'
import { REVIEWED_STEPS, STEP_NAMES, TEXT_LENGTH } from '#app/domain/moderation/application.ts'
import { CheckboxField } from '#app/ui/choice.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { DecisionDialog } from '#app/web/admin/review-queue/decision-dialog.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { ApplicationPage } from './application-page.ts'
import { DIALOGS } from './texts.ts'

type Props = { page: ApplicationPage; answer: FormAnswer | undefined }

/** The dialog that the address names: a decision with its message, or the reason for opening a document. */
export function ApplicationDialog({ page, answer }: Props) {
  if (page.documentToOpen) return <DocumentDialog page={page} answer={answer} document={page.documentToOpen} />
  if (page.asked === null || page.asked === 'approval') return null
  const { label, hint, ...shown } = DIALOGS[page.asked]
  const { value, field } = readAnswer(answer)
  return (
    <DecisionDialog {...shown} text={page.name} action={page.action[page.asked]} closeHref={page.here} answer={answer}>
      {page.submitted && <input type="hidden" name="submitted" value={page.submitted} />}
      {page.asked === 'changes' && (
        <fieldset className="application-checks">
          <legend className="text-h3">Steps to repeat</legend>
          {REVIEWED_STEPS.map((step) => (
            <CheckboxField
              key={step}
              name={`step_${step}`}
              label={STEP_NAMES[step]}
              defaultChecked={value(`step_${step}`) === 'on'}
            />
          ))}
        </fieldset>
      )}
      <AreaField label={label} {...field('message')} rows={4} limit={TEXT_LENGTH.max} hint={hint} />
    </DecisionDialog>
  )
}

function DocumentDialog({ page, answer, document }: Props & { document: { name: string; href: string } }) {
  const { field } = readAnswer(answer)
  return (
    <DecisionDialog
      title={`Open: ${document.name}`}
      text={page.name}
      action={document.href}
      closeHref={page.here}
      button="Open"
      icon="eye"
      answer={answer}
    >
      <TextField
        label="Why do you need to see it?"
        {...field('reason', 'Review of the application')}
        limit={REASON_LENGTH.max}
        hint="You can see it for two minutes. The audit log keeps your name, the time and the reason."
      />
    </DecisionDialog>
  )
}
