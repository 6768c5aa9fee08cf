import { Icon } from '#app/ui/icon.tsx'

/** A drawing of how the selfie should look. */
export function SelfieSample() {
  return (
    <figure className="selfie-sample">
      <svg viewBox="0 0 328 178" aria-hidden="true">
        <path className="sample-body" d="M100 178c4-34 30-52 64-52s58 18 62 52z" />
        <circle className="sample-face" cx="164" cy="70" r="38" />
        <path className="sample-corner" d="M20 30V8h22M308 30V8h-22M20 148v22h22M308 148v22h-22" />
        <g transform="rotate(-4 236 132)">
          <rect className="sample-paper" x="182" y="100" width="108" height="66" rx="8" />
          <text className="sample-word" x="236" y="141" textAnchor="middle">
            Peach
          </text>
        </g>
      </svg>
      <figcaption className="text-secondary">
        <Icon name="info" size={20} /> Sample drawing
      </figcaption>
    </figure>
  )
}
