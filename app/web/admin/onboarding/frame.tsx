import type { ReactNode } from 'react'
import { ProgressBar } from '#app/ui/progress.tsx'

export const SETUP_STEPS = 4

/** A step of the set-up with its progress bar. */
export function SetupFrame({ step, children }: { step: number; children: ReactNode }) {
  return (
    <div className="container container-narrow team-setup">
      <div className="team-setup-progress">
        <p>
          <b>{`Step ${step} of ${SETUP_STEPS}`}</b>
          <span>Team set-up</span>
        </p>
        <ProgressBar label={`Step ${step} of ${SETUP_STEPS}`} value={step} max={SETUP_STEPS} />
      </div>
      {children}
    </div>
  )
}
