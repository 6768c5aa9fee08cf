import { useEffect, useState, type ReactNode } from 'react'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'

type PurchaseFormProps = {
  action: string
  attempt: string
  shownMinor: string
  answer: FormAnswer | undefined
  /** The fields and buttons; `sending` is true from the press of a button on. */
  children: (sending: boolean) => ReactNode
}

/** The frame of every form that buys: its errors, its token, the price that it shows. Works without script. */
export function PurchaseForm({ action, attempt, shownMinor, answer, children }: PurchaseFormProps) {
  const [sending, setSending] = useState(false)
  // With the browser's Back the form may come back as it was left, so its button is enabled again.
  useEffect(() => {
    const again = () => setSending(false)
    window.addEventListener('pageshow', again)
    return () => window.removeEventListener('pageshow', again)
  }, [])
  return (
    <form method="post" action={action} className="stack stack-16" noValidate onSubmit={() => setSending(true)}>
      <FormErrorSummary answer={answer} />
      <input type="hidden" name="attempt" value={attempt} />
      <input type="hidden" name="shown" value={shownMinor} />
      {children(sending)}
    </form>
  )
}
