import { Icon, type IconName } from './icon.tsx'

export type TrackerStep = {
  title: string
  note?: string
  state: 'done' | 'now' | 'later' | 'failed'
  /** Where it can be done (again). */
  href?: string
}

const SIGNS: Record<TrackerStep['state'], IconName | null> = {
  done: 'check',
  now: 'hourglass',
  failed: 'x',
  later: null,
}
const SPOKEN: Record<TrackerStep['state'], string> = {
  done: 'Done: ',
  now: 'Now: ',
  failed: 'Not accepted: ',
  later: 'Later: ',
}

/** Steps of a process that someone else decides about, each with an icon and a note. */
export function Tracker({ steps }: { steps: readonly TrackerStep[] }) {
  return (
    <ol className="tracker">
      {steps.map((step) => {
        const sign = SIGNS[step.state]
        return (
          <li key={step.title} aria-current={step.state === 'now' ? 'step' : undefined}>
            <span className={`tracker-sign tracker-${step.state}`}>{sign && <Icon name={sign} size={16} />}</span>
            <div>
              <p className="text-h3">
                <span className="visually-hidden">{SPOKEN[step.state]}</span>
                {step.href ? (
                  <a className="link" href={step.href}>
                    {step.title}
                  </a>
                ) : (
                  step.title
                )}
              </p>
              {step.note && <p className="text-muted">{step.note}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
