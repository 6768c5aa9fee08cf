import { useEffect } from 'react'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'

/** The errors of an answered form, above it. The summary takes the focus; without one, the control that the answer names does. */
export function FormErrorSummary({ answer }: { answer: FormAnswer | undefined }) {
  const refused = answer?.ok === false ? answer : null
  useEffect(() => {
    if (refused?.focus) document.getElementById(refused.focus)?.focus()
  }, [refused])
  return refused && <ErrorSummary title={refused.errors.title} errors={[...refused.errors.summary]} />
}
