import type { ReactNode } from 'react'
import type { Typed } from '#app/domain/applications/draft.ts'
import { AutosaveForm, type AutosaveFormProps } from '#app/web/components/autosave-form.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { WIZARD_TEXTS } from './texts.ts'
import { WizardHead } from './wizard-head.tsx'

/** The data of each wizard page: the field values, and the version that its draft is saved against. */
export type StepPage = {
  backHref: string
  values: Typed
  version: number
  tab: string
  savedAt: string | null
}

/** The response to a posted page. */
export type StepShown<Field extends string> = {
  errors: Partial<Record<Field, string>>
  failure?: string
  values: Typed
  version?: number
}

type StepFormProps = Pick<AutosaveFormProps, 'autosave' | 'errors' | 'files' | 'check' | 'onSubmit' | 'children'> & {
  step: number
  title: string
  lead?: ReactNode
  page: StepPage
  shown: StepShown<string> | undefined
}

/** The frame of the wizard's four pages: head, save status, errors, and the form with autosave. */
export function StepForm({ step, title, lead, page, shown, ...form }: StepFormProps) {
  const saved = <SavedNote answer={form.autosave.answer} before={page.savedAt} />
  return (
    <div className="container container-narrow creator-wizard">
      <AutosaveForm
        {...form}
        version={shown?.version ?? page.version}
        tab={page.tab}
        head={
          <>
            <WizardHead step={step} backHref={page.backHref} title={title} saved={saved} />
            {lead}
          </>
        }
        failure={shown?.failure ? { title: WIZARD_TEXTS.problem, description: shown.failure } : undefined}
      />
    </div>
  )
}
