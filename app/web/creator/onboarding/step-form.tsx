import type { ReactNode } from 'react'
import type { Typed } from '#app/domain/applications/draft.ts'
import { AutosaveForm, type AutosaveFormProps } from '#app/web/components/autosave-form.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { WizardHead } from './wizard-head.tsx'

/** The data of each wizard page: the field values, and the version that its draft is saved against. */
export type StepPage = {
  backHref: string
  values: Typed
  version: number
  tab: string
  savedAt: string | null
}

type StepFormProps = Pick<AutosaveFormProps, 'autosave' | 'answer' | 'files' | 'check' | 'onSubmit' | 'children'> & {
  step: number
  title: string
  lead?: ReactNode
  page: StepPage
}

/** The frame of the wizard's four pages: head, save status, errors, and the form with autosave. */
export function StepForm({ step, title, lead, page, ...form }: StepFormProps) {
  const saved = <SavedNote answer={form.autosave.answer} before={page.savedAt} />
  return (
    <div className="container container-narrow creator-wizard">
      <AutosaveForm
        {...form}
        version={page.version}
        tab={page.tab}
        head={
          <>
            <WizardHead step={step} backHref={page.backHref} title={title} saved={saved} />
            {lead}
          </>
        }
      />
    </div>
  )
}
