import { joinClasses } from './join-classes.ts'

type ProgressBarProps = { label: string; value: number; max?: number; tone?: 'primary' | 'success'; className?: string }

/** A bar of 8 px; `label` is only for screen readers, so show the figures beside it too. */
export function ProgressBar({ label, value, max = 100, tone = 'primary', className }: ProgressBarProps) {
  return (
    <progress
      className={joinClasses('progress', tone === 'success' && 'progress-success', className)}
      aria-label={label}
      value={Math.min(value, max)}
      max={max}
    />
  )
}

/** "Step 2 of 3" with its percentage and a bar. */
export function StepProgress({ step, of }: { step: number; of: number }) {
  const percent = Math.round((step / of) * 100)
  return (
    <div className="step-progress">
      <p>
        <b>{`Step ${step} of ${of}`}</b>
        <span className="money" translate="no">{`${percent}%`}</span>
      </p>
      <ProgressBar label={`Step ${step} of ${of}`} value={percent} />
    </div>
  )
}

/** A dot for each slide, the current one longer. The slide's own heading tells screen readers which one it is. */
export function StepDots({ step, of }: { step: number; of: number }) {
  return (
    <p className="step-dots" aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <span key={index} className={joinClasses(index === step - 1 && 'step-dot-now')} />
      ))}
    </p>
  )
}
