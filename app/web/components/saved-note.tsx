import { Icon } from '#app/ui/icon.tsx'
import type { AutosaveAnswer } from './use-autosave.ts'

/** "Saved 19:03", or why it was not saved. Rendered from the start, so that screen readers announce changes. */
export function SavedNote({ answer, before }: { answer: AutosaveAnswer | undefined; before: string | null }) {
  const at = answer?.saved ? answer.saved.at : before
  return (
    <span role="status" className="saved-note">
      {answer && !answer.saved ? (
        <span className="text-danger">{answer.problem}</span>
      ) : (
        at && (
          <>
            <Icon name="circle-check" size={16} /> Saved {at}
          </>
        )
      )}
    </span>
  )
}
