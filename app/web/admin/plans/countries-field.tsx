import { COUNTRIES, countryNames } from '#app/domain/subscriptions/countries.ts'
import { CheckboxField } from '#app/ui/choice.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'

/** The countries where something is sold, in a closed list. None ticked means everywhere. */
export function CountriesField({ chosen, error }: { chosen: readonly string[]; error?: string }) {
  return (
    <details className="countries" id="countries" open={error !== undefined}>
      <summary>
        <span>
          <span className="text-h3">Countries</span> <span className="text-secondary">{countryNames(chosen)}</span>
        </span>
        <Icon name="chevron-down" size={20} />
      </summary>
      {error && <FieldError id="countries">{error}</FieldError>}
      <p className="hint">Tick none to sell in every country.</p>
      <div className="countries-list">
        {Object.entries(COUNTRIES).map(([code, name]) => (
          <CheckboxField key={code} name={`country_${code}`} label={name} defaultChecked={chosen.includes(code)} />
        ))}
      </div>
    </details>
  )
}
