import type { FormEvent, ReactNode } from 'react'
import { Form } from 'react-router'
import { type ErrorLine, type Failure, FormErrors } from '#app/ui/error-summary.tsx'
import type { useAutosave } from './use-autosave.ts'

export type AutosaveFormProps = {
  autosave: ReturnType<typeof useAutosave>
  /** The version and the tab that the draft is saved against, to detect conflicts. */
  version: number
  tab: string
  /** Shown above the errors. */
  head: ReactNode
  failure?: Failure
  errors: ErrorLine[]
  /** The form sends files. */
  files?: boolean
  /** Called with the form on every input. */
  check: () => void
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form that saves itself while it is filled in: its head, its errors and its fields. */
export function AutosaveForm(props: AutosaveFormProps) {
  const { autosave, version, tab, head, failure, errors, files = false, check, onSubmit, children } = props
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
      <FormErrors failure={failure} errors={errors} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="tab" value={tab} />
      {children}
    </Form>
  )
}
