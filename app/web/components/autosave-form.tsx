import type { FormEvent, ReactNode } from 'react'
import { Form } from 'react-router'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { FormErrorSummary } from './form-error-summary.tsx'
import type { useAutosave } from './use-autosave.ts'

export type AutosaveFormProps = {
  autosave: ReturnType<typeof useAutosave>
  /** The version and the tab that the draft is saved against, to detect conflicts; an answer has the newer version. */
  version: number
  tab: string
  /** Shown above the errors. */
  head: ReactNode
  answer: FormAnswer | undefined
  /** The form sends files. */
  files?: boolean
  /** Called with the form on every input. */
  check: () => void
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form that saves itself while it is filled in: its head, its errors and its fields. */
export function AutosaveForm(props: AutosaveFormProps) {
  const { autosave, version, tab, head, answer, files = false, check, onSubmit, children } = props
  const { formRef, stop, onInput } = autosave
  return (
    <Form
      method="post"
      encType={files ? 'multipart/form-data' : undefined}
      className="stack stack-16"
      noValidate
      ref={formRef}
      onSubmit={(event) => {
        stop()
        onSubmit?.(event)
      }}
      onInput={() => {
        check()
        onInput()
      }}
    >
      {head}
      <FormErrorSummary answer={answer} />
      <input type="hidden" name="version" value={readAnswer(answer).value('version', String(version))} />
      <input type="hidden" name="tab" value={tab} />
      {children}
    </Form>
  )
}
