import { Icon } from '#app/ui/icon.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'

/** "Saved 19:03", or why it was not saved. Rendered from the start, so that screen readers announce changes. */
export function SavedNote({
  answer,
  before,
  what = 'Saved',
}: {
  answer: FormAnswer | undefined
  before: string | null
  what?: string
}) {
  const at = readAnswer(answer).value('savedAt') || before
  return (
    <span role="status" className="saved-note">
      {answer?.ok === false ? (
        <span className="text-danger">{answer.errors.summary[0]?.message}</span>
      ) : (
        at && (
          <>
            <Icon name="circle-check" size={16} /> {what} {at}
          </>
        )
      )}
    </span>
  )
}
