import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Step = { title: ReactNode; note?: ReactNode; state: 'done' | 'now' | 'next' }

const spoken = { done: 'Done: ', now: 'Now: ', next: 'Next: ' }

/** Past, present and future steps, one below the other. */
export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li key={index} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className={`step-number step-${step.state}`} aria-hidden="true">
            {step.state === 'done' ? <Icon name="check" size={16} /> : index + 1}
          </span>
          <div>
            <p className="text-h3">
              <span className="visually-hidden">{spoken[step.state]}</span>
              {step.title}
            </p>
            {step.note && <div className="text-muted">{step.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
