import type { ReactNode } from 'react'
import { IconLink } from '#app/ui/button.tsx'
import { StepProgress } from '#app/ui/progress.tsx'

const STEPS = 4

/** The head of the wizard's four pages: back link, progress, heading and save status. */
export function WizardHead({
  step,
  backHref,
  title,
  saved,
}: {
  step: number
  backHref: string
  title: string
  saved?: ReactNode
}) {
  return (
    <>
      <div className="wizard-head">
        <IconLink icon="arrow-left" label="Back" href={backHref} />
        <div className="grow">
          <StepProgress step={step} of={STEPS} />
        </div>
      </div>
      <div className="row row-between row-wrap">
        <h1 className="text-h1">{title}</h1>
        {saved && <span className="wizard-saved">{saved}</span>}
      </div>
    </>
  )
}
