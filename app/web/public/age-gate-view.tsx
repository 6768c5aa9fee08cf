import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'

type AgeGateViewProps = {
  /** The heading of the page behind the gate, without its content. */
  heading: string
  brandName: string
  /** The path to come back to after the answer. */
  returnTo: string
}

const rules: { icon: IconName; text: string }[] = [
  { icon: 'eye-off', text: 'Screenshots prohibited' },
  { icon: 'fingerprint-pattern', text: 'Content is watermarked' },
  { icon: 'heart-handshake', text: 'Respect privacy' },
]

/** Asks a visitor once whether they are 18 or older; a plain form with empty tiles behind it. */
export function AgeGateView({ heading, brandName, returnTo }: AgeGateViewProps) {
  return (
    <div className="container feed">
      <div className="feed-head">
        <p className="text-h1-small">{heading}</p>
      </div>
      <div className="card-grid age-gate-tiles" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <div className="scrim" />
      <dialog className="dialog" open aria-labelledby="age-title">
        <div className="dialog-inside">
          <span className="age-gate-sign" aria-hidden="true">
            18+
          </span>
          <div className="stack stack-8">
            <h1 className="text-h1" id="age-title">
              Are you 18 or older?
            </h1>
            <p className="text-body">{brandName} is for adults only. Our team reviews every creator.</p>
          </div>
          <ul className="check-list">
            {rules.map((rule) => (
              <li key={rule.text}>
                <Icon name={rule.icon} size={20} />
                {rule.text}
              </li>
            ))}
          </ul>
          <form method="post" action={to.age} className="stack stack-8">
            <input type="hidden" name="returnTo" value={returnTo} />
            <Button variant="primary" wide>
              I am 18 or older
            </Button>
            <LinkButton variant="quiet" wide href="/">
              Leave this page
            </LinkButton>
          </form>
          <p className="text-caption text-center">We ask once a year on this device.</p>
        </div>
      </dialog>
    </div>
  )
}
