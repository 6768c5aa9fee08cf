import { useState, type ComponentProps } from 'react'
import { buttonClassName } from './button.tsx'
import { FieldError, fieldAria } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'

type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'style' | 'id' | 'name' | 'value' | 'defaultValue'> & {
  name: string
  label: string
  icon?: IconName
  hint?: string
  error?: string | null
  /** False where script uploads the file: the form then leaves it out. */
  sent?: boolean
}

/** A button that chooses a file. The file's name then replaces the hint. */
export function FileButton({
  name,
  label,
  icon = 'upload',
  hint,
  error,
  sent = true,
  onChange,
  ...input
}: FileButtonProps) {
  const [chosen, setChosen] = useState('')
  const note = chosen || hint
  return (
    <div className="field">
      {error && <FieldError id={name}>{error}</FieldError>}
      <span>
        <label className="file-button">
          <span className={buttonClassName({})}>
            <Icon name={icon} size={20} />
            <span className="button-label">{label}</span>
          </span>
          <input
            {...input}
            type="file"
            {...fieldAria({ name, hint: note, error })}
            name={sent ? name : undefined}
            onChange={(event) => {
              if (sent) setChosen(event.target.files?.[0]?.name ?? '')
              onChange?.(event)
            }}
          />
        </label>
      </span>
      {note && (
        <p className="hint file-name" id={`${name}-hint`} aria-live="polite">
          {note}
        </p>
      )}
    </div>
  )
}
