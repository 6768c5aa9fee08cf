import { useCallback, useState, type ClipboardEvent } from 'react'
import { FieldError, fieldAria, type FieldText } from './field.tsx'
import { joinClasses } from './join-classes.ts'
import { useHydrated } from './use-hydrated.ts'

type CodeFieldProps = Omit<FieldText, 'hint' | 'optional'> & {
  defaultValue?: string
  /** Called once whenever the sixth digit arrives. */
  onComplete?: (code: string) => void
}

const cells = [0, 1, 2, 3, 4, 5]

/**
 * Six cells drawn under ONE input, so that pasting, filling in from a message and screen readers work as for any field.
 * Before script it takes "123 456" as well; afterwards it keeps digits alone. The input owns its text: what was typed before
 * script came stays.
 */
export function CodeField({ label, name, id, error, defaultValue = '', onComplete }: CodeFieldProps) {
  const [count, setCount] = useState(digitsOf(defaultValue).length)
  const live = useHydrated()
  const own = id ?? name
  const readTyped = useCallback((input: HTMLInputElement | null) => {
    if (input) setCount(digitsOf(input.value).length)
  }, [])

  function take(input: HTMLInputElement, text: string) {
    const digits = digitsOf(text)
    if (input.value !== digits) input.value = digits
    setCount(digits.length)
    if (digits.length === cells.length && count < cells.length) onComplete?.(digits)
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    take(event.currentTarget, event.clipboardData.getData('text'))
  }

  const hint = live ? hintFor(cells.length - count) : 'Six digits. Paste works.'
  return (
    <div className="field">
      <label htmlFor={own}>{label}</label>
      {error && <FieldError id={own}>{error}</FieldError>}
      <div className={joinClasses('code-field', live && 'code-field-live', error && 'code-field-wrong')}>
        <span className="code-cells" aria-hidden="true">
          {cells.map((cell) => (
            <span
              key={cell}
              className={joinClasses('code-cell', live && cell === Math.min(count, 5) && 'code-cell-next')}
            />
          ))}
        </span>
        <input
          ref={readTyped}
          {...fieldAria({ id, name, hint, error })}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]*"
          maxLength={live ? 6 : 7}
          required
          defaultValue={defaultValue}
          onInput={(event) => take(event.currentTarget, event.currentTarget.value)}
          onPaste={paste}
        />
      </div>
      <p className="hint" id={`${own}-hint`}>
        {hint}
      </p>
    </div>
  )
}

function hintFor(missing: number): string {
  if (missing === 0) return 'All 6 digits are in.'
  return `Paste works. ${missing} ${missing === 1 ? 'digit' : 'digits'} to go.`
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, cells.length)
}
