import { FieldGroup, type FieldText } from './field.tsx'
import { joinClasses } from './join-classes.ts'

type DateParts = { day: string; month: string; year: string }

type DateFieldsProps = Omit<FieldText, 'name'> & {
  /** The parts are sent as `name-day`, `name-month` and `name-year`. */
  name: string
  defaultValue?: Partial<DateParts>
  /** For a birthday the browser may fill it in (`bday`). */
  purpose?: 'birthday'
}

const parts = [
  { part: 'day', label: 'Day' },
  { part: 'month', label: 'Month' },
  { part: 'year', label: 'Year' },
] as const

/** A date that a person knows by heart, as three short fields. The id of the first field is the id of the group plus `-day`. */
export function DateFields({ name, id, defaultValue, purpose, error, ...group }: DateFieldsProps) {
  const own = id ?? name
  return (
    <FieldGroup {...group} name={name} id={own} error={error}>
      <div className="date-fields">
        {parts.map(({ part, label }) => (
          <div key={part} className={`date-${part}`}>
            <label htmlFor={`${own}-${part}`}>{label}</label>
            <span className={joinClasses('input', error && 'input-wrong')}>
              <input
                id={`${own}-${part}`}
                name={`${name}-${part}`}
                type="text"
                inputMode="numeric"
                defaultValue={defaultValue?.[part]}
                autoComplete={purpose ? `bday-${part}` : 'off'}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${own}-error` : undefined}
              />
            </span>
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}
